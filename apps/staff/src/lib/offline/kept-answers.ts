import { prefixOf as keptPrefixOf, makeKeptAnswers } from '@podmoga/web/kept/kept-answers'
import { personHere, readSession } from '@podmoga/web/session/stored-session'
import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../scope.tsx'
import { ANSWERS_DATABASE, emptyCaches } from './caches.ts'
import type { KeptQueries } from './kept-queries.ts'

const answers = makeKeptAnswers({
  database: ANSWERS_DATABASE,
  kept_ms: 30 * 24 * 3600_000,
  // By the first and third part of the query key.
  kindsOf: (key) => [[key[0], key[2]].filter(Boolean).join(' '), `${key[0]} *`],
  isOf: (key, restaurantId) => key[1] === restaurantId,
  thingOf: (key) => (key[0] === 'tickets' ? key[3] : undefined),
  empty: emptyCaches,
})
export const { db, remove } = answers

export type Whose = Pick<Scope, 'person' | 'restaurantId'>
const keptOf = ({ person, restaurantId }: Whose) => ({ person, scopeKey: restaurantId })
export const prefixOf = (whose: Whose): string => keptPrefixOf(keptOf(whose))

/** Restores the kept answers of the URL's restaurant before the first render, so that the page shows them at once. */
export const restoreKept = async (queryClient: QueryClient): Promise<void> => {
  const restaurantId = location.pathname.split('/')[1] || (readSession()?.id ?? '')
  await answers.restore(keptOf({ person: personHere(), restaurantId }), queryClient)
}

/** Keeps this user's answers in this restaurant on the device. Returns a function that stops. */
export const keepAnswers = (scope: Scope, queryClient: QueryClient, queries: KeptQueries): (() => void) =>
  answers.keep(keptOf(scope), queryClient, queries)

/**
 * Deletes a user's kept answers: all of them after sign-out, those of one restaurant when access to it was refused. Returns
 * whether they are gone.
 */
export const forgetAnswers = (person: string, restaurantId?: string): Promise<boolean> =>
  answers.forget(person, restaurantId)
