// @vitest-environment happy-dom

import { listTimezones } from '@podmoga/contract/desk/admin'
import { getGroups, setGroups } from '@podmoga/contract/desk/groups'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { LIST_LIMITS } from '@podmoga/contract/fields/list-limits'
import { refusalText } from '@podmoga/contract/refusals'
import { expect, test } from 'vitest'
import {
  button,
  eventually,
  field,
  fill,
  focused,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { EditGroupsPage } from './groups.page.tsx'
import { LevelsPage } from './levels.page.tsx'

const wire = wireOfEach()

const NO_GROUPS = { groups: [], agents: [], restaurants: [], version: '0' }
const GROUP = {
  ...{ id: null, name: 'Новая группа', restaurant_ids: [], categories: [], member_ids: [] },
  ...{ way: 'load' as const, most: null },
}
const SHIFT = { zone: 'Asia/Tashkent', week: null as string[] | null, is_zone_known: true }
const NO_LEVELS = {
  ...{ targets: [], usual_week: null, days_off: [], restaurants: [], version: '0' },
  shifts: [SHIFT],
}

const MOST = 'Не больше открытых у одного'
const FIRST = 'Первый ответ, минут'

test('groups: a failed load is asked for again, none is said, a limit has its bounds, what was typed outlives a refusal', async () => {
  wire.answer(getGroups, NO_GROUPS)
  wire.fail(getGroups, { code: 'internal', error: 'Internal server error' })
  openScreen(wire, <EditGroupsPage />)
  await press('Повторить')
  await says('Групп нет')
  await press('Добавить группу')
  await fill(MOST, '0')
  await press('Сохранить')
  await says('Не меньше 1')
  expect(wire.sent(setGroups)).toEqual([])
  await fill(MOST, '12')
  await saysNo('Не меньше 1')

  reload()
  await says('Правки не сохранены')
  expect((await field(MOST)).value).toBe('12')

  const theirs = { ...GROUP, id: '3', name: 'Ночь' }
  wire.answer(getGroups, { ...NO_GROUPS, groups: [theirs], version: '5' })
  wire.fail(setGroups, { code: 'changed_meanwhile', error: refusalText('changed_meanwhile') })
  await press('Сохранить')
  await says('«Ночь»: добавлено')
  await press('Убрать группу «Ночь»')
  expect((await field(MOST)).value).toBe('12')

  wire.answer(setGroups, ({ body }) => {
    const { groups } = JSON.parse(String(body))
    return { ...NO_GROUPS, groups: groups.map((group: object) => ({ ...group, id: '4' })), version: '1' }
  })
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setGroups).at(-1)).toEqual({ groups: [{ ...GROUP, most: 12 }], version: '5' })
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

test('deadlines: a version changed by other data is saved over at once, another admin’s change is shown', async () => {
  wire.answer(getServiceLevels, NO_LEVELS)
  wire.answer(setServiceLevels, ({ body }) => ({
    ...NO_LEVELS,
    targets: JSON.parse(String(body)).targets,
    version: '9',
  }))
  openScreen(wire, <LevelsPage />)
  await press('Добавить срок')
  await fill(FIRST, '60')
  const versions = () => wire.bodies(setServiceLevels).map(({ version }) => version)
  // The version changed through the settings' hours or a restaurant's group, not through the levels.
  wire.answer(getServiceLevels, { ...NO_LEVELS, version: '7' })
  wire.fail(setServiceLevels, { code: 'stale_draft', error: 'Сроки уже изменил кто-то другой.' })
  await press('Сохранить')
  await says('Сохранено')
  expect(versions()).toEqual(['0', '7'])

  await fill(FIRST, '45')
  const theirs = { name: 'Срочные', priority: null, category: null, restaurant_ids: [] }
  const targets = [{ ...theirs, first_minutes: 5, next_minutes: null, solution_minutes: null }]
  wire.answer(getServiceLevels, { ...NO_LEVELS, targets, version: '10' })
  wire.fail(setServiceLevels, { code: 'stale_draft', error: 'Сроки уже изменил кто-то другой.' })
  await press('Сохранить')
  await says('Сроки: «Срочные»')
  expect((await field(FIRST)).value).toBe('45')
  await press('Взять сохранённое')
  await eventually(async () => expect((await field(FIRST)).value).toBe('5'))
})

test('a group: its agents are chosen of those there are, and no restaurant chosen is all of them', async () => {
  const agents = [{ id: '8', name: 'Малика Исмаилова', business_ids: ['1'], state: 'off' as const }]
  wire.answer(getGroups, { ...NO_GROUPS, agents })
  wire.answer(setGroups, ({ body }) => {
    const { groups } = JSON.parse(String(body))
    return {
      ...NO_GROUPS,
      agents,
      groups: groups.map((group: object) => ({ ...group, id: '4' })),
      version: '1',
    }
  })
  openScreen(wire, <EditGroupsPage />)
  await press('Добавить группу')
  await says('Агенты: 0')
  await says('Рестораны: Все рестораны')
  await tick('Малика Исмаилова, не работает')
  await says('Агенты: 1')
  await press('Сохранить')
  await says('Сохранено')
  expect(wire.bodies(setGroups)).toMatchObject([
    { groups: [{ member_ids: ['8'], restaurant_ids: [], categories: [] }] },
  ])
})

test('a full list says so at «Добавить»; one that is refused as a whole says why, a fault within it only where it is', async () => {
  const { max, message } = LIST_LIMITS.shifts
  wire.answer(getServiceLevels, {
    ...NO_LEVELS,
    shifts: Array.from({ length: max - 1 }, () => ({ ...SHIFT, week: Array<string>(7).fill('25:00') })),
  })
  wire.answer(listTimezones, { timezones: [] })
  openScreen(wire, <LevelsPage />)
  await press('Добавить смену')
  await says(message)
  expect((await button('Добавить смену')).disabled).toBe(true)
  await press(`Убрать смену ${max}`)
  await saysNo(message)
  await press('Сохранить')
  await eventually(() =>
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(7 * (max - 1)),
  )
  expect(document.querySelector('form > [role="alert"]:not(:empty)')).toBeNull()
  for (let at = max - 1; at > 1; at -= 1) await press(`Убрать смену ${at}`)
  await tick('Часы как в настройках бизнеса')
  // Another API client added one first.
  wire.fail(setServiceLevels, { code: 'invalid', error: 'Проверьте поля.', fields: { shifts: message } })
  await press('Сохранить')
  await says(message)
})

test('the focus stays with the work: on what was added, after what was removed, at the arrow that still moves', async () => {
  const groups = ['Утро', 'День', 'Ночь'].map((name, at) => ({ ...GROUP, id: String(at + 3), name }))
  wire.answer(getGroups, { ...NO_GROUPS, groups })
  openScreen(wire, <EditGroupsPage />)
  const use = async (name: string) => {
    ;(await button(name)).focus()
    await press(name)
  }
  const isPart = (name: string) =>
    eventually(() => expect(document.activeElement?.querySelector('legend')?.textContent).toBe(name))
  await use('Поднять «День»')
  await focused('Опустить «День»')
  await use('Опустить «Утро»')
  await focused('Поднять «Утро»')
  await use('Убрать группу «Ночь»')
  await isPart('Утро')
  await use('Убрать группу «Утро»')
  await focused('Добавить группу')
  await use('Добавить группу')
  await isPart('Новая группа')
})
