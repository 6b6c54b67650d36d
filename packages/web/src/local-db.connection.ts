// A few kilobytes of text and the files beside it, kept in the browser. Where IndexedDB is refused, kept in memory.
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
        // Wiped by the browser or by its person.
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
 * How long an open or a transaction may take, in ms. Some browsers never say whether theirs has succeeded, until they are
 * started anew.
 */
const LONGEST_MS = 4000

/** Runs a transaction; null: the disk has refused, or does not answer. */
export type Run<Store extends string> = <T>(
  names: readonly Store[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => T,
) => Promise<T | null>

/** A connection to a database of the browser, opened when it is first used and anew when it is gone. It never rejects. */
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
        // What comes late serves whatever is asked from then on.
        if (opening === mine) opening = opened
      })
    })
    opening = mine
    return mine
  }

  /** Null: the disk has refused, or does not answer. */
  const transact = <T>(
    transaction: IDBTransaction,
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T,
  ): Promise<T | null> =>
    new Promise((resolve) => {
      const result = work(transaction)
      // At once: a page that is being left does not live to hear that its request has succeeded.
      if (mode === 'readwrite') transaction.commit()
      const before = opening
      let silent: Promise<null> | null = null
      // Nobody else waits for a disk that is silent; what it says late is heard.
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
        // The connection may be gone without a word: a new one, once.
        if (isSecond) return null
        void connect()
        continue
      }
      try {
        return await transact(transaction, mode, work)
      } catch {
        // What cannot be stored takes nothing of its transaction with it.
        transaction.abort()
        return null
      }
    }
  }
}
