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

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/** One change of a transaction; without a value the record is removed. */
export interface Change<Store extends string> {
  store: Store
  key: string
  value?: unknown
  /** Nothing of the transaction is done where this key is taken. */
  isNew?: boolean
}

/** A database of an app in this browser. It never rejects: what cannot be stored on disk lives until the page goes. */
export const makeLocalDb = <Store extends string>(database: string, stores: readonly Store[]) => {
  /** What the disk did not take, by store and key; undefined: it did not let go of it. */
  const memory = new Map<string, unknown>()
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

  const run = async <T>(
    names: readonly Store[],
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => T,
  ): Promise<T | null> => {
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

  const read = async <T>(store: Store, key: string): Promise<{ value: T | undefined } | null> => {
    const name = `${store}/${key}`
    const request = memory.has(name)
      ? null
      : await run([store], 'readonly', (transaction) => transaction.objectStore(store).get(key))
    // A disk may have refused it while it was looked for.
    if (memory.has(name)) return { value: memory.get(name) as T | undefined }
    return request === null ? null : { value: request.result as T | undefined }
  }

  const readAll = async <T>(store: Store, prefix: string) => {
    const requests = await run([store], 'readonly', (transaction) => {
      const table = transaction.objectStore(store)
      const range = startingWith(prefix)
      // Of one moment: what changes between two looks would stand under another's key.
      return { keys: table.getAllKeys(range), values: table.getAll(range) }
    })
    const found = new Map(
      requests?.keys.result.map((key, at) => [String(key), requests.values.result[at] as T]),
    )
    for (const [name, value] of memory) {
      if (!name.startsWith(`${store}/${prefix}`)) continue
      const key = name.slice(store.length + 1)
      if (value === undefined) found.delete(key)
      else found.set(key, value as T)
    }
    return { entries: [...found], isWhole: requests !== null }
  }

  /** All of it or nothing; answers whether it is on the disk. */
  const tryWrite = async (changes: readonly Change<Store>[]): Promise<boolean> => {
    const names = [...new Set(changes.map(({ store }) => store))]
    const done = await run(names, 'readwrite', (transaction) => {
      for (const { store, key, value, isNew } of changes) {
        const table = transaction.objectStore(store)
        if (value === undefined) table.delete(key)
        else if (isNew === true) table.add(value, key)
        else table.put(value, key)
      }
      return true
    })
    if (done === null) return false
    for (const { store, key } of changes) memory.delete(`${store}/${key}`)
    return true
  }

  /** {@link tryWrite}; what the disk does not take is kept in memory. */
  const write = async (changes: readonly Change<Store>[]): Promise<boolean> => {
    const isStored = await tryWrite(changes)
    if (!isStored) for (const { store, key, value } of changes) memory.set(`${store}/${key}`, value)
    return isStored
  }

  return {
    read,
    readAll,
    tryWrite,
    write,
    get: async <T>(store: Store, key: string): Promise<T | null> =>
      (await read<T>(store, key))?.value ?? null,
    put: async (store: Store, key: string, value: unknown): Promise<void> =>
      void (await write([{ store, key, value }])),
    remove: async (store: Store, key: string): Promise<void> => void (await write([{ store, key }])),
    /** Everything whose key starts so, by its key. */
    entries: async <T>(store: Store, prefix = ''): Promise<[key: string, value: T][]> =>
      (await readAll<T>(store, prefix)).entries,
    keys: async (store: Store): Promise<string[]> => (await readAll(store, '')).entries.map(([key]) => key),
    /** Values whose keys start so, in the order of their keys. */
    list: async <T>(store: Store, prefix: string): Promise<T[]> =>
      (await readAll<T>(store, prefix)).entries.map(([, value]) => value),
    async removeAll(store: Store, prefix: string): Promise<void> {
      for (const name of [...memory.keys()]) if (name.startsWith(`${store}/${prefix}`)) memory.delete(name)
      await run([store], 'readwrite', (transaction) =>
        transaction.objectStore(store).delete(startingWith(prefix)),
      )
    },
  }
}

export type LocalDb<Store extends string> = ReturnType<typeof makeLocalDb<Store>>
