import { isOnline, onConnectivityChange } from '@podmoga/web/connectivity'
import { isRefusal } from '@podmoga/web/explain'
import { whenIdle } from '@podmoga/web/fetch-ahead'
import { makeLocalDb } from '@podmoga/web/local-db'
import { personHere, readSession } from '@podmoga/web/session/stored-session'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Scope } from '../scope.tsx'
import { ANSWERS_DATABASE, emptyCaches } from './caches.ts'
import type { KeptQueries } from './kept-queries.ts'

export interface Kept {
  key: QueryKey
  data: unknown
  /** When it was answered, epoch milliseconds. */
  at: number
}

interface Pages {
  pages: unknown[]
  pageParams: unknown[]
}

export const db = makeLocalDb(ANSWERS_DATABASE, ['answers'])

const KEPT_MS = 30 * 24 * 3600_000
const WRITE_AFTER_MS = 500
// By the first and third part of a query's key.
const kindOf = (key: QueryKey): string => [key[0], key[2]].filter(Boolean).join(' ')

const mostOf = (queries: KeptQueries, key: QueryKey): number | undefined =>
  queries[kindOf(key)] ?? queries[`${key[0]} *`]

const isPaged = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pageParams' in data

/** What is asked for page by page is kept by its page 1: a conversation by its newest messages. */
const dataOf = (data: unknown): unknown => {
  if (!isPaged(data)) return data
  const { pages, pageParams } = data
  const newest = pageParams.indexOf(1)
  return newest === -1 ? undefined : { pages: [pages[newest]], pageParams: [1] }
}

export type Whose = Pick<Scope, 'person' | 'restaurantId'>
export const prefixOf = ({ person, restaurantId }: Whose): string => `${person}/${restaurantId}/`

let isClosed = false

/** Newest first; `gone` is what is too old and what is too much. */
const readKept = async (whose: Whose, queries: KeptQueries = {}) => {
  const counts = new Map<string, number>()
  const kept: Kept[] = []
  const gone: string[] = []
  const all = await db.entries<Kept>('answers', prefixOf(whose))
  for (const [name, answer] of all.sort(([, one], [, other]) => other.at - one.at)) {
    const kind = kindOf(answer.key)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const most = mostOf(queries, answer.key) ?? Number.POSITIVE_INFINITY
    const isGone = answer.at < Date.now() - KEPT_MS || count > most
    if (isGone) gone.push(name)
    else kept.push(answer)
  }
  return { kept, gone }
}

export const remove = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => db.remove('answers', name)))

/** Removes what was read by somebody else. */
const removeStrangers = async ({ person }: Whose): Promise<void> => {
  const strangers = (await db.keys('answers')).filter((name) => !name.startsWith(`${person}/`))
  if (strangers.length === 0) return
  await remove(strangers)
  await emptyCaches()
}

const restore = async (whose: Whose, queryClient: QueryClient, queries?: KeptQueries): Promise<void> => {
  for (const { key, data, at } of (await readKept(whose, queries)).kept) {
    if (isClosed) return
    const cache = queryClient.getQueryCache()
    if (cache.find({ queryKey: key, exact: true })?.state.data !== undefined) continue
    // Kept for as long as the page: without a network there is nothing to ask again.
    cache.build(queryClient, { queryKey: [...key], gcTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData([...key], data, { updatedAt: at })
  }
}

/** Brings back what was read in the restaurant of this address, before there is a page: it is drawn with it at once. */
export const bringBackFirst = async (queryClient: QueryClient): Promise<void> => {
  const restaurantId = location.pathname.split('/')[1] || (readSession()?.id ?? '')
  await restore({ person: personHere(), restaurantId }, queryClient)
}

/**
 * Keeps the answers of this person in this restaurant on the device, under both names, and brings them back while there
 * is no network: the app opens, and what was read stays readable. Returns how to stop.
 */
export const keepAnswers = (scope: Scope, queryClient: QueryClient, queries: KeptQueries): (() => void) => {
  const isKept = (key: QueryKey) => key[1] === scope.restaurantId && mostOf(queries, key) !== undefined
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    for (const [name, { queryKey, state }] of changed) {
      const data = dataOf(state.data)
      const kept: Kept = { key: queryKey, data, at: state.dataUpdatedAt }
      if (!isClosed && data !== undefined) void db.put('answers', prefixOf(scope) + name, kept)
    }
    changed.clear()
  }
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, queryHash } = event.query
    // What is not there any more for this person is not there without a network either.
    if (event.action.type === 'error' && isRefusal(event.action.error, 'not_found') && isKept(queryKey)) {
      changed.delete(queryHash)
      void remove([prefixOf(scope) + queryHash])
    }
    if (event.action.type !== 'success') return
    // What came back from the device says when it was answered; it need not go there again.
    if (!isKept(queryKey) || !isOnline()) return
    changed.set(queryHash, event.query)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  const bringBack = () => void (isOnline() ? null : restore(scope, queryClient, queries))
  const unwatch = onConnectivityChange(bringBack)
  window.addEventListener('pagehide', write)
  bringBack()
  void removeStrangers(scope)
  whenIdle(async () => remove((await readKept(scope, queries)).gone))
  // What this page asked for before it came here.
  for (const query of queryClient.getQueryCache().getAll())
    if (query.state.status === 'success' && isKept(query.queryKey) && isOnline())
      changed.set(query.queryHash, query)
  if (changed.size > 0) timer = setTimeout(write, WRITE_AFTER_MS)
  return () => {
    clearTimeout(timer)
    write()
    unsubscribe()
    unwatch()
    window.removeEventListener('pagehide', write)
  }
}

/**
 * Forgets what a person has read here: all of it once they have signed out, of one restaurant when its door has closed.
 * Answers whether it is gone.
 */
export const forgetAnswers = async (person: string, restaurantId?: string): Promise<boolean> => {
  if (restaurantId === undefined) isClosed = true
  const prefix = restaurantId === undefined ? `${person}/` : prefixOf({ person, restaurantId })
  const [isGone] = await Promise.all([db.removeAll('answers', prefix), emptyCaches()])
  return isGone
}
