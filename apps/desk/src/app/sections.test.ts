import { expect, test } from 'vitest'
import { firstSection, mayEnter, sectionAt } from './sections.ts'

test('devices are open to whoever may read them, and the pages of the business to none of them', () => {
  const devices = sectionAt('/devices/stickers')
  const open = (section: ReturnType<typeof sectionAt>) =>
    (['agent', 'editor', 'manager', 'admin', 'operator'] as const).filter(
      (role) => section !== null && mayEnter(section, [role]),
    )
  expect(open(devices)).toEqual(['agent', 'manager', 'admin'])
  expect(open(sectionAt('/admin/groups'))).toEqual(['manager', 'admin', 'operator'])
  expect(open(sectionAt('/service/groups'))).toEqual(['agent', 'manager', 'admin'])
  expect(firstSection(['manager'])).toBe('/admin')
  expect([sectionAt('/tickets/5'), sectionAt('/presence')]).toEqual(['tickets', null])
})
