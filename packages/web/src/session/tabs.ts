import { notifySessionChange, readSession } from './stored-session.ts'

export type App = 'staff' | 'desk' | 'intranet'

/** `app`: the one signed out of; a tab of an earlier release does not name it. `gone`: the cookie was removed, for any reason. */
export type TabNews =
  | { kind: 'signed_out'; app?: App }
  | { kind: 'gone' }
  | { kind: 'restaurant'; id: string }

const GRACE_MS = 300

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : null

/** Sends a message to the person's other tabs. */
export const notifyTabs = (news: TabNews): void => channel?.postMessage(news)

/**
 * Listens to the person's other tabs, and to changes of the cookie: another app of the origin may end the session. Returns
 * an unsubscribe function.
 */
export const onTabNews = (listener: (news: TabNews) => void): (() => void) => {
  const handleMessage = (event: MessageEvent<TabNews>) => listener(event.data)
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (readSession() !== null) return notifySessionChange()
    // A tab that signs out sends its message a moment after the server removes the cookie.
    timer = setTimeout(() => listener({ kind: 'gone' }), GRACE_MS)
  }
  const lookWhenShown = () => {
    if (document.hidden) return
    if (readSession() === null) listener({ kind: 'gone' })
    else notifySessionChange()
  }
  const lookWhenBack = (event: PageTransitionEvent) => {
    if (event.persisted) lookWhenShown()
  }
  channel?.addEventListener('message', handleMessage)
  window.cookieStore?.addEventListener('change', look)
  document.addEventListener('visibilitychange', lookWhenShown)
  window.addEventListener('pageshow', lookWhenBack)
  return () => {
    clearTimeout(timer)
    channel?.removeEventListener('message', handleMessage)
    window.cookieStore?.removeEventListener('change', look)
    document.removeEventListener('visibilitychange', lookWhenShown)
    window.removeEventListener('pageshow', lookWhenBack)
  }
}
