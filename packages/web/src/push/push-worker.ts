import type { PushPayload } from '@podmoga/contract/notifications'
import type { PushOwners } from './push-owner.ts'

/** News that is remembered: it is sent again within minutes or never. */
const SHOWN_MAX = 50

/** What a page is told when a notice was tapped: where to go. */
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

/** The part of a worker's world that notices need; the app's types are those of a page. */
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

/** Only our server has the key, but a page that is older than it may be told things it does not know. */
const payloadOf = (data: PushEventLike['data']): PushPayload | null => {
  try {
    const given = data?.json() as Record<string, unknown>
    return FIELDS.every((name) => typeof given[name] === 'string') ? (given as PushPayload) : null
  } catch {
    return null
  }
}

/** What differs from app to app. */
interface PushApp {
  owners: PushOwners
  /** Whether a page of this path is the app's, and may be opened. */
  isOurs: (path: string) => boolean
  /** What a notice may open beside the app, in a window of its own. */
  isBeside?: (path: string) => boolean
  /**
   * An open page of the app calls by itself: nothing is shown over one that is looked at, and beside one nothing sounds. Of what
   * opens beside the app it knows nothing.
   */
  pagesCall?: boolean
}

/**
 * Shows what support has done, to whoever has asked for it in this browser and to nobody after them; takes back what was
 * read elsewhere. What a server sends again, not knowing that it was taken, neither rings again nor comes back. A tap
 * opens the ticket, in the app where it is open already.
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
  // One after another: two pushes of one piece of news may come at once.
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
    // Without a tap of a person a browser refuses; the page is there all the same.
    await page.focus().catch(() => null)
  }
  worker.addEventListener('push', (event: PushEventLike) => event.waitUntil(inOrder(payloadOf(event.data))))
  worker.addEventListener('notificationclick', (event: ClickEventLike) => {
    event.notification.close()
    event.waitUntil(open((event.notification.data as { path?: unknown } | null)?.path))
  })
}
