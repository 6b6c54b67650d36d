// @vitest-environment happy-dom

import {
  listRestaurantGroups,
  type RestaurantGroup,
  removeRestaurantGroup,
  renameRestaurantGroup,
} from '@podmoga/contract/desk/restaurants/groups'
import { beforeEach, expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { AllGroupsDialog } from './all-groups-dialog.tsx'

const wire = wireOfEach()
let groups: RestaurantGroup[] = []
beforeEach(() => {
  groups = [
    {
      ...{ name: 'Аэропорт', restaurants: 12 },
      uses: [
        { what: 'material', count: 4, names: ['Касса', 'Смена', 'Терминал'], holds: true },
        { what: 'view', count: 1, names: [], holds: false },
      ],
    },
    { name: 'Вокзал', restaurants: 1, uses: [{ what: 'view', count: 2, names: ['Общий'], holds: false }] },
  ]
  wire.answer(listRestaurantGroups, () => ({ groups }))
})
const open = () => openScreen(wire, <AllGroupsDialog onClose={() => undefined} />, '/', ['admin'])

test('the uses of a group are shown; after a rename the list is refetched', async () => {
  wire.answer(renameRestaurantGroup, () => {
    groups = groups.map((one) => (one.name === 'Вокзал' ? { ...one, name: 'Северный вокзал' } : one))
    return { ok: true, name: 'Северный вокзал' }
  })
  open()
  await says('Называют: 4 материала («Касса», «Смена», «Терминал» и др.), 1 фильтр очереди')
  await isAccessible()
  await press('Переименовать группу «Вокзал»')
  expect((await field('Новое название')).value).toBe('Вокзал')
  await fill('Новое название', 'Северный вокзал')
  await isAccessible()
  await press('Сохранить')
  await says('Теперь это «Северный вокзал»')
  await eventually(async () => says('Группы ресторанов'))
  expect(wire.bodies(renameRestaurantGroup)).toEqual([
    { name: 'Вокзал', to: 'Северный вокзал', merges: false },
  ])
})

test('renaming to an existing name asks before merging; typing another name drops the question', async () => {
  wire.answer(renameRestaurantGroup, { ok: true, name: 'Аэропорт' })
  const taken = { code: 'name_taken' as const, error: 'Группа «Аэропорт» уже есть.' }
  const refused = { ...taken, fields: { to: 'Группа «Аэропорт» уже есть' } }
  wire.fail(renameRestaurantGroup, refused, refused)
  open()
  await press('Переименовать группу «Вокзал»')
  await fill('Новое название', 'Аэропорт')
  await press('Сохранить')
  await says('всё, что называло «Вокзал», станет относиться ко всем ресторанам «Аэропорт»')
  await isAccessible()
  await fill('Новое название', 'Аэропорт 2')
  await saysNo('станет относиться')
  await fill('Новое название', 'Аэропорт')
  await press('Сохранить')
  await says('станет относиться')
  await press('Объединить')
  await says('Группы объединены в «Аэропорт»')
  expect(wire.bodies(renameRestaurantGroup).map(({ merges }) => merges)).toEqual([false, false, true])
})

test('a group in use is not removed; one used only by filters is, after confirmation', async () => {
  wire.answer(removeRestaurantGroup, { ok: true })
  open()
  await press('Убрать группу «Аэропорт»')
  await says('Группу «Аэропорт» убрать нельзя')
  await says('4 материала')
  await press('К группам')
  await press('Убрать группу «Вокзал»')
  await says(
    'Её не станет в 1 ресторане, сами рестораны останутся. Останутся без ресторанов: 2 фильтра очереди.',
  )
  await isAccessible()
  await press('Убрать')
  await says('Группы «Вокзал» больше нет')
  expect(wire.bodies(removeRestaurantGroup)).toEqual([{ name: 'Вокзал' }])
})
