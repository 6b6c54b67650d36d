import { withLock } from '@podmoga/web/locks'
import { headersOf } from './place-headers.ts'
import { type KeptRequest, SYNC_TAG } from './sync-db.ts'
import { type CookieStoreLike, liveTokens, personIn } from './sync-session.ts'

/*
 * Background Sync: what a person wrote without a network goes out though their app is closed. The worker is one more
 * tab: it takes the same locks, reads the same disk, sends the same request under the same key, and tells the others.
 * It judges nothing: only a 200 is an answer to it; whatever else is said, the page hears when it sends that again.
 */

/** One thing that waits. */
export interface SyncItem {
  request: KeptRequest
  files: readonly File[]
  /** Before it leaves. */
  begin: () => Promise<void>
  sent: () => Promise<void>
  /** It has not gone, as far as anybody knows; it waits as before. */
  stay: () => Promise<void>
}

/** What goes one after another. */
export interface SyncQueue {
  restaurantId: string
  /** The name of the lock that whoever sends holds. */
  lock: string
  /** The first that waits, as the disk has it now; null: nothing, or nothing that the worker may send. */
  next: () => Promise<SyncItem | null>
}

/** The queues of a person in which something waits. */
export type SyncQueues = (person: string) => Promise<SyncQueue[]>

/** A browser gives a worker minutes; what it ends by force, nobody can tell the end of. */
const LONGEST_MS = 150_000

type Outcome = 'sent' | 'over' | 'refused' | 'passing'

const bodyOf = ({ body, form }: KeptRequest, files: readonly File[]): string | FormData | null => {
  if (form === null) return body
  const left = [...files]
  const data = new FormData()
  for (const [name, value] of form) data.append(name, value ?? left.shift() ?? '')
  return data
}

const send = async (
  person: string,
  restaurantId: string,
  { request, files }: SyncItem,
  cookies: CookieStoreLike,
): Promise<Outcome> => {
  let stale: string | null = null
  for (let isSecond = false; ; isSecond = true) {
    const tokens = await liveTokens(person, cookies, stale)
    if (tokens === 'over' || tokens === 'passing') return tokens
    stale = tokens.access_token
    const answer = await fetch(request.url, {
      method: 'POST',
      headers: {
        ...request.headers,
        Authorization: `Bearer ${stale}`,
        ...headersOf(restaurantId, tokens.business?.network),
      },
      body: bodyOf(request, files),
      cache: 'no-store',
      credentials: 'same-origin',
      // The page that a Wi-Fi asks its password on is no answer of ours.
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

const work = async (person: string, queue: SyncQueue, cookies: CookieStoreLike): Promise<Outcome> =>
  withLock(queue.lock, async () => {
    for (;;) {
      const item = await queue.next()
      if (item === null) return 'sent'
      await item.begin()
      const outcome = await send(person, queue.restaurantId, item, cookies)
      if (outcome === 'sent') await item.sent()
      else {
        await item.stay()
        return outcome
      }
    }
  })

/**
 * Sends what waits for whoever is signed in, but for the restaurants that somebody is looking at (`isSeen`): their page
 * does it, in sight. Rejects when it may go through another time: the browser then asks again, later.
 */
export const sendKept = async (
  queues: readonly SyncQueues[],
  cookies: CookieStoreLike,
  isSeen: (restaurantId: string) => boolean,
): Promise<void> => {
  const person = await personIn(cookies)
  if (person === '') return
  const all = (await Promise.all(queues.map((of) => of(person)))).flat()
  let isPassing = false
  for (const queue of all) {
    if (isSeen(queue.restaurantId)) continue
    const outcome = await work(person, queue, cookies)
    if (outcome === 'over') return
    isPassing ||= outcome === 'passing'
  }
  if (isPassing) throw new Error('there is no network yet')
}

/** What a page is told when the browser believes that there is a network: it is to see for itself. */
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

export const listenForSync = (worker: WorkerLike, queues: readonly SyncQueues[]): void => {
  const sync = async (): Promise<void> => {
    const { cookieStore } = worker
    if (cookieStore === undefined) return
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const seen = new Set<string | undefined>()
    for (const page of pages) {
      page.postMessage({ sync: true })
      if (page.visibilityState === 'visible') seen.add(new URL(page.url).pathname.split('/')[1])
    }
    await sendKept(queues, cookieStore, (restaurantId) => seen.has(restaurantId))
  }
  worker.addEventListener('sync', (event) => {
    if (event.tag === SYNC_TAG) event.waitUntil(sync())
  })
}
