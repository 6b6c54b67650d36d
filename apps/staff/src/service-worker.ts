import { RESTAURANT, SHARE_PATH, SHARED_PAGE } from '@podmoga/contract/staff-pages'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { listenForSync } from '@podmoga/web/outbox/worker'
import { type CookieStoreLike, personIn } from '@podmoga/web/outbox/worker-session'
import { listenForNotifications } from '@podmoga/web/push/push-worker'
import { keepShell } from '@podmoga/web/shell/keep-shell'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
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

// In a worker `self` is the worker itself.
const { clients, cookieStore } = self as unknown as {
  clients: { get: (id: string) => Promise<{ url: string } | undefined> }
  cookieStore?: CookieStoreLike
}

/** Words and ids of the staff app's own pages; the desk, the intranet and every other prefix are left to the network. */
const OURS = new RegExp(`^/(?:${RESTAURANT}(?:/.*)?)?$`)
const PICTURES_KEPT = 150
const MONTH_S = 30 * 24 * 3600

keepShell({ page: '/', isOurs: (path) => OURS.test(path), isWhole: true })

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
