import type { Module } from '../../module.ts'
import type { PerformActs } from '../../ports/domains/ticket-acts.ts'
import { groupNames } from './group-names.sql.ts'
import { groupJobs } from './groups.job.ts'
import { groupRoutes } from './groups.routes.ts'
import { forgetAgent } from './groups.sql.ts'

/** Groups of agents, who of them is at work, and the assignment of tickets to them. */
export const groups: Module<{ performActs: PerformActs }> = {
  name: 'service/groups',
  tables: ['agent_group_members', 'agent_group_sets', 'agent_groups', 'agent_presence'],
  routes: ({ on, deps }) => groupRoutes(on, deps),
  jobs: (deps, { performActs }) => groupJobs(deps, performActs),
  people: {
    'agent_group_members.person_id': 'cleared',
    'agent_presence.person_id': 'cleared',
  },
  forget: async (tx, { person_id }) => {
    await forgetAgent(tx, person_id)
    return []
  },
  restaurantGroups: groupNames,
}
