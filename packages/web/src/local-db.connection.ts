// Opens the database; null if IndexedDB is not available (the data then stays in memory).
const open = (name: string, stores: readonly string[], onGone: () => void): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const store of stores) request.result.createObjectStore(store)
      }
      request.onsuccess = () => {
        const db = request.result
        db.onversionchange = () => {
          db.close()
          onGone()
        }
        // Wiped by the browser or the user.
        db.onclose = onGone
        resolve(db)
      }
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })

/**
 * The timeout of an open or a transaction, in ms. In some browsers they never complete nor fail until the browser is
 * restarted.
 */
const LONGEST_MS = 4000

/** Runs a transaction; null if it failed or timed out. */
export type Run<Store extends string> = <T>(
  names: readonly Store[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => T,
) => Promise<T | null>

/** A connection to an IndexedDB database, opened on first use and reopened when lost. It never rejects. */
export const makeConnection = <Store extends string>(
  database: string,
  stores: readonly Store[],
): Run<Store> => {
  let opening: Promise<IDBDatabase | null> | null = null

  const connect = (): Promise<IDBDatabase | null> => {
    const mine = new Promise<IDBDatabase | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), LONGEST_MS)
      const opened = open(database, stores, () => {
        if (opening === mine || opening === opened) opening = null
      })
      void opened.then((db) => {
        clearTimeout(timer)
        resolve(db)
        // A connection that opens after the timeout is used from then on.
        if (opening === mine) opening = opened
      })
    })
    opening = mine
    return mine
  }

  /** Null if the transaction failed or timed out. */
  const transact = <T>(
    transaction: IDBTransaction,
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T,
  ): Promise<T | null> =>
    new Promise((resolve) => {
      const result = work(transaction)
      // Commit now: a page that is being unloaded does not live until the success event.
      if (mode === 'readwrite') transaction.commit()
      const before = opening
      let silent: Promise<null> | null = null
      // After a timeout other calls get null at once, until this transaction completes late.
      const timer = setTimeout(() => {
        silent = Promise.resolve(null)
        if (opening === before) opening = silent
        resolve(null)
      }, LONGEST_MS)
      const end = (value: T | null) => () => {
        clearTimeout(timer)
        if (silent !== null && opening === silent) opening = before
        resolve(value)
      }
      transaction.oncomplete = end(result)
      transaction.onerror = end(null)
      transaction.onabort = end(null)
    })

  return async (names, mode, work) => {
    for (let isSecond = false; ; isSecond = true) {
      const db = await (opening ?? connect())
      if (db === null) return null
      let transaction: IDBTransaction
      try {
        transaction = db.transaction([...names], mode)
      } catch {
        // The connection may be closed without an event: reconnect once.
        if (isSecond) return null
        void connect()
        continue
      }
      try {
        return await transact(transaction, mode, work)
      } catch {
        // A value that cannot be stored aborts the whole transaction.
        transaction.abort()
        return null
      }
    }
  }
}
