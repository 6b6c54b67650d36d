import type { Call } from '@podmoga/contract/client'
import { type getDesk, getDeskTicket } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { isOnline } from '@podmoga/web/connectivity'
import { whenIdle } from '@podmoga/web/fetch-ahead'
import { DESK_ANSWERS } from '@podmoga/web/kept/desk-answers'
import { isNotThere, type Kept, makeKeptAnswers, prefixOf } from '@podmoga/web/kept/kept-answers'
import { beforeLeaving } from '@podmoga/web/session/before-leaving'
import { personHere } from '@podmoga/web/session/stored-session'
import { within } from '@podmoga/web/session/within'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { SCOPE_KEY } from '../outbox-keys.ts'

/** How many answers are kept, by the first two parts of the query key: session, lists, queue views and opened tickets. */
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
/** Tickets read within this time are not checked again. */
const LATELY_MS = 3600_000
/** Sign-out waits at most this long for IndexedDB. */
const FORGOTTEN_MS = 1000

const answers = makeKeptAnswers({
  database: DESK_ANSWERS,
  // Customers' texts must not stay on an agent's device longer than needed for work.
  kept_ms: 3 * 24 * 3600_000,
  kindsOf: (key) => [key.slice(0, 2).join(' ')],
  isOf: () => true,
  thingOf: ([domain, , id]) => (domain === 'tickets' ? id : undefined),
})
/** The person whose answers are kept, and their API client. */
export interface CacheOwner {
  person: string
  call: Call
}
const whose = (person: string) => ({ person, scopeKey: SCOPE_KEY })

const DESK = ['session', 'desk']
const DESK_HASH = hashKey(DESK)

/** The roles and business ids that decide what a person may read. */
const rightsOf = (desk: unknown): string[] => {
  const { roles = [], businesses = [] } = (desk ?? {}) as Partial<Answer<typeof getDesk>>
  return [...roles, ...businesses.map(({ id }) => id)]
}

/** Restores the kept answers before the first render, so that the page is rendered with them at once. */
export const bringBackFirst = (queryClient: QueryClient): Promise<void> =>
  answers.restore(whose(personHere()), queryClient, KEPT)

/** Removes what has been kept so far; the page may go on keeping. Returns whether it is gone. */
export const removeAnswers = (person: string): Promise<boolean> => answers.forget(person, SCOPE_KEY)

/** The same at sign-out: this page keeps nothing more for the person. */
export const forgetAnswers = (person: string): Promise<boolean> => answers.forget(person)

/**
 * When the person loses a role or a business, they lose the right to some of the kept answers. All of them are removed;
 * what the person may still read is kept again as they read it.
 */
const watchRights = async (person: string, queryClient: QueryClient): Promise<void> => {
  const cache = queryClient.getQueryCache()
  const kept = await answers.db.get<Kept>('answers', prefixOf(whose(person)) + DESK_HASH)
  let had = rightsOf(kept?.data)
  const look = async (desk: unknown) => {
    const has = rightsOf(desk)
    const isLess = had.some((right) => !has.includes(right))
    had = has
    if (!isLess) return
    queryClient.removeQueries({ queryKey: ['tickets'], type: 'inactive' })
    await removeAnswers(person)
  }
  cache.subscribe(({ type, query, ...event }) => {
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success'
    if (isAnswer && query.queryHash === DESK_HASH) void look(query.state.data)
  })
  const desk = queryClient.getQueryData(DESK)
  if (desk !== undefined) await look(desk)
}

/** Requests kept tickets one by one and removes those that no longer exist: tickets not opened again are never refetched. */
const removeGone = async ({ person, call }: CacheOwner): Promise<void> => {
  const { kept } = await answers.readKept(whose(person), KEPT)
  for (const { key, at } of kept) {
    const [domain, part, id] = key
    if (domain !== 'tickets' || part !== 'ticket' || at > Date.now() - LATELY_MS) continue
    if (!isOnline()) return
    await call(getDeskTicket, { params: { ticketId: String(id) } }).catch((error: unknown) =>
      isNotThere(error) ? answers.removeGone(whose(person), key) : undefined,
    )
  }
}

/** Keeps the answers that this person reads, for as long as they have the right to read them. */
export const keepAnswers = async (owner: CacheOwner, queryClient: QueryClient): Promise<void> => {
  const { person } = owner
  beforeLeaving.add(() => within(FORGOTTEN_MS, forgetAnswers(person), false))
  await watchRights(person, queryClient)
  answers.keep(whose(person), queryClient, KEPT)
  whenIdle(() => void removeGone(owner))
}
