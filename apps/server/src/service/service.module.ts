import type { Module } from '../module.ts'
import { takeClocks } from './levels/clocks.sql.ts'
import type { keepLevels } from './levels/levels.job.ts'
import { levelRoutes } from './levels/levels.routes.ts'

export { keepLevels } from './levels/levels.job.ts'

/** Service levels: what support owes its restaurants, and by when. */
export const service: Module<{ levels: ReturnType<typeof keepLevels> }> = {
  name: 'service',
  tables: ['service_cursors', 'service_news', 'service_versions', 'ticket_clocks'],
  routes: ({ on, deps }, { levels }) => levelRoutes(on, deps, levels.hear),
  jobs: (_deps, { levels }) => levels.jobs,
  ofTickets: ['ticket_clocks.ticket_id'],
  takeAlong: takeClocks,
}
