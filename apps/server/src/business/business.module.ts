import type { Deps } from '../deps.ts'
import type { Module } from '../module.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'
import { checkPeople } from './business.check.ts'
import { type BusinessParts, businessRoutes } from './business.routes.ts'
import { listTopics } from './handbook/handbook.sql.ts'
import { forgetInBusiness } from './personal-data/erasure.sql.ts'
import { sweepRetention } from './retention/retention.routes.ts'

export { setOperator } from './operator/operator.sql.ts'
export { ownRestaurants } from './restaurants/restaurants.sql.ts'
export { isEmpty } from './setup/setup.sql.ts'
export { makeSetupLink, setUpBusiness } from './setup/setup.ts'

/** The topics of one kind that a business offers, in its order, without archived ones. */
export const makeTopicsOf =
  ({ sql }: Pick<Deps, 'sql'>): TopicsOf =>
  async (business_id, kind) =>
    (await listTopics(sql, { business_id, kind })).filter(({ archived }) => !archived)

/** A business: setup, people, restaurants and administration. */
export const business: Module<BusinessParts> = {
  name: 'business',
  tables: [
    'business_settings',
    'businesses',
    'desk_members',
    'erasure_requests',
    'invitations',
    'memberships',
    'operators',
    'restaurants',
    'setup_keys',
    'topics',
  ],
  routes: ({ app, on, deps }, parts) => businessRoutes(app, on, deps, parts),
  // Pushes changed settings to every open staff page.
  topics: ({ settings }) => [
    ({ sendToStaff }) => settings.onChange((id) => sendToStaff(id, 'settings', settings.pageOf(id))),
  ],
  jobs: (deps, { modules }) => ({ retention: sweepRetention(deps, modules) }),
  people: {
    'desk_members.person_id': 'cleared, given',
    'erasure_requests.person_id': 'cleared',
    'invitations.created_by': 'kept',
    'invitations.person_id': 'cleared',
    'memberships.person_id': 'cleared, given',
    'operators.person_id': 'kept',
  },
  forget: forgetInBusiness,
  checks: [checkPeople],
}
