import type { Deps } from '../deps.ts'
import type { Module } from '../module.ts'
import type { TopicsOf } from '../ports/domains/topics-of.ts'
import { checkPeople } from './business.check.ts'
import { type BusinessParts, businessRoutes } from './business.routes.ts'
import { listTopics } from './handbook/handbook.sql.ts'
import { sweepJoining } from './joining/requests.routes.ts'
import { forgetInBusiness } from './personal-data/erasure.sql.ts'
import { makeProviderSecrets } from './providers/providers.secrets.ts'
import { listSealedProviders } from './providers/providers.sql.ts'
import { sweepRetention } from './retention/retention.routes.ts'
import { serveScim } from './scim/scim.routes.ts'

export { makeImportWorker } from './import/worker.ts'
export { setOperator } from './operator/operator.sql.ts'
export { ownRestaurants } from './restaurants/restaurants.sql.ts'
export { isEmpty } from './setup/setup.sql.ts'
export { makeSetupLink, setUpBusiness } from './setup/setup.ts'

/** The topics of one kind that a business offers, in its order, without archived ones. */
export const makeTopicsOf =
  ({ sql }: Pick<Deps, 'sql'>): TopicsOf =>
  async (business_id, kind) =>
    (await listTopics(sql, { business_id, kind })).filter(({ archived }) => !archived)

/** A business: setup, joining, staff and administration. */
export const business: Module<BusinessParts> = {
  name: 'business',
  tables: [
    'business_settings',
    'businesses',
    'desk_members',
    'erasure_requests',
    'identity_providers',
    'invitations',
    'join_requests',
    'memberships',
    'operators',
    'people_import_rows',
    'people_imports',
    'person_identities',
    'posters',
    'provider_attempts',
    'provider_codes',
    'restaurants',
    'scim_group_members',
    'scim_groups',
    'scim_people',
    'setup_keys',
    'topics',
  ],
  routes: ({ app, on, identify, deps }, parts) => {
    businessRoutes(app, on, deps, parts)
    serveScim(app, deps, identify)
  },
  // Pushes changed settings to every open staff page.
  topics: ({ settings }) => [
    ({ sendToStaff }) => settings.onChange((id) => sendToStaff(id, 'settings', settings.pageOf(id))),
  ],
  jobs: (deps, { modules, imports }) => ({
    ...imports.jobs,
    'old join requests': sweepJoining(deps),
    retention: sweepRetention(deps, modules),
  }),
  people: {
    'desk_members.person_id': 'cleared, given',
    'erasure_requests.person_id': 'cleared',
    'invitations.created_by': 'kept',
    'invitations.person_id': 'cleared',
    'join_requests.decided_by': 'kept',
    'join_requests.person_id': 'cleared',
    'join_requests.phone': 'cleared',
    'memberships.person_id': 'cleared, given',
    'operators.person_id': 'kept',
    'people_imports.created_by': 'kept',
    'person_identities.person_id': 'cleared',
    'posters.created_by': 'kept',
    'provider_attempts.person_id': 'cleared',
    'scim_group_members.person_id': 'cleared',
    'scim_people.person_id': 'cleared',
  },
  forget: forgetInBusiness,
  seals: async (db, { secrets }) => {
    const { accountOf } = makeProviderSecrets({ secrets })
    return (await listSealedProviders(db)).map((row) => ({
      what: `identity_providers ${row.id}`,
      open: () => accountOf(row),
    }))
  },
  checks: [checkPeople],
}
