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
 * Runs in an app's service worker: caches the page and the code of one release, which are the same for all users. API
 * responses are never cached here. A new release waits until the pages of the old one are closed before it takes over; until
 * then its pages are loaded from the network as usual.
 */

interface Precached {
  url: string
  revision: string | null
}

/** The subset of worker types used here: the app is compiled with the types of a page. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void; data?: unknown }

// Defined by the build: the files of the release; see packages/build/src/service-worker.ts.
declare const __PRECACHED__: readonly Precached[]
/** How many of them are first: the page and its initial files. */
declare const __FIRST__: number

const ANSWERED_WITHIN_MS = 1500
/** A page that requests a fresh load reloads at once. */
const FRESH_WITHIN_MS = 10_000
/** The browser checks for a new release when it opens a page: the page's own requests go first. */
const SETTLED_MS = 3000
/** Each file has exactly one URL. */
const FILES = { directoryIndex: '', cleanURLs: false }

interface Shell {
  /** The URL of the app's page. */
  page: string
  /** Whether a path is a page of this app; all others are left to the network. */
  isOurs: (path: string) => boolean
  /** Whether the whole app is cached, including parts not opened yet; see install-worker.ts. */
  isWhole: boolean
}

/** Makes the worker serve the app's pages from the cache if the server does not answer. */
export const keepShell = ({ page, isOurs, isWhole }: Shell): void => {
  // In a worker `self` is the worker itself.
  const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
  precache([...__PRECACHED__.slice(0, __FIRST__)])

  // Registered before the files: these include the page's URL, which would then always be served from the cache.
  const shell = createHandlerBoundToURL(page)
  /** The cached page, marked with `data-kept`: it starts from local data, and makes its calls once the server is reachable. */
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
        // The timeout is for the response headers only: the body may take as long as a slow line needs.
        clearTimeout(timer)
      }
    },
  )
  addRoute(FILES)

  /*
   * A first worker is installed as soon as it has cached the initial files, so that a reload without a network a few seconds
   * later works. The rest is cached when the page asks for it. A later release fetches what is cached before it takes over.
   */
  const rest = new PrecacheController({ cacheName: `rest-${registration.scope}` })
  rest.addToCacheList(__PRECACHED__.slice(__FIRST__))
  registerRoute(new PrecacheRoute(rest, FILES))
  const openRest = () => caches.open(rest.strategy.cacheName)
  const keyOf = (url: string) => rest.getCacheKeyForURL(url) ?? url
  const keepRest = async (isWanted: (url: string) => boolean): Promise<void> => {
    const cache = await openRest()
    const held = new Set((await cache.keys()).map(({ url }) => url))
    // One by one and independently: a failed file is retried when a later page asks. Workbox itself only caches at an install.
    for (const url of rest.getCachedURLs().filter(isWanted)) {
      if (!held.has(keyOf(url))) await cache.add(keyOf(url)).catch(() => null)
    }
  }
  const on = (kind: string, handle: (event: WorkerEvent) => void) =>
    self.addEventListener(kind, handle as never)
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
    // The page's files are in the browser's HTTP cache, so this needs no network.
    if (loaded !== undefined) event.waitUntil(keepRest((url) => whole === true || loaded.includes(url)))
  })
}
