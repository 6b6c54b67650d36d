import type { Module } from '../../module.ts'
import type { TopicsOf } from '../../ports/domains/topics-of.ts'
import { deviceRoutes } from './devices.routes.ts'
import { takeDeviceTickets } from './devices.sql.ts'
import { deviceImportRoutes } from './import.routes.ts'
import { scanRoutes } from './scan.routes.ts'

export { linkDevice } from './scan.routes.ts'

/**
 * Restaurant equipment that breaks: maintained by admins and managers, scanned by staff, shown to agents next to a
 * ticket.
 */
export const devices: Module<{ topicsOf: TopicsOf }> = {
  name: 'business/devices',
  tables: ['device_tickets', 'devices'],
  routes: (given, { topicsOf }) => {
    deviceRoutes(given.on, given.deps)
    deviceImportRoutes(given.on, given.deps)
    scanRoutes(given, topicsOf)
  },
  ofTickets: ['device_tickets.ticket_id'],
  takeAlong: takeDeviceTickets,
  files: [{ table: 'devices', column: 'photo_key' }],
}
