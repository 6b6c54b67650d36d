import type { Module } from '../../module.ts'
import { exportRoutes, type IsAlive } from './export.routes.ts'
import { takeFacts } from './facts.sql.ts'
import { checkFigures } from './figures.check.ts'
import type { keepFigures } from './figures.job.ts'
import { figureRoutes } from './figures.routes.ts'
import { forgetLookups } from './lookups.sql.ts'

export { beginRecount } from './cursor.sql.ts'
export { keepFigures } from './figures.job.ts'

/** How support did, in figures: kept sums of what has happened to tickets. */
export const figures: Module<{ figures: ReturnType<typeof keepFigures>; mayStillRead: IsAlive }> = {
  name: 'service/figures',
  tables: ['figure_cursors', 'figure_facts', 'figure_lookups', 'figure_periods', 'figure_sums'],
  routes: ({ app, on, deps }, { mayStillRead }) => {
    figureRoutes(on, deps)
    exportRoutes(app, on, deps, mayStillRead)
  },
  jobs: (_deps, { figures }) => figures.jobs,
  people: { 'figure_facts.agent_id': 'kept', 'figure_lookups.person_id': 'cleared' },
  forget: forgetLookups,
  ofTickets: ['figure_facts.ticket_id'],
  takeAlong: takeFacts,
  checks: [checkFigures],
}
