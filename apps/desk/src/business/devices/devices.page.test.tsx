// @vitest-environment happy-dom
import { listAdminRestaurants } from '@podmoga/contract/desk/admin'
import { listDevices } from '@podmoga/contract/desk/devices'
import { expect, test } from 'vitest'
import { field, fill, isAccessible, openScreen, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
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
