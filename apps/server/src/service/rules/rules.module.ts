import type { Module } from '../../module.ts'
import { groupNames } from './group-names.sql.ts'
import type { keepRules } from './rules.job.ts'
import { ruleRoutes } from './rules.routes.ts'
import { forgetInRules, takeFirings } from './rules.sql.ts'

export { keepRules } from './rules.job.ts'

/** Automation rules: actions on events in a ticket. */
export const rules: Module<{ rules: ReturnType<typeof keepRules> }> = {
  name: 'service/rules',
  tables: ['rule_cursors', 'rule_firings', 'rule_sets', 'rule_waits', 'ticket_groups'],
  routes: ({ on, deps }) => ruleRoutes(on, deps),
  jobs: (_, { rules: { jobs } }) => jobs,
  people: { 'rule_sets.author_id': 'cleared' },
  forget: async (tx, { person_id }) => {
    await forgetInRules(tx, person_id)
    return []
  },
  ofTickets: ['rule_firings.ticket_id', 'ticket_groups.ticket_id'],
  takeAlong: takeFirings,
  restaurantGroups: groupNames,
}
