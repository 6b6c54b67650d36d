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
/** What was read since then need not be asked for again. */
const LATELY_MS = 3600_000
/** Whoever leaves waits no longer for a disk. */
const FORGOTTEN_MS = 1000

const answers = makeKeptAnswers({
  database: DESK_ANSWERS,
  // What customers write stays no longer at a desk than it is worked on.
  kept_ms: 3 * 24 * 3600_000,
  kindsOf: (key) => [key.slice(0, 2).join(' ')],
  isOf: () => true,
  thingOf: ([domain, , id]) => (domain === 'tickets' ? id : undefined),
})
/** Whose answers are kept, and how they ask. */
export interface Keeper {
  person: string
  call: Call
}
const whose = (person: string) => ({ person, scopeKey: SCOPE_KEY })

const DOOR = ['session', 'desk']
const DOOR_HASH = hashKey(DOOR)

/** What a person's right to read is made of. */
const rightsOf = (door: unknown): string[] => {
  const { roles = [], businesses = [] } = (door ?? {}) as Partial<Answer<typeof getDesk>>
  return [...roles, ...businesses.map(({ id }) => id)]
}

/** Brings back what was read, before there is a page: it is drawn with it at once. */
export const bringBackFirst = (queryClient: QueryClient): Promise<void> =>
  answers.restore(whose(personHere()), queryClient, KEPT)

/** Forgets what was kept until now; the page may go on keeping. Answers whether it is gone. */
export const removeAnswers = (person: string): Promise<boolean> => answers.forget(person, SCOPE_KEY)

/** The same for whoever leaves: this page keeps nothing more of theirs. */
export const forgetAnswers = (person: string): Promise<boolean> => answers.forget(person)

/**
 * Whoever has lost a role, or one of their businesses, has lost the right to some of what they have read: all of it goes,
 * and what they may still read comes again as they read it.
 */
const watchRights = async (person: string, queryClient: QueryClient): Promise<void> => {
  const cache = queryClient.getQueryCache()
  const kept = await answers.db.get<Kept>('answers', prefixOf(whose(person)) + DOOR_HASH)
  let had = rightsOf(kept?.data)
  const look = async (door: unknown) => {
    const has = rightsOf(door)
    const isLess = had.some((right) => !has.includes(right))
    had = has
    if (!isLess) return
    queryClient.removeQueries({ queryKey: ['tickets'], type: 'inactive' })
    await removeAnswers(person)
  }
  cache.subscribe(({ type, query, ...event }) => {
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success'
    if (isAnswer && query.queryHash === DOOR_HASH) void look(query.state.data)
  })
  const door = queryClient.getQueryData(DOOR)
  if (door !== undefined) await look(door)
}

/** Of those that are not opened again nobody would hear that they are gone: they are asked for, one after another. */
const removeGone = async ({ person, call }: Keeper): Promise<void> => {
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

/** Keeps what this person reads, for as long as they may read it. */
export const keepAnswers = async (keeper: Keeper, queryClient: QueryClient): Promise<void> => {
  const { person } = keeper
  beforeLeaving.add(() => within(FORGOTTEN_MS, forgetAnswers(person), false))
  await watchRights(person, queryClient)
  answers.keep(whose(person), queryClient, KEPT)
  whenIdle(() => void removeGone(keeper))
}
