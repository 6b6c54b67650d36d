import type { Transport } from '@podmoga/contract/client'

/*
 * Whether the server can be reached: the one notion of «no network». A browser's `onLine` only says that there is some
 * connection, and a Wi-Fi without an internet behind it is one; a request that fails may be the fault of its own route.
 * So a request that was lost, or is late, makes the page ask for next to nothing, and only when nothing is heard on that
 * either is the network gone. Then whatever was on its way is given up as lost, and the page looks for it again by
 * itself, later each time.
 */

/** How long a request may be on its way before the page asks whether anything gets through. */
const LATE_MS = 3000
/** How long that may take. */
const ASKED_MS = 4000
const AGAIN_MS = 1000
const LONGEST_MS = 30_000

const isBrowser = typeof window !== 'undefined'

/** Whose answer counts: the server that was asked last. */
let server = '/'
/** Opened by a worker that had waited for the server in vain; see shell/keep-shell.ts. */
const isKeptPage = isBrowser && document.documentElement?.dataset.kept !== undefined
let isReachable = !isBrowser || (navigator.onLine && !isKeptPage)
/** Goes up with everything that comes from the server. */
let heard = 0
/** Goes up when the network goes: what was asked before says nothing of it any more. */
let losses = 0
let asking: Promise<boolean> | null = null
let wait = AGAIN_MS
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
  clearTimeout(timer)
  if (next) wait = AGAIN_MS
  else if (isBrowser && !document.hidden) {
    timer = setTimeout(() => void checkConnectivity(), wait)
    wait = Math.min(wait * 2, LONGEST_MS)
  }
  if (isReachable === next) return
  isReachable = next
  if (!next) losses += 1
  for (const listener of listeners) listener()
}

/** An answer has come to something that was asked in `era`. */
const note = (era: number): void => {
  heard += 1
  if (era === losses) set(true)
  // It may have been on its way when the network went.
  else if (!isReachable) void checkConnectivity()
}

const ask = async (): Promise<boolean> => {
  const [before, era] = [heard, losses]
  const late = new AbortController()
  const ends = setTimeout(() => late.abort(), ASKED_MS)
  try {
    // Any answer will do, another origin's and a refusal too.
    const url = new URL('/health/live', new URL(server, location.origin))
    const told = await fetch(url, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: late.signal,
    })
    // One that only starts is not there yet (the server's open-port.ts).
    if (told.headers.has('retry-after')) set(false)
    else note(era)
  } catch {
    // A long upload may fill the line: what it hears says more than this question.
    if (heard === before) set(false)
  } finally {
    clearTimeout(ends)
  }
  return isReachable
}

/** Asks whether anything gets through; never rejects. */
export const checkConnectivity = (): Promise<boolean> => {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

export const isOnline = (): boolean => isReachable

/** Tells of every change. Returns how to stop. */
export const onConnectivityChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** As {@link checkConnectivity}; at once where nothing got through a moment ago. */
const checkReach = async (): Promise<boolean> => isReachable && checkConnectivity()

/**
 * A transport that tells what it hears. What is late while nothing else gets through either rejects as a lost request
 * does, and only once it is known whether the network is gone.
 */
export const watched =
  (transport: Transport): Transport =>
  async (request) => {
    const { signal, onProgress } = request
    server = request.url
    const era = losses
    const lost = new AbortController()
    const give = () => lost.abort(signal?.reason)
    let late: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(late)
      late = setTimeout(async () => ((await checkReach()) ? watch() : lost.abort()), LATE_MS)
    }
    signal?.addEventListener('abort', give)
    if (signal?.aborted === true) give()
    watch()
    try {
      const answer = await transport({
        ...request,
        signal: lost.signal,
        ...(onProgress !== undefined && {
          onProgress: (sent, total) => {
            if (sent > 0) heard += 1
            watch()
            onProgress(sent, total)
          },
        }),
      })
      if (answer.status === 503) await checkReach()
      else note(era)
      return answer
    } catch (error) {
      if (signal?.aborted !== true) await checkReach()
      throw error
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', give)
    }
  }

if (isBrowser) {
  window.addEventListener('offline', () => set(false))
  window.addEventListener('online', () => void checkConnectivity())
  document.addEventListener('visibilitychange', () => {
    if (!(isReachable || document.hidden)) void checkConnectivity()
  })
  if (!isReachable) set(false)
  // It may only have been slow.
  if (isKeptPage) void checkConnectivity()
}
