import type { Module } from '../../module.ts'
import { makeOidc } from '../../ports/oidc.ts'
import { makeOutsideFetch } from '../../ports/outside-fetch.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import type { OpenSession } from '../../session/session.open.ts'
import { providerRoutes } from './providers.routes.ts'
import { makeProviderSecrets } from './providers.secrets.ts'
import { forgetIdentities, listSealedProviders } from './providers.sql.ts'
import { providerSignInRoutes } from './sign-in.routes.ts'

/** Sign-in through a company's identity provider. */
export const providers: Module<{ mailQueue: MailQueue; openSession: OpenSession }> = {
  name: 'business/providers',
  tables: ['identity_providers', 'person_identities', 'provider_attempts', 'provider_codes'],
  routes: ({ on, deps }, parts) => {
    const inside = deps.config.PROVIDER_INSIDE_HOSTS
    const oidc = makeOidc(makeOutsideFetch({ inside, deadline_ms: 5000, bytes_max: 512 * 1024 }))
    providerRoutes(on, deps, oidc)
    providerSignInRoutes(on, deps, oidc, parts)
  },
  people: {
    'person_identities.person_id': 'cleared',
    'provider_attempts.person_id': 'cleared',
  },
  forget: forgetIdentities,
  seals: async (db, { secrets }) => {
    const { accountOf } = makeProviderSecrets({ secrets })
    return (await listSealedProviders(db)).map((row) => ({
      what: `identity_providers ${row.id}`,
      open: () => accountOf(row),
    }))
  },
}
