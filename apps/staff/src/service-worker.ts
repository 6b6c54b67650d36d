import { RESTAURANT, SHARE_PATH, SHARED_PAGE } from '@podmoga/contract/staff-pages'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { listenForSync } from '@podmoga/web/outbox/worker'
import { type CookieStoreLike, personIn } from '@podmoga/web/outbox/worker-session'
import { listenForNotifications } from '@podmoga/web/push/push-worker'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  createHandlerBoundToURL,
  PrecacheController,
  PrecacheRoute,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import type { CodeNews } from './lib/install-worker.ts'
import { owners } from './lib/notifications/push.ts'
import { PICTURES, POCKET } from './lib/offline/caches.ts'
import { takeOverStaff } from './lib/offline/outbox.take-over.ts'
import { OUTBOX_DATABASE } from './lib/offline/outbox-database.ts'
import { headersOf } from './lib/scope-headers.ts'
import { keepShared } from './lib/shared.ts'

/*
 * The worker of the installed app. It holds what is the same for everybody: the shell and the code of one release, under
 * the names of that release. What a person reads is kept by the page, under that person's name (lib/offline/kept-answers.ts);
 * no answer of the API ever stands in a cache of this worker. A new release waits until the pages of the old one are
 * closed, and only then takes over; meanwhile its pages come from the network as they always have.
 */

interface Precached {
  url: string
  revision: string | null
}

/** The part of a worker's world that is used here; the app's types are those of a page. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void; data?: unknown }

// In a worker `self` is the worker itself.
const { clients, cookieStore, registration } = self as unknown as {
  registration: ServiceWorkerRegistration
  clients: { get: (id: string) => Promise<{ url: string } | undefined> }
  cookieStore?: CookieStoreLike
}

// The build writes the release's files here; see packages/build/src/service-worker.ts.
declare const __PRECACHED__: readonly Precached[]
/** How many of them come first: the page, and what it begins with. */
declare const __FIRST__: number

const SHELL = '/'
/** Words and ids of the staff app's own pages; the desk, the intranet and every other prefix are left to the network. */
const OURS = new RegExp(`^/(?:${RESTAURANT}(?:/.*)?)?$`)
const ANSWERED_WITHIN_MS = 1500
const PICTURES_KEPT = 150
const MONTH_S = 30 * 24 * 3600

precacheAndRoute(__PRECACHED__.slice(0, __FIRST__), { directoryIndex: '', cleanURLs: false })

/*
 * A first worker is there as soon as it holds what the page begins with: whoever reloads without a network a few seconds
 * later sees the app. The rest comes when the page asks for it. A later release has all of it before it takes over.
 */
const rest = new PrecacheController({ cacheName: `rest-${registration.scope}` })
rest.addToCacheList(__PRECACHED__.slice(__FIRST__))
registerRoute(new PrecacheRoute(rest, { directoryIndex: '', cleanURLs: false }))
const keepRest = async (isWanted: (url: string) => boolean): Promise<void> => {
  const cache = await caches.open(rest.strategy.cacheName)
  const held = new Set((await cache.keys()).map(({ url }) => url))
  // One after another, each for itself: what is lost comes when a later page asks. Workbox itself keeps them at an install alone.
  for (const url of rest.getCachedURLs().filter(isWanted)) {
    const key = rest.getCacheKeyForURL(url) ?? url
    if (!held.has(key)) await cache.add(key).catch(() => null)
  }
}
const on = (kind: string, hear: (event: WorkerEvent) => void) => self.addEventListener(kind, hear as never)
on('install', (event) => {
  if (registration.active !== null) event.waitUntil(rest.install(event as never))
})
on('activate', (event) => event.waitUntil(rest.activate(event as never)))
on('message', (event) => {
  const { loaded, whole } = (event.data ?? {}) as Partial<CodeNews>
  // What the page has is in the browser's own cache: it is kept without the network.
  if (loaded !== undefined) event.waitUntil(keepRest((url) => whole === true || loaded.includes(url)))
})

const shell = createHandlerBoundToURL(SHELL)
/** The page as it is kept. It is told so: it begins with what is kept, and asks for the rest once the server is heard. */
const keptPage: typeof shell = async (given) => {
  const page = await shell(given)
  return new Response((await page.text()).replace('<html', '<html data-kept'), page)
}
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && request.method === 'GET' && OURS.test(url.pathname),
  async (given) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ANSWERED_WITHIN_MS)
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

// The picture of an article or of a message: its address is signed for the one person who was given it.
const pictures = new CacheFirst({
  cacheName: PICTURES,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
    },
    new ExpirationPlugin({ maxEntries: PICTURES_KEPT, maxAgeSeconds: MONTH_S, purgeOnQuotaError: true }),
  ],
})

const isStaffPage = async (client: string): Promise<boolean> => {
  const url = (await clients.get(client))?.url
  return url !== undefined && OURS.test(new URL(url).pathname)
}

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith('/files/'),
  async ({ event, request }) =>
    (await isStaffPage((event as unknown as { clientId: string }).clientId))
      ? pictures.handle({ event, request }).catch(async (lost: unknown) => {
          const small = await caches.match(request, { cacheName: POCKET })
          if (small === undefined) throw lost
          return small
        })
      : fetch(request),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  async ({ request }) => {
    const owner = cookieStore === undefined ? '' : await personIn(cookieStore).catch(() => '')
    await keepShared(request, owner)
    return Response.redirect(SHARED_PAGE, 303)
  },
  'POST',
)

listenForNotifications(self as never, {
  owners,
  isOurs: (path) => OURS.test(path),
  // The way back from a change of the account stands beside the app, for whoever is signed out by it too.
  isBeside: (path) => path.startsWith('/intranet/revert?'),
})
listenForSync(self as never, { store: makeOutboxStore(OUTBOX_DATABASE, takeOverStaff), headersOf })
