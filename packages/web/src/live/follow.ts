import { type EventKinds, type EventOf, readEvents, type Stream } from '@podmoga/contract/live'
import { config } from '../config.ts'
import { onConnectivityChange } from '../connectivity.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server sends at least a comment every 20 s: a silent connection is dead, even if the device considers it open. */
const SILENCE_MS = 45_000
/** After a longer break the stream is not resumed: the page refetches everything instead of replaying events. */
const KEPT_MS = 10 * 60_000

/** Resolves after the delay, on abort, or when the connectivity changes: then a retry is worthwhile. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      unwatch()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    const unwatch = onConnectivityChange(wake)
    signal.addEventListener('abort', wake)
  })

const isReplaced = ({ name, data }: { name: string; data: unknown }): boolean =>
  name === 'end' && (data as { reason?: string }).reason === 'replaced'

interface Following<K extends EventKinds> {
  of: Stream<K>
  /** The headers of the call; may reject when there is no token. */
  headers: () => Promise<Record<string, string>>
  /** Whether to keep the stream open while the page is hidden, because the page notifies the user. */
  whileHidden?: () => boolean
  /**
   * Called before the first event of each connection: from here on no event is missed. `isResumed`: nor since the previous
   * connection, as the events in between are replayed now.
   */
  onOpen?: (isResumed: boolean) => void
  /** Called when an open connection is lost. */
  onLost?: () => void
  onEvent: (event: EventOf<K>) => void
}

/** The position of a reader in the stream. */
interface Position {
  id: string | null
  at: number
  /** Connected now, or aborted only just now. */
  isOpen: boolean
}

const follow = async <K extends EventKinds>(
  { of, headers, onOpen, onLost, onEvent }: Following<K>,
  position: Position,
  signal: AbortSignal,
): Promise<void> => {
  let wait = FIRST_WAIT_MS
  let replaced = false as boolean
  while (!signal.aborted) {
    let isOpen = false as boolean
    const last_id = position.isOpen || performance.now() - position.at < KEPT_MS ? position.id : null
    try {
      const status = await readEvents({
        of,
        base_url: config.base_url,
        headers: await headers(),
        last_id,
        signal,
        silence_ms: SILENCE_MS,
        onEvent: (event) => {
          wait = FIRST_WAIT_MS
          position.id = event.id ?? position.id
          if (!isOpen) onOpen?.(last_id !== null)
          isOpen = true
          position.isOpen = true
          replaced ||= isReplaced(event)
          onEvent(event)
        },
      })
      if (status !== 200 && status !== 401 && status !== 429 && status < 500) return
    } catch {
      // No network or no token: other calls report these.
    } finally {
      if (isOpen) {
        position.at = performance.now()
        position.isOpen = false
        onLost?.()
      }
    }
    // Another tab of the person replaced this stream: reconnect when this page becomes visible again.
    if (replaced) return
    await sleep(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

/**
 * Keeps a live stream open while the page is visible, or always if `whileHidden`, and calls `onEvent` for each event. Gives
 * up if the backend has no such call. A lost stream is reopened with back-off, and resumed. Returns a function that stops it.
 */
export const followWhileSeen = <K extends EventKinds>(following: Following<K>): (() => void) => {
  let abort = new AbortController()
  let isBegun = false
  const position: Position = { id: null, at: Number.NEGATIVE_INFINITY, isOpen: false }
  const look = () => {
    const isHidden = document.visibilityState === 'hidden'
    const isKept = isHidden && following.whileHidden?.() === true
    if (isKept && isBegun) return
    abort.abort()
    if (isHidden && !isKept) return
    isBegun = true
    abort = new AbortController()
    void follow(following, position, abort.signal)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    abort.abort()
  }
}
