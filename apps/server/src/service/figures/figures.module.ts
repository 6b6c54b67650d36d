import type { Module } from '../../module.ts'
import type { Letters } from '../../ports/domains/letters.ts'
import type { MayStillRead } from '../../ports/domains/may-still-read.ts'
import { exportRoutes } from './export.routes.ts'
import { takeFacts } from './facts.sql.ts'
import { checkFigures } from './figures.check.ts'
import type { keepFigures } from './figures.job.ts'
import { figureRoutes } from './figures.routes.ts'
import { letterJobs, letterRoutes } from './letter.job.ts'
import { dropLetters } from './letter.sql.ts'
import { forgetLookups } from './lookups.sql.ts'

export { beginRecount } from './cursor.sql.ts'
export { keepFigures } from './figures.job.ts'

/** Figures of support's work, read from stored sums of ticket facts. */
export const figures: Module<{
  figures: ReturnType<typeof keepFigures>
  mayStillRead: MayStillRead
  letters: Letters
}> = {
  name: 'service/figures',
  tables: [
    'figure_cursors',
    'figure_devices',
    'figure_facts',
    'figure_letters',
    'figure_lookups',
    'figure_periods',
    'figure_sums',
  ],
  routes: ({ app, on, deps }, { mayStillRead, letters }) => {
    figureRoutes(on, deps)
    exportRoutes(app, on, deps, mayStillRead)
    letterRoutes(on, deps, letters)
  },
  jobs: (deps, { figures, letters }) => ({ ...figures.jobs, ...letterJobs(deps, letters) }),
  people: {
    'figure_facts.agent_id': 'kept',
    'figure_letters.person_id': 'cleared',
    'figure_lookups.person_id': 'cleared',
  },
  forget: async (tx, leaver) => {
    await dropLetters(tx, { ...leaver, business_id: null })
    return forgetLookups(tx, leaver)
  },
  ofTickets: ['figure_facts.ticket_id'],
  takeAlong: takeFacts,
  checks: [checkFigures],
}
