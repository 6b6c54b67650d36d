import type { Module } from '../module.ts'
import type { FindTicket } from '../ports/domains/find-ticket.ts'
import type { HeldActsEnd, PerformActs } from '../ports/domains/ticket-acts.ts'
import { groupNames } from './group-names.sql.ts'
import { groupJobs } from './groups/groups.job.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { forgetAgent } from './groups/groups.sql.ts'
import { takeClocks } from './levels/clocks.sql.ts'
import type { keepLevels } from './levels/levels.job.ts'
import { levelRoutes } from './levels/levels.routes.ts'
import { macroJobs } from './macros/macros.job.ts'
import { macroRoutes } from './macros/macros.routes.ts'
import { forgetRuns } from './macros/macros.sql.ts'

export { keepLevels } from './levels/levels.job.ts'
export { makeLevelOf } from './levels/levels.routes.ts'
export { holdActs } from './macros/macros.routes.ts'

interface Needs {
  levels: ReturnType<typeof keepLevels>
  performActs: PerformActs
  findTicket: FindTicket
  /** Called once the answer of an incident has been sent to its tickets. */
  onIncidentAnswered: HeldActsEnd
}

/** How support works: service levels, agent groups and macros. */
export const service: Module<Needs> = {
  name: 'service',
  tables: [
    'agent_group_members',
    'agent_group_sets',
    'agent_groups',
    'agent_presence',
    'macro_runs',
    'macros',
    'service_cursors',
    'service_news',
    'service_versions',
    'ticket_clocks',
  ],
  routes: ({ on, deps }, { levels, findTicket }) => {
    levelRoutes(on, deps, { handleEvents: levels.handleEvents, findTicket })
    macroRoutes(on, deps)
    groupRoutes(on, deps)
  },
  jobs: (deps, { levels, performActs, onIncidentAnswered }) => ({
    ...levels.jobs,
    ...macroJobs(deps, performActs, onIncidentAnswered),
    ...groupJobs(deps, performActs),
  }),
  people: {
    'agent_group_members.person_id': 'cleared',
    'agent_presence.person_id': 'cleared',
    'macro_runs.person_id': 'cleared',
  },
  forget: async (tx, { person_id }) => {
    await forgetRuns(tx, person_id)
    await forgetAgent(tx, person_id)
    return []
  },
  ofTickets: ['ticket_clocks.ticket_id'],
  takeAlong: takeClocks,
  restaurantGroups: groupNames,
}
