import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { lazyPage } from '@podmoga/ui/lib/lazy-page'
import type { Feature } from '../../lib/feature.ts'

const DevicePage = lazyPage(() => import('./device.page.tsx').then((module) => module.DevicePage))

/** A device's sticker opens a new ticket about that device. */
export const device: Feature = {
  pages: ({ newTicket }) => [{ path: STAFF_PAGES.device, element: <DevicePage form={newTicket} /> }],
  kept: { 'device scanned': 20 },
  offline: async () => ({ pages: [() => import('./device.page.tsx')] }),
}
