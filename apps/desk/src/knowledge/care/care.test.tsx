// @vitest-environment happy-dom
import { getTree } from '@podmoga/contract/desk/knowledge'
import { getCare, type MaterialCare, markChecked, setCare } from '@podmoga/contract/desk/material/care'
import { readSignals } from '@podmoga/contract/desk/signals'
import { expect, test } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { CarePart } from './care-part.tsx'
import { DuePage } from './due.page.tsx'
import { dayIn, dueOf } from './due.ts'

const wire = wireOfEach()

const DAY_MS = 86_400_000
const day = (ahead: number) => dayIn('Asia/Tashkent', Date.now() + ahead * DAY_MS)
const material = (id: string, title: string, check_on: string | null, owner: string | null) => ({
  ...{ id, title, check_on, owner, state: 'published' as const, faq_position: null },
  ...{
    edited_at: '2026-11-01T00:00:00.000Z',
    helpful: 0,
    not_helpful: 0,
    publish_at: null,
    audience: null,
    review: null,
  },
})
const treeOf = (...materials: ReturnType<typeof material>[]) => ({
  business: { id: '1', name: 'Навруз' },
  zone: 'Asia/Tashkent',
  editors: [
    { id: '7', name: 'Бахтиёр' },
    { id: '8', name: 'Алиса' },
  ],
  sections: [{ id: '1', name: 'Касса', subcategories: [{ id: '2', name: 'Чеки', materials }] }],
})
const NONE: MaterialCare = {
  ...{ owner: null, check_on: null, check_months: null, checked_at: null, checked_by: null },
}
const bodyOf = (request: { body?: unknown } | undefined) => JSON.parse(String(request?.body))

test('a day begins and ends by the clock of the business', () => {
  const tree = treeOf(material('1', 'Смена', '2027-01-01', null))
  const isLate = (at: string) => dueOf(tree, Date.parse(at))[0]?.isLate
  expect(isLate('2026-12-31T18:59:00.000Z')).toBe(false)
  expect(isLate('2026-12-31T19:00:00.000Z')).toBe(true)
  expect(dueOf(tree, Date.parse('2026-11-20T00:00:00.000Z'))).toEqual([])
})

test('the list: what is late first, mine alone by choice; checked once for two presses, and gone', async () => {
  const late = material('11', 'Возврат', day(-2), '8')
  const soon = material('12', 'Смена', day(5), '7')
  let tree = treeOf(soon, late, material('13', 'Отчёт', day(60), '7'), material('14', 'Меню', null, null))
  wire.answer(getTree, () => tree)
  wire.answer(markChecked, () => {
    tree = treeOf(soon)
    return { ...NONE, check_on: day(90), check_months: 3 }
  })
  wire.answer(readSignals, { ok: true })
  openScreen(wire, <DuePage />)
  await says('Возврат')
  await saysNo('Отчёт')
  await says('Без ответственного: 1 материал.')
  await eventually(() => expect(wire.bodies(readSignals)).toEqual([{ material: null }]))
  const titles = () => [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(titles()).toEqual(['Возврат', 'Смена'])
  await press('Мои')
  await saysNo('Возврат')
  await press('Все')
  await says('Возврат')
  const [first] = buttons('Проверено')
  first?.click()
  first?.click()
  await saysNo('Возврат')
  expect(wire.sent(markChecked).map(bodyOf)).toEqual([{ seen: late.check_on }])
})

test('beside a text: an owner, a term and a day are kept as they are chosen; a refusal leaves what was', async () => {
  const tree = treeOf()
  wire.answer(getTree, tree)
  wire.answer(getCare, NONE)
  openScreen(wire, <CarePart material_id="11" tree={tree} today="2026-11-27" />)
  wire.answer(setCare, { ...NONE, owner: { id: '8', name: 'Алиса' } })
  await fill('Ответственный', '8')
  await eventually(async () => expect((await field('Ответственный')).value).toBe('8'))

  wire.answer(setCare, { ...NONE, check_on: '2026-11-27' })
  await fill('Проверять', 'once')
  await field('День проверки')
  wire.answer(setCare, { ...NONE, check_on: '2027-02-27', check_months: 3 })
  await fill('Проверять', '3')
  await eventually(async () => expect((await field('День проверки')).value).toBe('2027-02-27'))
  expect(wire.sent(setCare).map(bodyOf)).toEqual([
    { owner: '8' },
    { check_months: null, check_on: '2026-11-27' },
    { check_months: 3 },
  ])
  wire.fail(setCare, 'lost')
  await fill('Ответственный', '7')
  await says('Не удалось сохранить')
  await eventually(async () => expect((await field('Ответственный')).value).toBe('none'))
})
