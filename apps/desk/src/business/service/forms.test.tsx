// @vitest-environment happy-dom
import { getGroups, setGroups } from '@podmoga/contract/desk/groups'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { REFUSAL_TEXTS } from '@podmoga/contract/texts.ru'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  closeScreen,
  eventually,
  field,
  fill,
  makeWire,
  openScreen,
  press,
  says,
  saysNo,
  type Wire,
} from '../../lib/screen.testing.tsx'
import { GroupsPage } from './groups.page.tsx'
import { LevelsPage } from './levels.page.tsx'

let wire: Wire
beforeEach(() => {
  wire = makeWire()
})
afterEach(closeScreen)

const NO_GROUPS = { groups: [], agents: [], restaurants: [], version: '0' }
const NO_LEVELS = {
  ...{ targets: [], usual_week: null, days_off: [], restaurants: [], version: '0' },
  shifts: [{ zone: 'Asia/Tashkent', week: null, is_zone_known: true }],
}

const MOST = 'Не больше открытых у одного'
const FIRST = 'Первый ответ, минут'

test('groups: a failed load is asked for again, none is said, a limit has its bounds, what was typed outlives a refusal', async () => {
  wire.answer(getGroups, NO_GROUPS)
  wire.fail(getGroups, { code: 'internal', error: 'Internal server error' })
  openScreen(wire, <GroupsPage />)
  await press('Повторить')
  await says('Групп нет')
  await press('Добавить группу')
  await fill(MOST, '0')
  await press('Сохранить')
  await says('Не меньше 1')
  expect(wire.sent(setGroups)).toEqual([])
  await fill(MOST, '12')
  await saysNo('Не меньше 1')

  wire.fail(setGroups, { code: 'changed_meanwhile', error: REFUSAL_TEXTS.changed_meanwhile })
  await press('Сохранить')
  await says(REFUSAL_TEXTS.changed_meanwhile)
  expect((await field(MOST)).value).toBe('12')

  wire.answer(setGroups, ({ body }) => {
    const { groups } = JSON.parse(String(body))
    return { ...NO_GROUPS, groups: groups.map((group: object) => ({ ...group, id: '4' })), version: '1' }
  })
  await press('Сохранить')
  await says('Сохранено')
  expect((await field(MOST)).value).toBe('12')
})

test('deadlines: none is said, minutes have their bounds, an empty one is no deadline', async () => {
  wire.answer(getServiceLevels, NO_LEVELS)
  openScreen(wire, <LevelsPage />)
  await says('Сроков нет')
  await press('Добавить срок')
  await fill(FIRST, '0')
  await press('Сохранить')
  await says('Не меньше 1')
  expect(wire.sent(setServiceLevels)).toEqual([])
  await fill(FIRST, '60')
  wire.answer(setServiceLevels, ({ body }) => {
    const { targets } = JSON.parse(String(body))
    return { ...NO_LEVELS, targets, version: '1' }
  })
  await press('Сохранить')
  await eventually(() => expect(wire.sent(setServiceLevels)).toHaveLength(1))
  expect(JSON.parse(String(wire.sent(setServiceLevels)[0]?.body)).targets).toMatchObject([
    { first_minutes: 60, next_minutes: null, solution_minutes: null },
  ])
  await says('Сохранено')
  expect((await field(FIRST)).value).toBe('60')
})
