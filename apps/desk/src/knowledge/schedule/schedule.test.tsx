// @vitest-environment happy-dom
import { getReview } from '@podmoga/contract/desk/material/review'
import { cancelSchedule, getSchedule, scheduleMaterial } from '@podmoga/contract/desk/material/schedule'
import { publishMaterial } from '@podmoga/contract/desk/materials'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  closeScreen,
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { PublishDialog } from '../material/publish-dialog.tsx'
import { minuteText } from './schedule.texts.ts'
import { ScheduleBar } from './schedule-bar.tsx'

const wire = wireOfEach()
beforeEach(() => wire.answer(getReview, { is_needed: false, state: 'draft', review: null }))

const SET = {
  ...{ publish_at: '2026-12-03T04:00:00.000Z', local: '2026-12-03T09:00', zone: 'Asia/Tashkent' },
  ...{ set_by: 'Алиса', is_current: true },
}
const tree = { business: { id: '1', name: 'Навруз' }, zone: 'Asia/Tashkent', editors: [], sections: [] }
const dialog = (onScheduled: (local: string) => void, onPublished: (revision: number) => void) => (
  <PublishDialog
    materialId="11"
    revision={4}
    state="draft"
    text={{ title: 'Меню', content: '<p>Текст</p>' }}
    problems={[]}
    tree={tree}
    onPublished={onPublished}
    onScheduled={onScheduled}
    onAsked={() => undefined}
    onClose={() => undefined}
  />
)

test('a minute is said as people say it', () => {
  expect(minuteText('2026-12-03T09:00')).toBe('3 декабря в 9:00')
})

test('a moment is asked for before it is set, sent once for two presses by the clock of the business, and a refusal keeps it', async () => {
  wire.answer(getSchedule, { schedule: null, state: 'draft' })
  const onScheduled = vi.fn()
  const onPublished = vi.fn()
  openScreen(wire, dialog(onScheduled, onPublished))
  ;(await field('Выпустить позже, в назначенное время')).click()
  await eventually(async () => expect((await field('Когда выйдет')).value).toMatch(/T09:00$/))
  await fill('Когда выйдет', '')
  await press('Назначить')
  await says('Выберите день и время.')
  await fill('Когда выйдет', '2026-12-03T09:00')
  wire.fail(scheduleMaterial, { code: 'stale_draft', error: 'Материал уже изменён.' })
  await press('Назначить')
  await says('Материал уже изменён.')
  expect((await field('Когда выйдет')).value).toBe('2026-12-03T09:00')
  wire.answer(scheduleMaterial, { schedule: SET, state: 'draft', problems: [] })
  await press('Назначить')
  await eventually(() => expect(onScheduled).toHaveBeenCalledWith('2026-12-03T09:00'))
  expect(wire.sent(scheduleMaterial).map(({ body }) => JSON.parse(String(body)))).toEqual([
    { revision: 4, at: '2026-12-03T09:00' },
    { revision: 4, at: '2026-12-03T09:00' },
  ])
  expect(onPublished).not.toHaveBeenCalled()
  expect(wire.sent(publishMaterial)).toEqual([])
})

test('whoever publishes at once reads that what was set will not come', async () => {
  wire.answer(getSchedule, { schedule: SET, state: 'draft' })
  openScreen(wire, dialog(vi.fn(), vi.fn()))
  await says('Назначенный выход 3 декабря в 9:00 отменится.')
})

test('the bar shows when the text is published, whether it is this text, and a cancel button', async () => {
  let schedule: typeof SET | null = SET
  wire.answer(getSchedule, () => ({ schedule, state: 'draft' as const }))
  const onOut = vi.fn()
  const bar = (isChanging: boolean) => <ScheduleBar materialId="11" isChanging={isChanging} onOut={onOut} />
  openScreen(wire, bar(false))
  await says('Выйдет 3 декабря в 9:00 · Алиса')
  await saysNo('выйдет прежний')
  wire.answer(cancelSchedule, () => {
    schedule = null
    return { ok: true }
  })
  await press('Отменить выход')
  await saysNo('Выйдет 3 декабря')
  await says('Выход отменён, черновик остался')
  expect(wire.sent(cancelSchedule)).toHaveLength(1)
  await eventually(() => expect(onOut).toHaveBeenCalledWith('draft'))
  closeScreen()

  wire.answer(getSchedule, { schedule: { ...SET, is_current: false }, state: 'changed' })
  openScreen(wire, bar(false))
  await says('выйдет прежний')
})
