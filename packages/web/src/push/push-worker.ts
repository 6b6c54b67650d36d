import type { PushPayload } from '@podmoga/contract/notifications'
import type { PushOwners } from './push-owner.ts'

/** The number of remembered events: a push is sent again within minutes or never. */
const SHOWN_MAX = 50

/** Sent to a page when a notification is clicked: the path to open. */
export interface OpenNews {
  open: string
}

interface WindowClientLike {
  url: string
  focused?: boolean
  visibilityState?: string
  focus: () => Promise<unknown>
  postMessage: (news: OpenNews) => void
}

/** The subset of worker types used here: the app is compiled with the types of a page. */
interface WorkerLike {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<WindowClientLike[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: (kind: 'push' | 'notificationclick', listen: (event: never) => void) => void
}
interface Waiting {
  waitUntil: (work: Promise<unknown>) => void
}
type PushEventLike = Waiting & { data: { json: () => unknown } | null }
type ClickEventLike = Waiting & { notification: Notification }

const FIELDS = ['owner', 'kind', 'tag', 'title', 'body', 'path'] as const

/** Validates a payload: only our server can send one, but it may be newer than this app. */
const payloadOf = (data: PushEventLike['data']): PushPayload | null => {
  try {
    const given = data?.json() as Record<string, unknown>
    return FIELDS.every((name) => typeof given[name] === 'string') ? (given as PushPayload) : null
  } catch {
    return null
  }
}

/** Options that differ by app. */
interface PushApp {
  owners: PushOwners
  /** Whether a path is a page of this app, which may be opened. */
  isOurs: (path: string) => boolean
  /** Whether a notification opens this path outside the app, in a new window. */
  isBeside?: (path: string) => boolean
  /**
   * Open pages of the app notify the user themselves: no notification is shown if a page is focused and visible, and it is
   * silent if any page is open. This does not apply to notifications that open outside the app.
   */
  pagesCall?: boolean
}

/**
 * Shows pushes for the person who subscribed in this browser, and for nobody else; closes notifications that were read
 * elsewhere. A push that the server sends again, unaware that it was delivered, does not ring or reappear. A click opens the
 * ticket, in an open page of the app if there is one.
 */
export const listenForNotifications = (
  worker: WorkerLike,
  { owners, isOurs, isBeside, pagesCall = false }: PushApp,
): void => {
  const { registration, clients } = worker
  const openPages = async (): Promise<WindowClientLike[]> => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    return pages.filter(({ url }) => isOurs(new URL(url).pathname))
  }
  const show = async (payload: PushPayload | null): Promise<void> => {
    const owner = await owners.read()
    if (payload === null || owner === null || owner.owner !== payload.owner) return
    const { kind, tag, title, body, path, event } = payload
    if (kind === 'read') {
      for (const shown of await registration.getNotifications({ tag })) shown.close()
      return
    }
    const news = `${tag} ${event}`
    const shown = await owners.readShown()
    const isAgain = event !== undefined && shown.includes(news)
    if (isAgain && (await registration.getNotifications({ tag })).length === 0) return
    const pages = pagesCall && isBeside?.(path) !== true ? await openPages() : []
    if (pages.some((page) => page.focused === true && page.visibilityState === 'visible')) return
    const looks = {
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      lang: 'ru',
      renotify: !isAgain,
      silent: isAgain || payload.silent === true || pages.length > 0,
    }
    await registration.showNotification(title, { body, tag, data: { path }, ...looks } as NotificationOptions)
    if (event !== undefined && !isAgain) await owners.writeShown([...shown, news].slice(-SHOWN_MAX))
  }
  // One at a time: two pushes of the same event may arrive at once.
  let last: Promise<void> = Promise.resolve()
  const inOrder = (payload: PushPayload | null): Promise<void> => {
    last = last.catch(() => null).then(() => show(payload))
    return last
  }
  const open = async (path: unknown): Promise<void> => {
    if (typeof path !== 'string') return
    if (isBeside?.(path) === true) return void (await clients.openWindow(path))
    if (!isOurs(path)) return
    const [page] = await openPages()
    if (page === undefined) return void (await clients.openWindow(path))
    page.postMessage({ open: path })
    // Browsers refuse to focus without a user gesture; the page opens the path anyway.
    await page.focus().catch(() => null)
  }
  worker.addEventListener('push', (event: PushEventLike) => event.waitUntil(inOrder(payloadOf(event.data))))
  worker.addEventListener('notificationclick', (event: ClickEventLike) => {
    event.notification.close()
    event.waitUntil(open((event.notification.data as { path?: unknown } | null)?.path))
  })
}
