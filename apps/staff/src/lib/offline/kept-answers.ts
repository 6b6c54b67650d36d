import { prefixOf as keptPrefixOf, makeKeptAnswers } from '@podmoga/web/kept/kept-answers'
import { personHere, readSession } from '@podmoga/web/session/stored-session'
import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '../scope.tsx'
import { ANSWERS_DATABASE, emptyCaches } from './caches.ts'
import type { KeptQueries } from './kept-queries.ts'

const answers = makeKeptAnswers({
  database: ANSWERS_DATABASE,
  kept_ms: 30 * 24 * 3600_000,
  // By the first and third part of a query's key.
  kindsOf: (key) => [[key[0], key[2]].filter(Boolean).join(' '), `${key[0]} *`],
  isOf: (key, restaurantId) => key[1] === restaurantId,
  thingOf: (key) => (key[0] === 'tickets' ? key[3] : undefined),
  empty: emptyCaches,
})
export const { db, remove } = answers

export type Whose = Pick<Scope, 'person' | 'restaurantId'>
const keptOf = ({ person, restaurantId }: Whose) => ({ person, scopeKey: restaurantId })
export const prefixOf = (whose: Whose): string => keptPrefixOf(keptOf(whose))

/** Brings back what was read in the restaurant of this address, before there is a page: it is drawn with it at once. */
export const bringBackFirst = async (queryClient: QueryClient): Promise<void> => {
  const restaurantId = location.pathname.split('/')[1] || (readSession()?.id ?? '')
  await answers.restore(keptOf({ person: personHere(), restaurantId }), queryClient)
}

/** Keeps the answers of this person in this restaurant on the device. Returns how to stop. */
export const keepAnswers = (scope: Scope, queryClient: QueryClient, queries: KeptQueries): (() => void) =>
  answers.keep(keptOf(scope), queryClient, queries)

/**
 * Forgets what a person has read here: all of it once they have signed out, of one restaurant when its door has closed.
 * Answers whether it is gone.
 */
export const forgetAnswers = (person: string, restaurantId?: string): Promise<boolean> =>
  answers.forget(person, restaurantId)
