import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { OutsideError, type OutsideFetch } from './outside-fetch.ts'

/** This product's registration with an identity provider. */
export interface OidcAccount {
  issuer: string
  client_id: string
  client_secret: string
}

/** The values of one sign-in attempt that the response must match. */
export interface OidcAttempt {
  redirect_uri: string
  state: string
  nonce: string
  verifier: string
}

/** The person identified by the provider. */
export interface OidcPerson {
  subject: string
  email: string | null
  email_verified: boolean
  first_name: string | null
  last_name: string | null
}

export type OidcFault =
  | 'unreachable'
  | 'inside'
  | 'not_https'
  | 'not_a_provider'
  | 'other_issuer'
  | 'wrong_client'
  | 'declined'
  | 'bad_answer'

/** The provider misbehaved; `kind` selects the message for the admin. */
export class OidcError extends Error {
  readonly kind: OidcFault

  constructor(kind: OidcFault, cause?: unknown) {
    super(kind, { cause })
    this.name = 'OidcError'
    this.kind = kind
  }
}

const FRESH_MS = 10 * 60_000
const KNOWN_MAX = 200
const TIMEOUT_SECONDS = 5
const SUBJECT_MAX = 255

const text = (value: unknown): string | null => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? null : trimmed
}

const YES: readonly unknown[] = [true, 'true', 1, '1']

/**
 * Whether the provider vouches for the email address. Microsoft never sends `email_verified`: it reports a verified domain owner
 * in `xms_edov`, if the application requests that claim.
 */
export const isEmailVerified = (issuer: string, claims: Record<string, unknown>): boolean =>
  YES.includes(claims.email_verified) ||
  (new URL(issuer).host === 'login.microsoftonline.com' && YES.includes(claims.xms_edov))

const causesOf = (error: unknown): unknown[] => {
  const chain: unknown[] = []
  for (let at = error; at !== undefined && at !== null && chain.length < 8; at = (at as Error).cause)
    chain.push(at)
  return chain
}

const faultOf = (error: unknown, byDefault: OidcFault): OidcError => {
  if (error instanceof OidcError) return error
  for (const one of causesOf(error)) {
    if (one instanceof OutsideError)
      return new OidcError(
        one.kind === 'inside' || one.kind === 'not_https' ? one.kind : 'unreachable',
        error,
      )
    if (one instanceof client.AuthorizationResponseError) return new OidcError('declined', error)
    if (one instanceof client.ResponseBodyError || one instanceof client.WWWAuthenticateChallengeError)
      return new OidcError(
        'error' in one && one.error === 'invalid_client' ? 'wrong_client' : byDefault,
        error,
      )
    const { code } = one as { code?: unknown }
    if (typeof code === 'string' && /^(?:E[A-Z]+|ERR_TLS|CERT|DEPTH|SELF|UNABLE)/.test(code))
      return new OidcError('unreachable', error)
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return new OidcError('other_issuer', error)
  }
  return new OidcError(byDefault, error)
}

/** Loads the provider's metadata and makes a client configuration from it. */
const discover = async (
  fetch: OutsideFetch,
  { issuer, client_id, client_secret }: OidcAccount,
): Promise<client.Configuration> => {
  const guarded: client.CustomFetch = (url, options) => fetch(url, options as Parameters<OutsideFetch>[1])
  // The guarded fetch allows plain http only for the hosts that the installation permits.
  const execute = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const found = await client
    .discovery(new URL(issuer), client_id, undefined, client.None(), {
      execute,
      [client.customFetch]: guarded,
      timeout: TIMEOUT_SECONDS,
    })
    .catch((error: unknown) => {
      throw faultOf(error, 'not_a_provider')
    })
  const metadata = found.serverMetadata()
  const endpoints = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  // The browser is redirected to the first one, so it must be an http(s) URL.
  if (!endpoints.every((url) => url !== undefined && /^https?:\/\//i.test(url)))
    throw new OidcError('not_a_provider')
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
  const configuration = new client.Configuration(metadata, client_id, client_secret, auth(client_secret))
  configuration[client.customFetch] = guarded
  configuration.timeout = TIMEOUT_SECONDS
  client.enableNonRepudiationChecks(configuration)
  for (const allow of execute) allow(configuration)
  return configuration
}

/** {@link discover}, cached for ten minutes. */
const makeConfigurationOf = (fetch: OutsideFetch) => {
  const known = new Map<string, { at: number; configuration: Promise<client.Configuration> }>()

  return (account: OidcAccount): Promise<client.Configuration> => {
    const key = createHash('sha256')
      .update(JSON.stringify([account.issuer, account.client_id, account.client_secret]))
      .digest('base64')
    const now = performance.now()
    const old = known.get(key)
    if (old !== undefined && now - old.at < FRESH_MS) return old.configuration
    const configuration = discover(fetch, account)
    known.delete(key)
    known.set(key, { at: now, configuration })
    const [eldest] = known.keys()
    if (known.size > KNOWN_MAX && eldest !== undefined) known.delete(eldest)
    // Failures are not cached.
    configuration.catch(() => {
      if (known.get(key)?.configuration === configuration) known.delete(key)
    })
    return configuration
  }
}

/** Checks the provider's metadata, its keys and the client secret without a sign-in. */
const check = async (fetch: OutsideFetch, account: OidcAccount, redirect_uri: string): Promise<void> => {
  const configuration = await discover(fetch, account)
  const { jwks_uri = '', token_endpoint = '' } = configuration.serverMetadata()
  const keys = await fetch(jwks_uri, {}).catch((error: unknown) => {
    throw faultOf(error, 'unreachable')
  })
  const jwks: unknown = await keys.json().catch(() => null)
  if (!keys.ok || !Array.isArray((jwks as { keys?: unknown } | null)?.keys) || token_endpoint === '')
    throw new OidcError('not_a_provider')
  try {
    // With an invalid code, a provider that accepts the secret rejects the code, and otherwise the client.
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'podmoga-check',
      redirect_uri,
      code_verifier: client.randomPKCECodeVerifier(),
    })
  } catch (error) {
    const refusal = causesOf(error).find((one) => one instanceof client.ResponseBodyError)
    if (
      refusal !== undefined &&
      refusal.error !== 'invalid_client' &&
      refusal.error !== 'unauthorized_client'
    )
      return
    throw faultOf(error, 'wrong_client')
  }
}

/**
 * OpenID Connect with a business's identity provider: code flow with PKCE, state and nonce, signatures checked. All calls reject
 * with {@link OidcError}. The provider's metadata is cached for ten minutes.
 */
export const makeOidc = (fetch: OutsideFetch) => {
  const configurationOf = makeConfigurationOf(fetch)

  return {
    /** Starts an attempt that returns to `redirect_uri`. */
    newAttempt: (redirect_uri: string): OidcAttempt => ({
      redirect_uri,
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }),

    /** Returns the URL to which the browser is redirected. */
    begin: async (account: OidcAccount, attempt: OidcAttempt): Promise<string> => {
      const configuration = await configurationOf(account)
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: attempt.redirect_uri,
        scope: 'openid email profile',
        response_type: 'code',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      }).href
    },

    /** Returns the person; `query` is the query string of the redirect back, without the "?". */
    finish: async (account: OidcAccount, attempt: OidcAttempt, query: string): Promise<OidcPerson> => {
      const configuration = await configurationOf(account)
      const back = new URL(attempt.redirect_uri)
      back.search = query
      try {
        const tokens = await client.authorizationCodeGrant(configuration, back, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined || claims.sub.length > SUBJECT_MAX) throw new OidcError('bad_answer')
        // Many providers put the address only into userinfo, not into the token.
        const asked =
          configuration.serverMetadata().userinfo_endpoint !== undefined && claims.email === undefined
        const more = asked ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        const all: Record<string, unknown> = { ...more, ...claims }
        const first_name = text(all.given_name)
        return {
          subject: claims.sub,
          email: text(all.email),
          email_verified: isEmailVerified(account.issuer, all),
          first_name: first_name ?? text(all.name),
          last_name: first_name === null ? null : text(all.family_name),
        }
      } catch (error) {
        throw faultOf(error, 'bad_answer')
      }
    },

    check: (account: OidcAccount, redirect_uri: string): Promise<void> => check(fetch, account, redirect_uri),
  }
}
export type Oidc = ReturnType<typeof makeOidc>
