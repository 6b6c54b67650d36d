import type { Deps } from '../../deps.ts'
import { makeSealed } from '../../session/session.seal.ts'
import type { ProviderRow } from './providers.sql.ts'

/** A client secret is sealed with its provider's immutable fields. */
export const makeProviderSecrets = ({ secrets }: Pick<Deps, 'secrets'>) => {
  const { seal, open } = makeSealed(secrets, 'identity providers')
  type Whose = Pick<ProviderRow, 'business_id' | 'issuer' | 'client_id'>
  const about = ({ business_id, issuer, client_id }: Whose) =>
    JSON.stringify([business_id, issuer, client_id])
  return {
    seal: (client_secret: string, whose: Whose): Buffer => seal(client_secret, about(whose)),
    accountOf: (row: ProviderRow) => ({
      issuer: row.issuer,
      client_id: row.client_id,
      client_secret: open(row.sealed, about(row)),
    }),
  }
}

/**
 * The redirect URI of a provider. Each has its own, so that an answer received there can only be that provider's (RFC
 * 9700, 4.4). null: the URI once shared by all providers, which those registered with it keep.
 */
export const redirectUriOf = ({ public_url }: { public_url: string }, provider_id: string | null): string =>
  `${public_url}/intranet/callback${provider_id === null ? '' : `/${provider_id}`}`

/** The redirect URI that the provider is registered with. */
export const redirectUriInUse = (
  config: { public_url: string },
  { id, shared_redirect }: Pick<ProviderRow, 'id' | 'shared_redirect'>,
): string => redirectUriOf(config, shared_redirect ? null : id)
