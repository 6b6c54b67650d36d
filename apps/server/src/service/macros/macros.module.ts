import type { Module } from '../../module.ts'
import type { HeldActsEnd, PerformActs } from '../../ports/domains/ticket-acts.ts'
import { macroJobs } from './macros.job.ts'
import { macroRoutes } from './macros.routes.ts'
import { forgetRuns } from './macros.sql.ts'

export { holdActs } from './macros.routes.ts'

/** Macros: several actions on tickets at once, which can be undone for a few seconds. */
export const macros: Module<{
  performActs: PerformActs
  /** Called once the answer of an incident has been sent to its tickets. */
  onIncidentAnswered: HeldActsEnd
}> = {
  name: 'service/macros',
  tables: ['macro_runs', 'macros'],
  routes: ({ on, deps }) => macroRoutes(on, deps),
  jobs: (deps, { performActs, onIncidentAnswered }) => macroJobs(deps, performActs, onIncidentAnswered),
  people: { 'macro_runs.person_id': 'cleared' },
  forget: async (tx, { person_id }) => {
    await forgetRuns(tx, person_id)
    return []
  },
}
