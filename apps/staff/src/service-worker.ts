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
import { OFFLINE_PICTURES, PICTURES } from './lib/offline/caches.ts'
import { takeOverStaff } from './lib/offline/outbox.take-over.ts'
import { OUTBOX_DATABASE } from './lib/offline/outbox-database.ts'
import { headersOf } from './lib/scope-headers.ts'
import { keepShared } from './lib/shared.ts'

/* The service worker of the installed app. Its caches hold what is the same for all users: the shell and the code of one
   release, under that release's names. What a user reads is kept by the page, under that user's id
   (lib/offline/kept-answers.ts); this worker never caches API answers. A new release waits until all pages of the old one are
   closed before it takes over; until then its pages come from the network. */

// TypeScript's types describe `self` as a window.
const { clients, cookieStore } = self as unknown as {
  clients: { get: (id: string) => Promise<{ url: string } | undefined> }
  cookieStore?: CookieStoreLike
}

/** Paths of the staff app's own pages; the desk, the intranet and all other prefixes are left to the network. */
const OURS = new RegExp(`^/(?:${RESTAURANT}(?:/.*)?)?$`)
const PICTURES_KEPT = 150
const MONTH_S = 30 * 24 * 3600

keepShell({ page: '/', isOurs: (path) => OURS.test(path), isWhole: true })

// Pictures of articles and messages: their URLs are signed for a single user.
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
          const small = await caches.match(request, { cacheName: OFFLINE_PICTURES })
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
  // The page that reverts an account change is allowed too: it must open for users whom the change signed out.
  isBeside: (path) => path.startsWith('/intranet/revert?'),
})
listenForSync(self as never, { store: makeOutboxStore(OUTBOX_DATABASE, takeOverStaff), headersOf })
