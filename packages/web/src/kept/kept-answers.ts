import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isOnline, onConnectivityChange } from '../connectivity.ts'
import { isRefusal } from '../explain.ts'
import { whenIdle } from '../fetch-ahead.ts'
import { makeLocalDb } from '../local-db.ts'
import { isSignedOutAnywhere } from '../session/signed-out.ts'

export interface Kept {
  key: QueryKey
  data: unknown
  /** When it was fetched, in epoch milliseconds. */
  at: number
}

/** The kinds of answers to store, with the maximum number of each; the newest are kept. */
export type KeptQueries = Readonly<Record<string, number>>

/** The owner of answers: a person in one of their restaurants, or at the desk. */
export interface Whose {
  person: string
  scopeKey: string
}

interface KeptAnswersOptions {
  database: string
  kept_ms: number
  /** The kind of a query, and a fallback kind for its domain. */
  kindsOf: (key: QueryKey) => [own: string, any?: string]
  /** Whether a query belongs to the scope. */
  isOf: (key: QueryKey, scopeKey: string) => boolean
  /** The object of a query, such as a ticket's id: when it is deleted, all answers about it are removed. */
  thingOf: (key: QueryKey) => unknown
  /** Removes other stored data of a person. */
  empty?: () => Promise<void>
}

interface Pages {
  pages: unknown[]
  pageParams: unknown[]
}

const WRITE_AFTER_MS = 500

const isPaged = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pageParams' in data

/** Of an infinite query only page 1 is stored: for a conversation, its newest messages. */
const dataOf = (data: unknown): unknown => {
  if (!isPaged(data)) return data
  const { pages, pageParams } = data
  const newest = pageParams.indexOf(1)
  return newest === -1 ? undefined : { pages: [pages[newest]], pageParams: [1] }
}

export const prefixOf = ({ person, scopeKey }: Whose): string => `${person}/${scopeKey}/`

/** The object was deleted, or the person lost access to it. */
export const isNotThere = (error: unknown): boolean =>
  isRefusal(error, 'not_found') || isRefusal(error, 'forbidden')

const openAnswers = ({ database, kept_ms, kindsOf, thingOf, empty }: KeptAnswersOptions) => {
  const db = makeLocalDb(database, ['answers'])
  const closed = new Set<string>()
  /** Callbacks that drop answers not written yet when these are removed; one for each `keep`. */
  const drops = new Set<(isDropped: (name: string, key: QueryKey) => boolean) => void>()

  const mostOf = (queries: KeptQueries, key: QueryKey): number | undefined => {
    const [own, any = ''] = kindsOf(key)
    return queries[own] ?? queries[any]
  }

  /** Newest first; `gone`: names of answers that are too old or beyond the maximum number. */
  const readKept = async (whose: Whose, queries: KeptQueries = {}) => {
    const counts = new Map<string, number>()
    const kept: Kept[] = []
    const gone: string[] = []
    const all = await db.entries<Kept>('answers', prefixOf(whose))
    for (const [name, answer] of all.sort(([, one], [, other]) => other.at - one.at)) {
      const [kind] = kindsOf(answer.key)
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      const most = mostOf(queries, answer.key) ?? Number.POSITIVE_INFINITY
      const isGone = answer.at < Date.now() - kept_ms || count > most
      if (isGone) gone.push(name)
      else kept.push(answer)
    }
    return { kept, gone }
  }

  const remove = (names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((name) => db.remove('answers', name)))

  /** Removes the answers about an object that is gone. */
  const removeGone = async (whose: Whose, gone: QueryKey): Promise<void> => {
    const prefix = prefixOf(whose)
    const [hash, thing] = [hashKey(gone), thingOf(gone)]
    const isOfIt = (key: QueryKey) => hashKey(key) === hash || (thing !== undefined && thingOf(key) === thing)
    for (const drop of drops) drop((name, key) => name.startsWith(prefix) && isOfIt(key))
    const all = await db.entries<Kept>('answers', prefix)
    await remove(all.filter(([, { key }]) => isOfIt(key)).map(([name]) => name))
  }

  /** Removes the answers of other persons. */
  const removeStrangers = async ({ person }: Whose): Promise<void> => {
    const strangers = (await db.keys('answers')).filter((name) => !name.startsWith(`${person}/`))
    if (strangers.length === 0) return
    await remove(strangers)
    await empty?.()
  }

  /** Restores stored answers into the query cache. */
  const restore = async (whose: Whose, queryClient: QueryClient, queries?: KeptQueries): Promise<void> => {
    for (const { key, data, at } of (await readKept(whose, queries)).kept) {
      if (closed.has(whose.person)) return
      const cache = queryClient.getQueryCache()
      if (cache.find({ queryKey: key, exact: true })?.state.data !== undefined) continue
      // Never garbage-collected: when offline it could not be fetched again.
      cache.build(queryClient, { queryKey: [...key], gcTime: Number.POSITIVE_INFINITY })
      queryClient.setQueryData([...key], data, { updatedAt: at })
    }
  }

  return { db, closed, drops, mostOf, readKept, remove, removeGone, removeStrangers, restore }
}

interface Watched {
  answers: ReturnType<typeof openAnswers>
  isOf: KeptAnswersOptions['isOf']
  whose: Whose
  queryClient: QueryClient
  queries: KeptQueries
}

/** See `keep` below. */
const watchAnswers = ({ answers, isOf, whose, queryClient, queries }: Watched): (() => void) => {
  const { db, closed, drops, mostOf, readKept, remove, removeGone, removeStrangers, restore } = answers
  const isKept = (key: QueryKey) => isOf(key, whose.scopeKey) && mostOf(queries, key) !== undefined
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    for (const [name, { queryKey, state }] of changed) {
      const data = dataOf(state.data)
      const kept: Kept = { key: queryKey, data, at: state.dataUpdatedAt }
      if (!closed.has(whose.person) && !isSignedOutAnywhere() && data !== undefined)
        void db.put('answers', prefixOf(whose) + name, kept)
    }
    changed.clear()
  }
  const drop = (isDropped: (name: string, key: QueryKey) => boolean) => {
    for (const [hash, { queryKey }] of changed)
      if (isDropped(prefixOf(whose) + hash, queryKey)) changed.delete(hash)
  }
  drops.add(drop)
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, queryHash } = event.query
    // An object that is gone must not be shown offline either.
    if (event.action.type === 'error' && isNotThere(event.action.error) && isKept(queryKey))
      void removeGone(whose, queryKey)
    if (event.action.type !== 'success') return
    // Restored answers, set while offline, are stored already.
    if (!isKept(queryKey) || !isOnline()) return
    changed.set(queryHash, event.query)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  const bringBack = () => {
    if (!isOnline()) void restore(whose, queryClient, queries)
  }
  const unwatch = onConnectivityChange(bringBack)
  window.addEventListener('pagehide', write)
  bringBack()
  void removeStrangers(whose)
  whenIdle(async () => remove((await readKept(whose, queries)).gone))
  // Queries that were fetched before this started.
  for (const query of queryClient.getQueryCache().getAll())
    if (query.state.status === 'success' && isKept(query.queryKey) && isOnline())
      changed.set(query.queryHash, query)
  if (changed.size > 0) timer = setTimeout(write, WRITE_AFTER_MS)
  return () => {
    clearTimeout(timer)
    write()
    drops.delete(drop)
    unsubscribe()
    unwatch()
    window.removeEventListener('pagehide', write)
  }
}

/**
 * Stores the answers that a person has read on this device, by person and scope, and restores them when offline, only for
 * that person. They are removed at sign-out, when they are too old, and when another person signs in.
 */
export const makeKeptAnswers = (options: KeptAnswersOptions) => {
  const answers = openAnswers(options)
  const { db, closed, drops, readKept, remove, removeGone, restore } = answers
  return {
    db,
    readKept,
    remove,
    removeGone,
    restore,

    /**
     * Stores the answers of this person in this scope, and restores them while offline, so that the app opens and read content
     * stays readable. Returns a function that stops it.
     */
    keep: (whose: Whose, queryClient: QueryClient, queries: KeptQueries): (() => void) =>
      watchAnswers({ answers, isOf: options.isOf, whose, queryClient, queries }),

    /**
     * Removes the stored answers of a person: all at sign-out, or those of one scope when they lose access to it. Returns
     * whether they were removed.
     */
    forget: async (person: string, scopeKey?: string): Promise<boolean> => {
      if (scopeKey === undefined) closed.add(person)
      const prefix = scopeKey === undefined ? `${person}/` : prefixOf({ person, scopeKey })
      for (const drop of drops) drop((name) => name.startsWith(prefix))
      const [isGone] = await Promise.all([db.removeAll('answers', prefix), options.empty?.()])
      return isGone
    },
  }
}
