import type { Module } from '../../module.ts'
import type { Notifications } from '../notifications/notifications.routes.ts'
import { shiftRoutes } from './shifts.routes.ts'
import { forgetOwnShifts, listHandedOver, sweepShifts, takeHanded } from './shifts.sql.ts'

/** Who is on shift in a restaurant, and handovers to the next shift. */
export const shifts: Module<{ notifications: Pick<Notifications, 'wake' | 'devicesOf'> }> = {
  name: 'tickets/shifts',
  tables: ['handover_tickets', 'handovers', 'shifts'],
  routes: ({ on, deps }, { notifications }) => shiftRoutes(on, deps, notifications),
  jobs: ({ sql, clock }) => ({ 'old shifts': sweepShifts(sql, clock) }),
  people: {
    'handovers.accepted_by': 'kept',
    'handovers.author_id': 'kept, given',
    'shifts.person_id': 'cleared',
  },
  forget: forgetOwnShifts,
  exports: { chapters: { 'переданные смены': listHandedOver } },
  ofTickets: ['handover_tickets.ticket_id'],
  takeAlong: takeHanded,
}
