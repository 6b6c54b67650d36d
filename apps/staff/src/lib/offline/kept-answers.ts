import { isOnline, onConnectivityChange } from '@podmoga/web/connectivity'
import { whenIdle } from '@podmoga/web/fetch-ahead'
import { makeLocalDb } from '@podmoga/web/local-db'
import { personHere, readSession } from '@podmoga/web/session/stored-session'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Scope } from '../scope.tsx'
import { emptyCaches } from './caches.ts'

interface Kept {
  key: QueryKey
  data: unknown
  /** When it was answered, epoch milliseconds. */
  at: number
}

interface Pages {
  pages: unknown[]
  pageParams: unknown[]
}

const db = makeLocalDb('podmoga-answers', ['answers'])

const KEPT_MS = 30 * 24 * 3600_000
const WRITE_AFTER_MS = 500
/** How many answers of each kind are kept, the newest; what is not named here is a handful of lists. */
const MOST: Record<string, number> = {
  'tickets messages': 50,
  'tickets ticket': 50,
  'knowledge material': 200,
}

// By the first and third part of a query's key; a search is answered from these. Without the person and the names of their
// restaurants the bars would stand empty.
const KINDS =
  /^(?:profile|session restaurants|shift now|choices \w+|tickets (?:list|ticket|messages)|knowledge (?:faq|sections?|subcategories|materials?))$/
const kindOf = (key: QueryKey): string => [key[0], key[2]].filter(Boolean).join(' ')

/** A conversation is kept by its last page: what is read without a network. */
const dataOf = (key: QueryKey, data: unknown): unknown => {
  if (kindOf(key) !== 'tickets messages') return data
  const { pages, pageParams } = data as Pages
  const newest = pageParams.indexOf(1)
  return newest === -1 ? undefined : { pages: [pages[newest]], pageParams: [1] }
}

type Whose = Pick<Scope, 'person' | 'restaurantId'>
const prefixOf = ({ person, restaurantId }: Whose): string => `${person}/${restaurantId}/`

let isClosed = false

/** Newest first; `gone` is what is too old and what is too much. */
const readKept = async (whose: Whose) => {
  const counts = new Map<string, number>()
  const kept: Kept[] = []
  const gone: string[] = []
  const all = await db.entries<Kept>('answers', prefixOf(whose))
  for (const [name, answer] of all.sort(([, one], [, other]) => other.at - one.at)) {
    const kind = kindOf(answer.key)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const isGone = answer.at < Date.now() - KEPT_MS || count > (MOST[kind] ?? Number.POSITIVE_INFINITY)
    if (isGone) gone.push(name)
    else kept.push(answer)
  }
  return { kept, gone }
}

const remove = (names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => db.remove('answers', name)))

/** Removes what was read by somebody else. */
const removeStrangers = async ({ person }: Whose): Promise<void> => {
  const strangers = (await db.keys('answers')).filter((name) => !name.startsWith(`${person}/`))
  if (strangers.length === 0) return
  await remove(strangers)
  await emptyCaches()
}

const restore = async (whose: Whose, queryClient: QueryClient): Promise<void> => {
  for (const { key, data, at } of (await readKept(whose)).kept) {
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
export const keepAnswers = (scope: Scope, queryClient: QueryClient): (() => void) => {
  const changed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    for (const [name, { queryKey, state }] of changed) {
      const data = dataOf(queryKey, state.data)
      const kept: Kept = { key: queryKey, data, at: state.dataUpdatedAt }
      if (!isClosed && data !== undefined) void db.put('answers', prefixOf(scope) + name, kept)
    }
    changed.clear()
  }
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey } = event.query
    // What came back from the device says when it was answered; it need not go there again.
    if (queryKey[1] !== scope.restaurantId || !KINDS.test(kindOf(queryKey)) || !isOnline()) return
    changed.set(event.query.queryHash, event.query)
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  })
  const bringBack = () => void (isOnline() ? null : restore(scope, queryClient))
  const unwatch = onConnectivityChange(bringBack)
  window.addEventListener('pagehide', write)
  bringBack()
  void removeStrangers(scope)
  whenIdle(async () => remove((await readKept(scope)).gone))
  // What this page asked for before it came here.
  for (const query of queryClient.getQueryCache().getAll())
    if (query.state.status === 'success' && query.queryKey[1] === scope.restaurantId)
      if (KINDS.test(kindOf(query.queryKey)) && isOnline()) changed.set(query.queryHash, query)
  if (changed.size > 0) timer = setTimeout(write, WRITE_AFTER_MS)
  return () => {
    clearTimeout(timer)
    write()
    unsubscribe()
    unwatch()
    window.removeEventListener('pagehide', write)
  }
}

/** Forgets what a person has read here: all of it once they have signed out, of one restaurant when its door has closed. */
export const forgetAnswers = async (person: string, restaurantId?: string): Promise<void> => {
  if (restaurantId === undefined) isClosed = true
  const prefix = restaurantId === undefined ? `${person}/` : prefixOf({ person, restaurantId })
  await Promise.all([db.removeAll('answers', prefix), emptyCaches()])
}
