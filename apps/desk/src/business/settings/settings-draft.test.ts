import type { AdminSettings } from '@podmoga/contract/desk/settings'
import { SETTINGS, type Setting } from '@podmoga/contract/settings-table'
import { expect, test } from 'vitest'
import { draftOf, valuesOf } from './settings-draft.ts'

const values = {
  // Defaults for the settings that these tests do not use.
  ...(Object.fromEntries(
    Object.entries<Setting>(SETTINGS).map(([name, row]): [string, unknown] => [name, row.initial ?? 1]),
  ) as AdminSettings['values']),
  brand: 'Подмога',
  support_phone: '',
  support_email: '',
  panel_url: '',
  marketplace_url: '',
  working_hours: null,
  holidays: [],
  tickets_per_10_minutes: 10,
  replies_per_minute: 30,
  file_max_bytes: 20 * 1024 * 1024,
  files_max: 10,
  password_min: 8,
  status_page: false,
  two_steps: false,
}

test('only what the business has set stands in the form, and an empty line is the installation’s', () => {
  const draft = draftOf({ values, own: ['file_max_bytes'] })
  expect(draft).toMatchObject({ brand: '', file_max_bytes: '20', files_max: '' })
  expect(valuesOf(draft)).toMatchObject({
    brand: null,
    file_max_bytes: values.file_max_bytes,
    working_hours: null,
  })
})

test('hours and sizes are taken as people type them', () => {
  const draft = { ...draftOf({ values, own: [] }), file_max_bytes: '1,5', holidays: ['2026-01-01'] }
  draft.working_hours[0] = ' 09:00 – 18:00 '
  expect(valuesOf(draft)).toMatchObject({
    file_max_bytes: 1.5 * 1024 * 1024,
    working_hours: ['09:00-18:00', '', '', '', '', '', ''],
    holidays: ['2026-01-01'],
  })
})
