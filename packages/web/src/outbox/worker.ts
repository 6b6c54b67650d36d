import { withLock } from '../locks.ts'
import { lockOf, nextOf, type OutboxItem, prefixOf, stateAfterBreak } from './item.ts'
import { type RecordedRequest, type StoredRequest, SYNC_TAG } from './recorded-request.shapes.ts'
import type { OutboxStore } from './store.ts'
import { notifyTabs } from './tabs.ts'
import { type CookieStoreLike, liveTokens, personIn } from './worker-session.ts'

/*
 * Background Sync: sends what a person wrote offline, even if the app is closed. The worker acts like one more tab: it takes
 * the same locks, reads the same database, sends the same requests with the same keys, and notifies the other tabs. It
 * accepts only a 200 as an answer; all other answers are left to the page, which sends the request again.
 */

export interface SyncOptions {
  store: OutboxStore
  cookies: CookieStoreLike
  /** The headers for a scope and a network. */
  headersOf: (scopeKey: string, network: string | undefined) => Record<string, string>
}

/** A browser gives a worker only minutes. A request cut off by the browser would have an unknown outcome. */
const LONGEST_MS = 150_000

type Outcome = 'sent' | 'over' | 'refused' | 'passing'

/** A queue of one person in one scope. */
interface Queue {
  person: string
  scopeKey: string
  queue: string
}

const bodyOf = ({ body, form }: RecordedRequest, files: readonly File[]): string | FormData | null => {
  if (form === null) return body
  const left = [...files]
  const data = new FormData()
  for (const [name, value] of form) data.append(name, value ?? left.shift() ?? '')
  return data
}

const send = async (
  { store, cookies, headersOf }: SyncOptions,
  { person, scopeKey }: Queue,
  request: RecordedRequest,
  files: readonly File[],
): Promise<Outcome> => {
  let stale: string | null = null
  for (let isSecond = false; ; isSecond = true) {
    const tokens = await liveTokens(person, { store, cookies }, stale)
    if (tokens === 'over' || tokens === 'passing') return tokens
    stale = tokens.access_token
    const answer = await fetch(request.url, {
      method: 'POST',
      headers: {
        ...request.headers,
        Authorization: `Bearer ${stale}`,
        ...headersOf(scopeKey, tokens.business?.network),
      },
      body: bodyOf(request, files),
      cache: 'no-store',
      credentials: 'same-origin',
      // A captive portal's redirect is not an answer of our server.
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => null)
    if (answer === null || answer.status === 429 || answer.status >= 500) return 'passing'
    if (answer.status === 200)
      return /\bjson\b/.test(answer.headers.get('content-type') ?? '') ? 'sent' : 'passing'
    if (answer.status !== 401) return 'refused'
    if (isSecond) return 'over'
  }
}

/** Changes an item if it is still the one sent: a page may have removed or edited it meanwhile. */
const changeSame = async (
  { db }: OutboxStore,
  name: string,
  { key }: OutboxItem,
  state: 'waiting' | 'sending' | 'sent',
): Promise<void> => {
  const kept = await db.get<OutboxItem>('outbox', name)
  if (kept?.key !== key) return
  const value = state === 'sent' ? undefined : { ...kept, state }
  await db.write([
    { store: 'outbox', key: name, value },
    ...(state === 'sent' ? [{ store: 'requests' as const, key: name }] : []),
  ])
}

const work = (options: SyncOptions, queue: Queue): Promise<Outcome> => {
  const { store } = options
  const prefix = prefixOf(queue.person, queue.scopeKey)
  return withLock(lockOf(prefix, queue.queue), async () => {
    for (;;) {
      // We hold the lock, so an item in state `sending` was interrupted.
      const items = (await store.db.list<OutboxItem>('outbox', prefix)).map((item) => ({
        ...item,
        state: stateAfterBreak(item, Date.now()),
      }))
      const next = nextOf(items, queue.queue)
      if (next === undefined) return 'sent'
      const name = prefix + next.id
      const recorded = await store.db.get<StoredRequest>('requests', name)
      // The page had no time to record the request: a page must send it, and the queue waits.
      if (recorded?.key !== next.key) return 'sent'
      await changeSame(store, name, next, 'sending')
      const outcome = await send(options, queue, recorded.request, next.files)
      await changeSame(store, name, next, outcome === 'sent' ? 'sent' : 'waiting')
      if (outcome !== 'sent') return outcome
      notifyTabs(name)
    }
  })
}

const queuesOf = async ({ db }: OutboxStore, person: string): Promise<Queue[]> => {
  const queues = new Map<string, Queue>()
  for (const [name, { queue }] of await db.entries<OutboxItem>('outbox', `${person}/`)) {
    const scopeKey = name.split('/')[1] ?? ''
    queues.set(`${scopeKey}/${queue}`, { person, scopeKey, queue })
  }
  return [...queues.values()]
}

/**
 * Sends the waiting items of the signed-in person, except in scopes with a visible page (`isSeen`), which sends them itself.
 * Rejects on a temporary failure: the browser then retries later.
 */
export const sendKept = async (
  options: SyncOptions,
  isSeen: (scopeKey: string) => boolean,
): Promise<void> => {
  const person = await personIn(options.cookies)
  if (person === '') return
  await options.store.ready()
  let isPassing = false
  for (const queue of await queuesOf(options.store, person)) {
    if (isSeen(queue.scopeKey)) continue
    const outcome = await work(options, queue)
    if (outcome === 'over') return
    isPassing ||= outcome === 'passing'
  }
  if (isPassing) throw new Error('there is no network yet')
}

/** Sent to pages when the browser reports a network: they check their connectivity. */
export interface SyncNews {
  sync: true
}

interface WindowClientLike {
  url: string
  visibilityState: string
  postMessage: (news: SyncNews) => void
}
interface SyncEventLike {
  tag: string
  waitUntil: (work: Promise<unknown>) => void
}
interface WorkerLike {
  cookieStore?: CookieStoreLike
  clients: {
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClientLike[]>
  }
  addEventListener: (kind: 'sync', listen: (event: SyncEventLike) => void) => void
}

/** Sends the stored items on a sync event. The scope key is the first segment of a page's path. */
export const listenForSync = (worker: WorkerLike, options: Omit<SyncOptions, 'cookies'>): void => {
  const sync = async (): Promise<void> => {
    const { cookieStore } = worker
    if (cookieStore === undefined) return
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const seen = new Set<string | undefined>()
    for (const page of pages) {
      page.postMessage({ sync: true })
      if (page.visibilityState === 'visible') seen.add(new URL(page.url).pathname.split('/')[1])
    }
    await sendKept({ ...options, cookies: cookieStore }, (scopeKey) => seen.has(scopeKey))
  }
  worker.addEventListener('sync', (event) => {
    if (event.tag === SYNC_TAG) event.waitUntil(sync())
  })
}
