/** Every page of the origin waits for the others, and its worker: the renewal cookie works once. */
export const RENEWAL_LOCK = 'auth-renew'

/** Runs work while no other tab holds a lock of that name; at once where the browser has no locks. */
export const withLock = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

/** Whether some tab holds it now. */
export const isHeld = async (name: string): Promise<boolean> =>
  'locks' in navigator && navigator.locks.request(name, { ifAvailable: true }, async (lock) => lock === null)
