import * as calls from '@podmoga/contract/providers'
import { ask } from '@podmoga/web/session/ask'
import type { Memberships } from '../return-to.ts'

export const findProviders = (network: string | null) =>
  ask(calls.listSignInProviders, { query: network === null ? {} : { network } })

export const beginProvider = (providerId: string) =>
  ask(calls.beginProviderSignIn, { params: { providerId } })

/** `query` is the query string of the provider's redirect to the callback of `provider`; null: to the shared callback. */
export const finishProvider = (query: string, provider: string | null, code?: string): Promise<Memberships> =>
  ask(calls.finishProviderSignIn, {
    body: { query, ...(provider === null ? {} : { provider }), ...(code === undefined ? {} : { code }) },
  })
