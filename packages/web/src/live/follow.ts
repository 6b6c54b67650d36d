import { type EventKinds, type EventOf, readEvents, type Stream } from '@podmoga/contract/live'
import { config } from '../config.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const isReplaced = ({ name, data }: { name: string; data: unknown }): boolean =>
  name === 'end' && (data as { reason?: string }).reason === 'replaced'

interface Following<K extends EventKinds> {
  of: Stream<K>
  /** The headers of the call; may reject when there is no token. */
  headers: () => Promise<Record<string, string>>
  /** Before the first event of each connection: from here on nothing is missed. */
  onOpen?: () => void
  onEvent: (event: EventOf<K>) => void
}

const follow = async <K extends EventKinds>(
  { of, headers, onOpen, onEvent }: Following<K>,
  signal: AbortSignal,
): Promise<void> => {
  let last_id: string | null = null
  let wait = FIRST_WAIT_MS
  let replaced = false as boolean
  while (!signal.aborted) {
    let isOpen = false as boolean
    try {
      const status = await readEvents({
        of,
        base_url: config.base_url,
        headers: await headers(),
        last_id,
        signal,
        onEvent: (event) => {
          wait = FIRST_WAIT_MS
          last_id = event.id ?? last_id
          if (!isOpen) onOpen?.()
          isOpen = true
          replaced ||= isReplaced(event)
          onEvent(event)
        },
      })
      if (status !== 200 && status !== 401 && status !== 429 && status < 500) return
    } catch {
      // No network, or no token: both are other calls' to tell.
    }
    // Another of the person's tabs has taken the place: this one asks again when it is looked at.
    if (replaced) return
    await sleep(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
}

/**
 * Keeps one live stream open while the page is seen, and calls `onEvent` for whatever happens. A backend without such a
 * call is asked once; a lost stream is opened again, later each time, and misses nothing. Returns how to stop.
 */
export const followWhileSeen = <K extends EventKinds>(following: Following<K>): (() => void) => {
  let abort = new AbortController()
  const look = () => {
    abort.abort()
    if (document.visibilityState === 'hidden') return
    abort = new AbortController()
    void follow(following, abort.signal)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    abort.abort()
  }
}
