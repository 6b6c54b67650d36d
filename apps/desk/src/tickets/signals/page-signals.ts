import type { Call } from '@podmoga/contract/client'
import { listQueue } from '@podmoga/contract/desk/tickets'
import type { OpenNews } from '@podmoga/web/push/push-worker'
import type { DeskEvent } from '../desk-live.ts'
import { chime } from './chime.ts'
import { isSubscribed, settlePush } from './desk-push.ts'
import { choicesNow } from './kept-choices.ts'
import { forgotten, forgottenSignal, isQuiet, type Signal, signalOf, titleWith } from './signals.ts'

const LOOK_MS = 60_000
/** Page size of the check: one notification covers them all, so further ones are not fetched. */
const LOOKED_AT = '20'

interface PageSignalsNeeds {
  call: Call
  /** The person's id. */
  me: string
  /** Id of the session's person. */
  person: string
  open: (ticketId: string) => void
  /** Whether the page now open alerts its agent. */
  isAlerting: () => boolean
}

const isSeen = (): boolean => document.visibilityState === 'visible' && document.hasFocus()
const timeNow = (): string => new Date().toTimeString().slice(0, 5)

/** Notifies an agent who is not looking at the page: a count in the title and, by choice, a notification and a sound. */
export const startSignals = ({ call, me, person, open, isAlerting }: PageSignalsNeeds) => {
  const isSilent = () => isSeen() || !isAlerting()
  let unseen = new Set<string>()
  const notified = new Set<string>()
  const show = () => {
    document.title = titleWith(document.title, unseen.size)
  }
  // Pages change the title: put the count back in front of it.
  const titles = new MutationObserver(() => {
    if (document.title !== titleWith(document.title, unseen.size)) show()
  })
  const head = document.querySelector('title')
  if (head !== null) titles.observe(head, { childList: true })

  const look = () => {
    if (!isSeen() || unseen.size === 0) return
    unseen = new Set()
    show()
  }
  const notify = (signal: Signal): void => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    try {
      const notice = new Notification(signal.title, { body: signal.body, tag: signal.tag })
      notice.onclick = () => {
        window.focus()
        if (signal.ticket_id !== null) open(signal.ticket_id)
        notice.close()
      }
    } catch {
      // Phones allow notifications only from a service worker.
    }
  }
  const ring = (signal: Signal): void => {
    if (isSilent()) return
    unseen.add(signal.tag)
    show()
    const { notices, sound, quiet } = choicesNow()
    if (isQuiet(quiet, timeNow())) return
    if (sound) chime()
    // With a push subscription the service worker shows the notification.
    if (notices) void isSubscribed(person).then((isPush) => isPush || notify(signal))
  }
  /** Notifies about long unassigned tickets, if at least one of them has not been notified about yet. */
  const checkForgotten = async () => {
    const { nobodys_after: minutes } = choicesNow()
    if (minutes === 0 || isSilent()) return
    const query = {
      status: 'awaiting_response',
      waiting: 'true',
      assignee: 'none',
      page_size: LOOKED_AT,
    } as const
    const { results } = await call(listQueue, { query })
    const late = forgotten(results, minutes, Date.now())
    const isNews = late.some(({ id }) => !notified.has(id))
    for (const { id } of late) notified.add(id)
    const signal = isNews ? forgottenSignal(late, minutes) : null
    if (signal !== null) ring(signal)
  }
  // A tap on the service worker's notification opens its ticket here.
  const opened = ({ data }: MessageEvent<Partial<OpenNews> | null>) => {
    const ticketId = /^\/desk\/tickets\/([\w-]+)$/.exec(data?.open ?? '')?.[1]
    if (ticketId !== undefined) open(ticketId)
  }
  navigator.serviceWorker?.addEventListener('message', opened)
  navigator.serviceWorker?.startMessages()
  void settlePush(call, person).catch(() => null)
  const timer = setInterval(() => void checkForgotten().catch(() => null), LOOK_MS)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return {
    handle: (event: DeskEvent): void => {
      const signal = signalOf(event, me)
      if (signal !== null) ring(signal)
    },
    stop: (): void => {
      clearInterval(timer)
      navigator.serviceWorker?.removeEventListener('message', opened)
      titles.disconnect()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      unseen = new Set()
      show()
    },
  }
}
