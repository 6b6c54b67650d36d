import { expect, test } from 'vitest'
import { BUSINESS_PAGES } from './business-pages.ts'

test.each([
  ['/admin/people', 'Сотрудники'],
  ['/admin/restaurants', 'Рестораны'],
  ['/admin/handbook', 'Справочники'],
  ['/admin/settings', 'Настройки'],
  ['/admin/journal', 'Журнал'],
  ['/admin/keys', 'Ключи'],
  ['/admin/state', 'Состояние'],
  ['/devices', 'Устройства'],
])('%s is called by the word that the contract has for it', (href, label) => {
  expect(BUSINESS_PAGES).toContainEqual(expect.objectContaining({ href, label }))
})
