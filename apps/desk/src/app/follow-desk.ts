import { DESK_EVENTS, DESK_EVENTS_PATH } from '@podmoga/contract/desk/events'
import { followWhileSeen } from '@podmoga/web/live/follow'
import { tokenHeaders } from '@podmoga/web/session/call'
import { liveToken } from '@podmoga/web/session/live-token'
import type { LivePart, Reader } from '../lib/feature.ts'
import { readView, ticketPath } from '../tickets/queue/queue-view.ts'
import { startSignals } from '../tickets/signals/page-signals.ts'

const STREAM = { path: DESK_EVENTS_PATH, kinds: DESK_EVENTS }

/** The page that is open, as the router changes it. */
export interface DeskPage {
  go: (path: string) => void
  /** Whether the page now open alerts an agent who is not looking at it. */
  isAlerting: () => boolean
}

interface Following extends DeskPage {
  reader: Reader
  /** What the features do with events. */
  parts: readonly LivePart[]
}

/** Follows the desk's event stream, and alerts the agent. Returns a function that stops it. */
export const followDesk = ({ reader, parts, go, isAlerting }: Following): (() => void) => {
  const open = (id: string) => go(ticketPath(id, readView(new URLSearchParams(location.search))))
  const signals = startSignals({ ...reader, open, isAlerting })
  const stop = followWhileSeen({
    of: STREAM,
    // An agent with another tab in front must still be notified.
    whileHidden: isAlerting,
    headers: async () => tokenHeaders(await liveToken()),
    onOpen: (isResumed) => {
      for (const part of parts) part.onOpen?.(isResumed)
    },
    onLost: () => {
      for (const part of parts) part.onLost?.()
    },
    onEvent: (event) => {
      for (const part of parts) part.onEvent(event)
      signals.handle(event)
    },
  })
  return () => {
    stop()
    for (const part of parts) part.stop?.()
    signals.stop()
  }
}
