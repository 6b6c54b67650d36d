import { makeKeptAnswers } from '@podmoga/web/kept/kept-answers'
import { beforeLeaving } from '@podmoga/web/session/before-leaving'
import { personHere } from '@podmoga/web/session/stored-session'
import { within } from '@podmoga/web/session/within'
import type { QueryClient } from '@tanstack/react-query'
import { SCOPE_KEY } from '../outbox-keys.ts'

/** By the first two parts of a query's key: who works here, the queue as it was looked at, and tickets that were opened. */
const KEPT = {
  'session desk': 1,
  restaurants: 1,
  'desk agents': 1,
  'desk tags': 1,
  'desk topics': 1,
  'desk views': 1,
  'tickets queue': 10,
  'tickets ticket': 50,
  'tickets messages': 50,
  'tickets notes': 50,
}
/** Whoever leaves waits no longer for a disk. */
const FORGOTTEN_MS = 1000

const answers = makeKeptAnswers({
  database: 'podmoga-desk-answers',
  // What customers write stays no longer at a desk than it is worked on.
  kept_ms: 3 * 24 * 3600_000,
  kindsOf: (key) => [key.slice(0, 2).join(' ')],
  isOf: () => true,
})
const whose = (person: string) => ({ person, scopeKey: SCOPE_KEY })

/** Brings back what was read, before there is a page: it is drawn with it at once. */
export const bringBackFirst = (queryClient: QueryClient): Promise<void> =>
  answers.restore(whose(personHere()), queryClient, KEPT)

/** Keeps what this person reads, for as long as they may read it. */
export const keepAnswers = (person: string, queryClient: QueryClient): void => {
  answers.keep(whose(person), queryClient, KEPT)
  beforeLeaving.add(() => within(FORGOTTEN_MS, answers.forget(person), false))
}

/** Answers whether it is gone. */
export const forgetAnswers = (person: string): Promise<boolean> => answers.forget(person)
