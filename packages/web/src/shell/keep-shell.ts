import {
  addRoute,
  createHandlerBoundToURL,
  PrecacheController,
  PrecacheRoute,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import type { CodeNews } from './install-worker.ts'
import { takeRelease } from './take-release.ts'

/*
 * In an app's service worker: holds what is the same for everybody, the page and the code of one release, under the names
 * of that release. No answer of the API ever stands in a cache of this worker. A new release waits until the pages of the
 * old one are closed, and only then takes over; meanwhile its pages come from the network as they always have.
 */

interface Precached {
  url: string
  revision: string | null
}

/** The part of a worker's world that is used here; the app's types are those of a page. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void; data?: unknown }

// The build writes the release's files here; see packages/build/src/service-worker.ts.
declare const __PRECACHED__: readonly Precached[]
/** How many of them come first: the page, and what it begins with. */
declare const __FIRST__: number

const ANSWERED_WITHIN_MS = 1500
/** The page that asks to be loaded afresh does it at once. */
const FRESH_WITHIN_MS = 10_000
/** A browser looks for a later release as it opens a page: what that page itself needs comes first. */
const SETTLED_MS = 3000
/** A file has one address. */
const FILES = { directoryIndex: '', cleanURLs: false }

interface Shell {
  /** The address of the app's page. */
  page: string
  /** Whether a path is one of the app's own pages; every other is left to the network. */
  isOurs: (path: string) => boolean
  /** Whether all of the app is kept, opened or not; see install-worker.ts. */
  isWhole: boolean
}

/** Has the worker open the app's pages from what is kept, where the server is not heard. */
export const keepShell = ({ page, isOurs, isWhole }: Shell): void => {
  // In a worker `self` is the worker itself.
  const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
  precache([...__PRECACHED__.slice(0, __FIRST__)])

  // Before the files: the page's own address is one of these, and would always be answered from what is kept.
  const shell = createHandlerBoundToURL(page)
  /** The page as it is kept. It is told so: it begins with what is kept, and asks for the rest once the server is heard. */
  const keptPage: typeof shell = async (given) => {
    const kept = await shell(given)
    return new Response((await kept.text()).replace('<html', '<html data-kept'), kept)
  }
  let freshUntil = 0
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && request.method === 'GET' && isOurs(url.pathname),
    async (given) => {
      const isFresh = Date.now() < freshUntil
      freshUntil = 0
      const late = new AbortController()
      const timer = isFresh ? undefined : setTimeout(() => late.abort(), ANSWERED_WITHIN_MS)
      try {
        return await fetch(given.request, { signal: late.signal })
      } catch {
        return keptPage(given)
      } finally {
        // Answered is answered: the page itself may take as long as a slow line needs.
        clearTimeout(timer)
      }
    },
  )
  addRoute(FILES)

  /*
   * A first worker is there as soon as it holds what the page begins with: whoever reloads without a network a few seconds
   * later sees the app. The rest comes when the page asks for it. A later release has what is kept before it takes over.
   */
  const rest = new PrecacheController({ cacheName: `rest-${registration.scope}` })
  rest.addToCacheList(__PRECACHED__.slice(__FIRST__))
  registerRoute(new PrecacheRoute(rest, FILES))
  const openRest = () => caches.open(rest.strategy.cacheName)
  const keyOf = (url: string) => rest.getCacheKeyForURL(url) ?? url
  const keepRest = async (isWanted: (url: string) => boolean): Promise<void> => {
    const cache = await openRest()
    const held = new Set((await cache.keys()).map(({ url }) => url))
    // One after another, each for itself: what is lost comes when a later page asks. Workbox itself keeps them at an install alone.
    for (const url of rest.getCachedURLs().filter(isWanted)) {
      if (!held.has(keyOf(url))) await cache.add(keyOf(url)).catch(() => null)
    }
  }
  const on = (kind: string, hear: (event: WorkerEvent) => void) => self.addEventListener(kind, hear as never)
  on('install', (event) => {
    if (registration.active === null) return
    const take = async () => {
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
      await takeRelease(await openRest(), rest.getCachedURLs().map(keyOf), isWhole)
    }
    event.waitUntil(take())
  })
  on('activate', (event) => event.waitUntil(rest.activate(event as never)))
  on('message', (event) => {
    const { loaded, whole, fresh } = (event.data ?? {}) as Partial<CodeNews & { fresh: boolean }>
    if (fresh === true) freshUntil = Date.now() + FRESH_WITHIN_MS
    // What the page has is in the browser's own cache: it is kept without the network.
    if (loaded !== undefined) event.waitUntil(keepRest((url) => whole === true || loaded.includes(url)))
  })
}
