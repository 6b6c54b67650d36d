// @vitest-environment happy-dom
import { getOwnPresence, setOwnPresence, setOwnSchedule } from '@podmoga/contract/desk/groups'
import type { Answer } from '@podmoga/contract/endpoint'
import { beforeEach, expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  openScreen,
  press,
  says,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { PresencePage } from './presence.page.tsx'

const OFF: Answer<typeof getOwnPresence> = { state: 'off', since: null, schedule: null }
const wire = wireOfEach()
let now: Answer<typeof getOwnPresence>
beforeEach(() => {
  now = OFF
  wire.answer(getOwnPresence, () => now)
})
const isOn = async (name: string) => ((await field(name)) as HTMLInputElement).checked

test('an agent says that they are at work; a word that did not arrive changes nothing', async () => {
  wire.answer(setOwnPresence, () => {
    now = { ...OFF, state: 'work', since: '2026-11-27T04:00:00.000Z' }
    return now
  })
  openScreen(wire, <PresencePage />)
  wire.fail(setOwnPresence, 'lost')
  await tick('На работе')
  await says('Нет связи с сервером')
  expect(await isOn('Не работаю')).toBe(true)
  await tick('На работе')
  await eventually(async () => expect(await isOn('На работе')).toBe(true))
  expect(wire.bodies(setOwnPresence)).toEqual([{ state: 'work' }, { state: 'work' }])
})

test('a schedule has hours, or is no schedule', async () => {
  const schedule = { zone: 'Asia/Tashkent', week: ['09:00-18:00', '', '', '', '', '', ''] }
  wire.answer(setOwnSchedule, { ...OFF, schedule })
  openScreen(wire, <PresencePage />)
  await press('Сохранить расписание')
  await says('Укажите часы хотя бы одного дня')
  expect(wire.sent(setOwnSchedule)).toEqual([])
  await fill('Понедельник', '09:00-18:00')
  await press('Сохранить расписание')
  await says('Сохранено')
  expect(wire.bodies(setOwnSchedule)[0].schedule.week).toEqual(schedule.week)
  wire.answer(setOwnSchedule, OFF)
  await press('Без расписания')
  await eventually(() => expect(wire.bodies(setOwnSchedule)[1]).toEqual({ schedule: null }))
  await eventually(async () => expect((await field('Понедельник')).value).toBe(''))
})
