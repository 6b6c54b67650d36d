import type { Module } from '../../module.ts'
import type { FindTicket } from '../../ports/domains/find-ticket.ts'
import { takeClocks } from './clocks.sql.ts'
import { groupNames } from './group-names.sql.ts'
import type { keepLevels } from './levels.job.ts'
import { levelRoutes } from './levels.routes.ts'

export { keepLevels } from './levels.job.ts'
export { makeLevelOf } from './levels.routes.ts'

/** Service levels: by when support must answer or close, in its working hours. */
export const levels: Module<{ levels: ReturnType<typeof keepLevels>; findTicket: FindTicket }> = {
  name: 'service/levels',
  tables: ['service_cursors', 'service_news', 'service_versions', 'ticket_clocks'],
  routes: ({ on, deps }, { levels: { handleEvents }, findTicket }) =>
    levelRoutes(on, deps, { handleEvents, findTicket }),
  jobs: (_deps, { levels: { jobs } }) => jobs,
  ofTickets: ['ticket_clocks.ticket_id'],
  takeAlong: takeClocks,
  restaurantGroups: groupNames,
}
