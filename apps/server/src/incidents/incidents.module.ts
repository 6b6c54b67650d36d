import type { Module } from '../module.ts'
import { deskIncidentRoutes } from './desk/desk.routes.ts'
import { forgetTaps, listOwnTaps, takeLinks } from './duties.sql.ts'
import { groupNames } from './group-names.sql.ts'
import type { IncidentNeeds } from './incidents.needs.ts'
import { pushUpdates } from './push.job.ts'
import { staffIncidentRoutes } from './staff/staff.routes.ts'
import { serveStatus } from './status/status.page.ts'
import type { countTaps } from './taps.job.ts'

export { noteAnswered } from './desk/answered.ts'
export { countTaps } from './taps.job.ts'

/** Incidents: outages that affect many restaurants, created by support, confirmed by restaurants, ended and reported. */
export const incidents: Module<{ incidents: IncidentNeeds & { taps: ReturnType<typeof countTaps> } }> = {
  name: 'incidents',
  tables: [
    'incident_restaurants',
    'incident_tap_files',
    'incident_taps',
    'incident_tickets',
    'incident_updates',
    'incidents',
  ],
  routes: ({ app, on, deps }, { incidents: needs }) => {
    staffIncidentRoutes(on, deps, needs.taps.tapped)
    deskIncidentRoutes(on, deps, needs)
    serveStatus(app, deps)
  },
  jobs: (deps, { incidents: needs }) => ({
    'incident taps': needs.taps.job,
    'incident notices': pushUpdates(deps, needs),
  }),
  people: {
    'incident_tap_files.person_id': 'cleared',
    'incident_taps.person_id': 'cleared, given',
    'incident_updates.person_id': 'kept',
    'incidents.created_by': 'kept',
  },
  forget: forgetTaps,
  exports: { chapters: { 'отметки об инцидентах': listOwnTaps } },
  ofTickets: ['incident_tickets.ticket_id'],
  takeAlong: takeLinks,
  restaurantGroups: groupNames,
  files: [{ table: 'incident_tap_files', column: 'file_key', size: 'size' }],
}
