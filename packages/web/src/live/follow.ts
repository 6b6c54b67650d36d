import { type EventKinds, type EventOf, readEvents, type Stream } from '@podmoga/contract/live'
import { config } from '../config.ts'
import { onConnectivityChange } from '../connectivity.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** A comment comes every 20 s at least: a line that says less is dead, whatever the device thinks of it. */
const SILENCE_MS = 45_000
/** Whoever was away for longer asks for everything anyway, and is told no long story. */
const KEPT_MS = 10 * 60_000

/** Until it is time, the signal aborts, or the network comes and goes: then it is worth another try. */
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
  /** Goes on while the page is out of sight: it calls its person. */
  whileHidden?: true
  /**
   * Before the first event of each connection: from here on nothing is missed. `isResumed`: nor was anything since the
   * last one, what happened meanwhile comes now.
   */
  onOpen?: (isResumed: boolean) => void
  /** A connection that was open is no more. */
  onLost?: () => void
  onEvent: (event: EventOf<K>) => void
}

/** How far a reader has heard, and when it last listened. */
interface Heard {
  id: string | null
  at: number
  /** It listens now, or has been told only just not to. */
  isOpen: boolean
}

const follow = async <K extends EventKinds>(
  { of, headers, onOpen, onLost, onEvent }: Following<K>,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> => {
  let wait = FIRST_WAIT_MS
  let replaced = false as boolean
  while (!signal.aborted) {
    let isOpen = false as boolean
    const last_id = heard.isOpen || performance.now() - heard.at < KEPT_MS ? heard.id : null
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
          heard.id = event.id ?? heard.id
          if (!isOpen) onOpen?.(last_id !== null)
          isOpen = true
          heard.isOpen = true
          replaced ||= isReplaced(event)
          onEvent(event)
        },
      })
      if (status !== 200 && status !== 401 && status !== 429 && status < 500) return
    } catch {
      // No network, or no token: both are other calls' to tell.
    } finally {
      if (isOpen) {
        heard.at = performance.now()
        heard.isOpen = false
        onLost?.()
      }
    }
    // Another of the person's tabs has taken the place: this one asks again when it is looked at.
    if (replaced) return
    await sleep(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

/**
 * Keeps one live stream open while the page is seen, or all the time with `whileHidden`, and calls `onEvent` for whatever happens. A backend without such a
 * call is asked once; a lost stream is opened again, later each time, and misses nothing. Returns how to stop.
 */
export const followWhileSeen = <K extends EventKinds>(following: Following<K>): (() => void) => {
  let abort = new AbortController()
  let isBegun = false
  const heard: Heard = { id: null, at: Number.NEGATIVE_INFINITY, isOpen: false }
  const look = () => {
    const isHidden = document.visibilityState === 'hidden'
    if (isHidden && isBegun && following.whileHidden) return
    abort.abort()
    if (isHidden && !following.whileHidden) return
    isBegun = true
    abort = new AbortController()
    void follow(following, heard, abort.signal)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    abort.abort()
  }
}
