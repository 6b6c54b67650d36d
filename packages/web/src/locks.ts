/** Every page of the origin waits for the others, and its worker: the renewal cookie works once. */
const RENEWAL_LOCK = 'auth-renew'

/** Runs work while no other tab holds a lock of that name; at once where the browser has no locks. */
export const withLock = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** How long a lock of the renewal is waited for, in ms: shorter than the server takes a used cookie for. */
const LONGEST_MS = 8000

/**
 * As `withLock`, for what changes the session. Firefox leaves the lock for good with a page that went while it was asking:
 * who has waited too long goes on without it. Rejects as `work` does.
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

/** Whether some tab holds it now. */
export const isHeld = async (name: string): Promise<boolean> =>
  'locks' in navigator && navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock === null)
