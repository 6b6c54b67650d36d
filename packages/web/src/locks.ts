/** Shared by all pages of the origin and the worker: the renewal cookie can be used only once. */
const RENEWAL_LOCK = 'auth-renew'

/** Runs work under a lock shared by all tabs; without a lock if the browser has no Web Locks. */
export const withLock = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** The timeout for the renewal lock, in ms: shorter than the time for which the server still accepts a used cookie. */
const LONGEST_MS = 8000

/**
 * As `withLock`, for changes of the session. Firefox never releases the lock of a page that was closed during its request,
 * so after a timeout the work runs without the lock. Rejects as `work` does.
 */
export const withRenewalLock = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return work()
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), LONGEST_MS)
  const begin = () => {
    clearTimeout(timer)
    return work()
  }
  try {
    return await navigator.locks.request(RENEWAL_LOCK, { signal: late.signal }, begin)
  } catch (error) {
    if (!late.signal.aborted) throw error
    return work()
  }
}

/** Whether any tab holds the lock now. */
export const isHeld = async (name: string): Promise<boolean> =>
  'locks' in navigator && navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock === null)
