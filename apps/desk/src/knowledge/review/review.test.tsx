// @vitest-environment happy-dom
import {
  approveReview,
  askReview,
  getReview,
  type MaterialReview,
  returnReview,
  withdrawReview,
} from '@podmoga/contract/desk/material/review'
import { getSchedule } from '@podmoga/contract/desk/material/schedule'
import { getVersion, listVersions, publishMaterial } from '@podmoga/contract/desk/materials'
import { readSignals } from '@podmoga/contract/desk/signals'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  button,
  eventually,
  field,
  fill,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { PublishDialog } from '../material/publish-dialog.tsx'
import { ReviewBar } from './review-bar.tsx'

const AT = '2026-11-27T06:00:00.000Z'
const REVIEW: MaterialReview = {
  ...{ title: 'Меню', content: '<p>Цена 12</p>', cover: null, files: [], publish_at: null },
  ...{
    asked_by: { id: '8', name: 'Алиса' },
    asked_at: AT,
    is_for_me: true,
    is_current: true,
    returned: null,
  },
}
const VERSION = {
  ...{ number: 3, title: 'Меню', published_at: AT, published_by: 'Алиса' },
}

const wire = wireOfEach()
const onDecided = vi.fn()
beforeEach(() => {
  localStorage.clear()
  onDecided.mockClear()
  wire.answer(listVersions, [VERSION])
  wire.answer(getVersion, { ...VERSION, content: '<p>Цена 10</p>', cover: null, files: [] })
})
const now = (review: MaterialReview | null, state: 'changed' | 'published' = 'changed') =>
  wire.answer(getReview, { is_needed: true, state, review })
const open = () => openScreen(wire, <ReviewBar materialId="11" isChanging={false} onDecided={onDecided} />)

test('the second editor sees what changes and publishes once for two presses, what was seen and no other', async () => {
  now(REVIEW)
  wire.answer(approveReview, () => {
    now(null, 'published')
    return { ok: true }
  })
  open()
  await says('Ждёт второго редактора · отправитель: Алиса')
  await press('Посмотреть и решить')
  await says('Цена 12 Предлагают')
  await says('Цена 10 Сейчас у читателей')
  const approve = await button('Опубликовать')
  approve.click()
  approve.click()
  await eventually(() => expect(onDecided).toHaveBeenCalledWith('published'))
  expect(wire.bodies(approveReview)).toEqual([{ seen: AT }])
})

test('an approval whose answer was lost is asked for again as the same', async () => {
  now(REVIEW)
  wire.answer(approveReview, () => {
    now(null, 'published')
    return { ok: true }
  })
  wire.fail(approveReview, 'lost')
  open()
  await press('Посмотреть и решить')
  await says('Цена 12 Предлагают')
  await press('Опубликовать')
  await says('Нет связи с сервером')
  await press('Опубликовать')
  await eventually(() => expect(onDecided).toHaveBeenCalledWith('published'))
  const [lost, again] = wire.sent(approveReview).map(({ headers }) => headers['Idempotency-Key'])
  expect(again).toBe(lost)
})

test('of a long text the first change is in sight', async () => {
  const long = Array.from({ length: 40 }, (_, at) => `<p>Строка ${at}</p>`)
  now({ ...REVIEW, content: [...long, '<p>Цена 12</p>'].join('') })
  wire.answer(getVersion, { ...VERSION, content: long.join(''), cover: null, files: [] })
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  rect.mockImplementation(function (this: Element) {
    return new DOMRect(0, this.textContent === 'Строка 39' ? 900 : 100, 300, 20)
  })
  open()
  await press('Посмотреть и решить')
  await says('Цена 12 Предлагают')
  const box = document.querySelector('ins')?.closest('ul')?.parentElement
  rect.mockRestore()
  expect(box?.scrollTop).toBe(800)
})

test('notifications of a viewed material are marked read at once, and again only for news', async () => {
  wire.answer(readSignals, { ok: true })
  wire.answer(approveReview, () => {
    now(null, 'published')
    return { ok: true }
  })
  now(REVIEW)
  open()
  await says('Ждёт второго редактора')
  await eventually(() => expect(wire.bodies(readSignals)).toEqual([{ material: '11' }]))
  await press('Посмотреть и решить')
  await says('Цена 12 Предлагают')
  expect(wire.sent(readSignals)).toHaveLength(1)
  await press('Опубликовать')
  await eventually(() => expect(wire.sent(readSignals)).toHaveLength(2))
})

test('it goes back with a word only, and a refusal keeps the word', async () => {
  now(REVIEW)
  open()
  await press('Посмотреть и решить')
  await press('Вернуть')
  await says('Напишите, что поправить.')
  expect(wire.bodies(returnReview)).toEqual([])
  await fill('Что поправить', 'Цена другая')
  wire.fail(returnReview, { code: 'stale_draft', error: 'Текст уже отправили заново.' })
  await press('Вернуть')
  await says('Текст уже отправили заново.')
  wire.answer(returnReview, { ok: true })
  await press('Вернуть')
  await says('Возвращено автору')
  expect(wire.bodies(returnReview).at(-1)).toEqual({ seen: AT, word: 'Цена другая' })
})

test('what was decided without the second editor says so, and leaves the word that they are writing', async () => {
  now(REVIEW)
  open()
  await press('Посмотреть и решить')
  await fill('Что поправить', 'Цена другая')
  wire.fail(returnReview, { code: 'stale_draft', error: 'Этого текста на проверке больше нет.' })
  now(null)
  await press('Вернуть')
  await saysNo('Ждёт второго редактора')
  await says('Этого текста на проверке больше нет.')
  expect((await field('Что поправить')).value).toBe('Цена другая')
  // The comment is restored when the resubmitted text is opened, also after a reload.
  now(REVIEW)
  reload()
  await press('Посмотреть и решить')
  expect((await field('Что поправить')).value).toBe('Цена другая')
  wire.answer(returnReview, () => {
    now({ ...REVIEW, returned: { by: 'Бахтиёр', word: 'Цена другая' } })
    return { ok: true }
  })
  await press('Вернуть')
  await says('Возвращено: Бахтиёр · Цена другая')
  now({ ...REVIEW, asked_at: '2026-11-27T07:00:00.000Z' })
  reload()
  await press('Посмотреть и решить')
  expect((await field('Что поправить')).value).toBe('')
})

test('an author may take it back, decides nothing, and reads why it came back', async () => {
  now({ ...REVIEW, is_for_me: false, is_current: false })
  open()
  await says('написано после отправки — не войдёт')
  await saysNo('Посмотреть и решить')
  wire.answer(withdrawReview, () => {
    now({ ...REVIEW, is_for_me: false, returned: { by: 'Бахтиёр', word: 'Цена другая' } })
    return { ok: true }
  })
  await press('Отозвать')
  await says('Возвращено: Бахтиёр · Цена другая')
})

test('where it is wanted, publishing sends to the second editor', async () => {
  now(null)
  wire.answer(getSchedule, { schedule: null, state: 'changed' })
  wire.answer(askReview, { ok: true })
  const onAsked = vi.fn()
  const no = () => undefined
  openScreen(
    wire,
    <PublishDialog
      materialId="11"
      revision={4}
      state="draft"
      text={{ title: 'Меню', content: '<p>Текст</p>' }}
      problems={[]}
      tree={undefined}
      onPublished={no}
      onScheduled={no}
      onAsked={onAsked}
      onClose={no}
    />,
  )
  await says('Материал выйдет, когда его одобрит другой редактор.')
  await press('Отправить на проверку')
  await eventually(() => expect(onAsked).toHaveBeenCalled())
  expect(wire.sent(askReview).map(({ body }) => JSON.parse(String(body)))).toEqual([
    { revision: 4, at: null },
  ])
  expect(wire.sent(publishMaterial)).toEqual([])
})
