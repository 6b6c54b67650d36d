// @vitest-environment happy-dom

import type { WireRequest } from '@podmoga/contract/client'
import {
  type AdminRestaurant,
  addRestaurant,
  archiveRestaurant,
  changeRestaurant,
  findRestaurants,
  importRestaurants,
  listAdminRestaurants,
  listTimezones,
  restoreRestaurant,
} from '@podmoga/contract/desk/admin'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  attach,
  button,
  buttons,
  choose,
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { RestaurantsPage } from './restaurants.page.tsx'

const CORNER: AdminRestaurant = {
  ...{ id: '4', name: 'Самса на углу', timezone: 'Asia/Tashkent', timezone_name: 'Ташкент, UTC+5' },
  ...{ hours: null, archived_at: null, people: 3, city: null, chain: null, groups: [] },
}
const wire = wireOfEach()
let restaurants: AdminRestaurant[] = []
const queryOf = ({ url }: WireRequest) => new URL(url, 'http://desk.test').searchParams
beforeEach(() => {
  localStorage.clear()
  restaurants = [CORNER]
  wire.answer(findRestaurants, (request) => {
    const wantsArchived = queryOf(request).get('only') === 'archived'
    const found = restaurants.filter(({ archived_at }) => (archived_at !== null) === wantsArchived)
    return {
      ...{ results: found.map((one) => ({ ...one, last_ticket_at: null })), next: null, total: found.length },
      ...{ cities: [], chains: [], groups: [] },
    }
  })
  wire.answer(listTimezones, {
    timezones: [
      { id: 'Asia/Tashkent', name: 'Ташкент, UTC+5' },
      { id: 'Asia/Samarkand', name: 'Самарканд, UTC+5' },
    ],
  })
})
const open = () => openScreen(wire, <RestaurantsPage />, '/admin/restaurants', ['admin'])

test('a new restaurant: a name that is taken and hours that are none are said at their fields, and what was typed stays', async () => {
  wire.answer(addRestaurant, { id: '5' })
  wire.fail(addRestaurant, {
    ...{ code: 'name_taken', error: 'Такое название уже есть.' },
    fields: { name: 'Такой ресторан уже есть' },
  })
  open()
  await press('Добавить ресторан')
  await press('Сохранить')
  await says('Обязательное поле')
  await fill('Название', 'Чайхана Навруз')
  await fill('Город', 'Самарканд')
  await press('Сохранить')
  await says('Такой ресторан уже есть')
  await isAccessible()
  await fill('Название', 'Самса у моста')
  await fill('Понедельник', 'с утра')
  await press('Сохранить')
  await says('Непонятно: «с утра». Часы в виде 10:00-23:00')
  expect(wire.sent(addRestaurant)).toHaveLength(1)
  await fill('Понедельник', '10:00 – 23:00')
  expect((await field('Город')).value).toBe('Самарканд')
  await press('Сохранить')
  await saysNo('Новый ресторан')
  expect(wire.bodies(addRestaurant).at(-1)).toMatchObject({
    ...{ name: 'Самса у моста', city: 'Самарканд', timezone: 'Asia/Tashkent' },
    hours: ['10:00-23:00', '', '', '', '', '', ''],
  })
})

test('what another admin has saved meanwhile is told and kept; what is typed here stays, goes over it or gives way', async () => {
  const theirs = { ...CORNER, city: 'Хива', hours: ['', '', '', '', '', '', '10:00-23:00'] }
  wire.answer(changeRestaurant, { ok: true })
  const message = 'Пока вы меняли, это изменил другой человек: Дилноза Юсупова.'
  const late = () => {
    wire.fail(changeRestaurant, { code: 'changed_meanwhile', error: message })
    wire.answer(listAdminRestaurants, { restaurants: [theirs] })
  }
  open()
  late()
  await press('Изменить: Самса на углу')
  await fill('Название', 'Самса у моста')
  await fill('Город', 'Бухара')
  await press('Сохранить')
  await says(message)
  await says('Город: Хива')
  await says('Воскресенье: 10:00-23:00')
  await isAccessible()
  expect((await field('Название')).value).toBe('Самса у моста')
  expect((await field('Город')).value).toBe('Бухара')
  expect((await field('Воскресенье')).value).toBe('10:00-23:00')
  restaurants = [theirs]
  await press('Сохранить')
  await saysNo('Город: Хива')
  const { name, timezone, groups, chain } = CORNER
  expect(wire.bodies(changeRestaurant)).toMatchObject([
    { city: 'Бухара', hours: null, was: { name, timezone, groups, chain, city: null, hours: null } },
    {
      name: 'Самса у моста',
      city: 'Бухара',
      hours: theirs.hours,
      was: { city: 'Хива', hours: theirs.hours },
    },
  ])

  restaurants = [CORNER]
  late()
  await press('Изменить: Самса на углу')
  await fill('Город', 'Термез')
  await press('Сохранить')
  await press('Взять сохранённое')
  await saysNo(message)
  expect((await field('Город')).value).toBe('Хива')
})

test('what was typed of a restaurant is there after a reload, over what it was typed; left or saved it is gone', async () => {
  wire.answer(changeRestaurant, { ok: true })
  open()
  await press('Изменить: Самса на углу')
  await fill('Город', 'Бухара')
  await fill('Понедельник', '10-23')
  // Another admin has renamed it in the meantime.
  restaurants = [{ ...CORNER, name: 'Самса у моста' }]
  reload()
  await press('Изменить: Самса у моста')
  expect([(await field('Город')).value, (await field('Понедельник')).value]).toEqual(['Бухара', '10-23'])
  await press('Сохранить')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(wire.bodies(changeRestaurant)).toMatchObject([
    { city: 'Бухара', was: { name: 'Самса на углу', city: null } },
  ])
  await press('Изменить: Самса у моста')
  expect([(await field('Название')).value, (await field('Город')).value]).toEqual(['Самса у моста', ''])
  await fill('Город', 'Хива')
  await press('Отмена')
  reload()
  await press('Изменить: Самса у моста')
  expect((await field('Город')).value).toBe('')
})

test('hours that were stored before they were refused say which day they hold back, though only the name was changed', async () => {
  restaurants = [{ ...CORNER, hours: ['', '', '10:00-24:59', '', '', '', ''] }]
  wire.answer(changeRestaurant, { ok: true })
  open()
  await press('Изменить: Самса на углу')
  await fill('Название', 'Самса у моста')
  await press('Сохранить')
  const day = await field('Среда')
  expect(day.getAttribute('aria-invalid')).toBe('true')
  await says('Времени 24:59 не бывает, последнее — 24:00.')
  await fill('Среда', '10:00-24:00')
  await press('Сохранить')
  await eventually(() => expect(wire.bodies(changeRestaurant)).toMatchObject([{ name: 'Самса у моста' }]))
})

test('one that is put away is among the archived, and comes back from there', async () => {
  wire.answer(archiveRestaurant, () => {
    restaurants = [{ ...CORNER, archived_at: '2026-11-27T10:00:00.000Z' }]
    return { ok: true }
  })
  wire.answer(restoreRestaurant, () => {
    restaurants = [CORNER]
    return { ok: true }
  })
  open()
  await press('Ещё: Самса на углу')
  await press('В архив')
  await says('Сотрудники больше не войдут в этот ресторан')
  await isAccessible()
  const [sure] = await eventually(() => {
    const found = buttons('В архив').filter((one) => one.closest('[role="dialog"]') !== null)
    expect(found).toHaveLength(1)
    return found
  })
  sure?.click()
  await says('Таких ресторанов нет')
  await fill('Показать', 'archived')
  await press('Вернуть из архива: Самса на углу')
  await says('Таких ресторанов нет')
  await fill('Показать', 'any')
  await button('Изменить: Самса на углу')
  expect(wire.sent(restoreRestaurant)).toHaveLength(1)
})

test('restaurants of a file are told their fates before any is brought in', async () => {
  const isDry = ({ body }: WireRequest) => (body as FormData).get('dry_run') === 'true'
  wire.answer(importRestaurants, {
    columns: ['Название', 'Часовой пояс'],
    rows: [
      { line: 2, name: 'Лепёшка', fate: 'add', says: 'Новый' },
      {
        ...{ line: 3, name: 'Самса', fate: 'bad', says: 'Часовой пояс: Недопустимое значение' },
        cells: ['Самса', 'Луна'],
      },
    ],
    counts: { add: 1, change: 0, same: 0, bad: 1 },
  })
  open()
  await press('Рестораны из файла')
  await attach('Файл ресторанов', new File(['Название;Часовой пояс\nЛепёшка;\nСамса;Луна'], 'сеть.csv'))
  await says('Строка 3: Часовой пояс: Недопустимое значение')
  await says('Лепёшка')
  await isAccessible()
  await tick('Только с ошибками')
  await saysNo('Строка 2')
  // The original row, to be fixed and imported again.
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  await press('Скачать строки с ошибками')
  const [[file] = []] = saved.mock.calls
  expect(file instanceof Blob && (await file.text())).toBe(
    '\u{feff}"Название";"Часовой пояс";"Строка";"Почему не подходит"\r\n"Самса";"Луна";"3";"Часовой пояс: Недопустимое значение"\r\n',
  )
  saved.mockRestore()
  await press('Внести: 1 строка')
  await says('Рестораны: добавлено 1, изменено 0')
  expect(wire.sent(importRestaurants).map(isDry)).toEqual([true, false])
})

test('a time zone is found by its city', async () => {
  wire.answer(addRestaurant, { id: '5' })
  open()
  await press('Добавить ресторан')
  await fill('Название', 'Самса')
  await press('Часовой пояс')
  await fill('Город или Asia/Tashkent', 'самарк')
  await choose(null, 'Самарканд, UTC+5')
  await press('Сохранить')
  await saysNo('Новый ресторан')
  expect(wire.bodies(addRestaurant)[0]).toMatchObject({ timezone: 'Asia/Samarkand' })
})

test('on a phone the choices stand behind one button, and what is chosen is a chip', async () => {
  const wide = window.innerWidth
  window.innerWidth = 390
  onTestFinished(() => {
    window.innerWidth = wide
  })
  open()
  await says('Самса на углу')
  await field('Найти ресторан')
  expect(document.querySelector('select')).toBeNull()
  await press('Фильтры')
  await fill('Показать', 'archived')
  await press('Готово')
  await says('Таких ресторанов нет')
  await button('Фильтры: 1')
  await isAccessible()
  await press('Убрать фильтр «Показать: В архиве»')
  await says('Самса на углу')
  await button('Фильтры')
})
