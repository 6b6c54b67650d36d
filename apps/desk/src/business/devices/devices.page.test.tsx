// @vitest-environment happy-dom
import { listAdminRestaurants } from '@podmoga/contract/desk/admin'
import { listDevices } from '@podmoga/contract/desk/devices'
import { listDeskRestaurants } from '@podmoga/contract/desk/tickets'
import { expect, test } from 'vitest'
import {
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { DevicesPage } from './devices.page.tsx'

const wire = wireOfEach()

test('a list that is empty says so, and one that was searched in vain says that', async () => {
  wire.answer(listAdminRestaurants, { restaurants: [] })
  wire.answer(listDevices, { results: [], next: null })
  openScreen(wire, <DevicesPage />, '/devices', ['admin'])
  await says('Устройств пока нет')
  await isAccessible()
  expect(await field('Найти устройство')).toHaveProperty('placeholder', 'Название, модель, номер, место')
  await fill('Найти устройство', 'печь')
  await says('Таких устройств нет')
  await saysNo('Устройств пока нет')
})

const restaurant = (id: string) => ({
  ...{ id, name: 'Чайхана', timezone: 'Asia/Tashkent', timezone_name: 'Ташкент, UTC+5', hours: null },
  ...{ archived_at: null, people: 1, city: null, chain: null, groups: [] },
})
const device = (id: string, restaurant: string) => ({
  ...{ id, name: `Касса ${id}`, kind: 'till', kind_name: 'Касса', model: '', serial: '', place: '' },
  ...{ photo: null, archived_at: null, tickets: 0, restaurant: { id: restaurant, name: 'Плов Центр' } },
})

const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent)

test('an agent finds every device and its stickers, and nothing that would be refused', async () => {
  wire.answer(listDeskRestaurants, { restaurants: [{ id: '1', name: 'Плов Центр' }] })
  wire.answer(listDevices, { results: [device('1', '1')], next: null })
  openScreen(wire, <DevicesPage />, '/devices', ['agent'])
  await says('Касса 1')
  await says('Наклейки')
  await isAccessible()
  expect(buttons()).not.toContain('Изменить')
  await saysNo('Добавить устройство')
  await saysNo('Устройства из файла')
  expect(wire.sent(listAdminRestaurants)).toEqual([])
})

test('a manager who is an agent as well changes the devices of their own restaurants alone', async () => {
  wire.answer(listAdminRestaurants, { restaurants: [restaurant('2')] })
  wire.answer(listDeskRestaurants, { restaurants: [{ id: '1', name: 'Плов Центр' }] })
  wire.answer(listDevices, { results: [device('1', '1'), device('2', '2')], next: null })
  openScreen(wire, <DevicesPage />, '/devices', ['manager', 'agent'])
  await says('Касса 2')
  await eventually(() => expect(buttons().filter((text) => text === 'Изменить')).toHaveLength(1))
})
