import type { Transport } from '@podmoga/contract/client'

/*
 * Whether the server is reachable: the only definition of "offline" in the apps. `navigator.onLine` is also true on a Wi-Fi
 * without internet, and a failed request may be a problem of its own route. So when a request fails or takes too long, the
 * page sends a tiny probe, and is offline only if the probe fails too. Pending requests then fail as lost, and the page
 * keeps probing with back-off.
 */

/** How long a request may take before the page sends a probe. */
const LATE_MS = 3000
/** The timeout of a probe. */
const PROBE_TIMEOUT_MS = 4000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

const isBrowser = typeof window !== 'undefined'

/** The server to probe: that of the last request. */
let server = '/'
/** The service worker served this page from its cache because the server did not answer; see shell/keep-shell.ts. */
const isKeptPage = isBrowser && document.documentElement?.dataset.kept !== undefined
let isReachable = !isBrowser || (navigator.onLine && !isKeptPage)
/** Incremented on every sign of life from the server. */
let responses = 0
/** Incremented when the network is lost: answers to earlier requests do not prove that it is back. */
let losses = 0
let probing: Promise<boolean> | null = null
let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
  clearTimeout(timer)
  if (next) wait = FIRST_WAIT_MS
  else if (isBrowser && !document.hidden) {
    timer = setTimeout(() => void checkConnectivity(), wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  if (isReachable === next) return
  isReachable = next
  if (!next) losses += 1
  for (const listener of listeners) listener()
}

/** Records an answer to a request that was sent in `era`. */
const recordAnswer = (era: number): void => {
  responses += 1
  if (era === losses) set(true)
  // The answer may have been in transit when the network was lost.
  else if (!isReachable) void checkConnectivity()
}

const probe = async (): Promise<boolean> => {
  const [before, era] = [responses, losses]
  const late = new AbortController()
  const ends = setTimeout(() => late.abort(), PROBE_TIMEOUT_MS)
  try {
    // Any answer will do, even an error or one of another origin.
    const url = new URL('/health/live', new URL(server, location.origin))
    const answer = await fetch(url, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: late.signal,
    })
    // A server that is still starting is not reachable yet (the server's open-port.ts).
    if (answer.headers.has('retry-after')) set(false)
    else recordAnswer(era)
  } catch {
    // A long upload may saturate the line: progress of it during the probe means online.
    if (responses === before) set(false)
  } finally {
    clearTimeout(ends)
  }
  return isReachable
}

/** Probes the server, one probe at a time; never rejects. */
export const checkConnectivity = (): Promise<boolean> => {
  probing ??= probe().finally(() => {
    probing = null
  })
  return probing
}

export const isOnline = (): boolean => isReachable

/** Subscribes to changes. Returns an unsubscribe function. */
export const onConnectivityChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** As {@link checkConnectivity}, but returns false at once if the page is already offline. */
const checkIfOnline = async (): Promise<boolean> => isReachable && checkConnectivity()

/**
 * Wraps a transport so that its requests update the connectivity. A slow request is aborted, and rejects as a lost one, if a
 * probe fails too. A failed request rejects only once it is known whether the network is lost.
 */
export const watched =
  (transport: Transport): Transport =>
  async (request) => {
    const { signal, onProgress } = request
    server = request.url
    const era = losses
    const lost = new AbortController()
    const abort = () => lost.abort(signal?.reason)
    let late: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(late)
      late = setTimeout(async () => ((await checkIfOnline()) ? watch() : lost.abort()), LATE_MS)
    }
    signal?.addEventListener('abort', abort)
    if (signal?.aborted === true) abort()
    watch()
    try {
      const answer = await transport({
        ...request,
        signal: lost.signal,
        ...(onProgress !== undefined && {
          onProgress: (sent, total) => {
            if (sent > 0) responses += 1
            watch()
            onProgress(sent, total)
          },
        }),
      })
      if (answer.status === 503) await checkIfOnline()
      else recordAnswer(era)
      return answer
    } catch (error) {
      if (signal?.aborted !== true) await checkIfOnline()
      throw error
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', abort)
    }
  }

if (isBrowser) {
  window.addEventListener('offline', () => set(false))
  window.addEventListener('online', () => void checkConnectivity())
  document.addEventListener('visibilitychange', () => {
    if (!(isReachable || document.hidden)) void checkConnectivity()
  })
  if (!isReachable) set(false)
  // The server may only have been slow.
  if (isKeptPage) void checkConnectivity()
}
