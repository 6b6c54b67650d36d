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

/** How long an open may take. Some browsers never say whether theirs has succeeded, until they are started anew. */
const LONGEST_MS = 4000

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/** A database of an app in this browser. It never rejects: what cannot be stored on disk lives until the page goes. */
export const makeLocalDb = <Store extends string>(database: string, stores: readonly Store[]) => {
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

  const run = async <T>(
    store: Store,
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> => {
    for (let isSecond = false; ; isSecond = true) {
      const db = await (opening ?? connect())
      if (db === null) return null
      try {
        return await new Promise<T | null>((resolve) => {
          const transaction = db.transaction(store, mode)
          const request = work(transaction.objectStore(store))
          // At once: a page that is being left does not live to hear that its request has succeeded.
          if (mode === 'readwrite') transaction.commit()
          transaction.oncomplete = () => resolve(request.result)
          transaction.onerror = () => resolve(null)
          transaction.onabort = () => resolve(null)
        })
      } catch {
        // The connection may be gone without a word: a new one, once.
        if (isSecond) return null
        void connect()
      }
    }
  }

  /** What a full disk did not take stands over what it has: it was said later. */
  const entriesOf = async <T>(store: Store, prefix: string): Promise<[key: string, value: T][]> => {
    // Of one moment: what changes between two looks would stand under another's key.
    const keys: IDBRequest<IDBValidKey[]>[] = []
    const values = await run(store, 'readonly', (table) => {
      keys.push(table.getAllKeys(startingWith(prefix)))
      return table.getAll(startingWith(prefix))
    })
    const names = values === null ? [] : (keys.at(-1)?.result ?? [])
    const found = new Map(names.map((key, at) => [String(key), values?.[at] as T]))
    for (const [name, value] of memory)
      if (name.startsWith(`${store}/${prefix}`)) found.set(name.slice(store.length + 1), value as T)
    return [...found]
  }

  return {
    async get<T>(store: Store, key: string): Promise<T | null> {
      const name = `${store}/${key}`
      if (memory.has(name)) return memory.get(name) as T
      return ((await run(store, 'readonly', (table) => table.get(key))) as T | undefined) ?? null
    },
    async put(store: Store, key: string, value: unknown): Promise<void> {
      const stored = await run(store, 'readwrite', (table) => table.put(value, key))
      if (stored === null) memory.set(`${store}/${key}`, value)
      else memory.delete(`${store}/${key}`)
    },
    async remove(store: Store, key: string): Promise<void> {
      memory.delete(`${store}/${key}`)
      await run(store, 'readwrite', (table) => table.delete(key))
    },
    /** Everything whose key starts so, by its key. */
    entries: <T>(store: Store, prefix = ''): Promise<[key: string, value: T][]> =>
      entriesOf<T>(store, prefix),
    async keys(store: Store): Promise<string[]> {
      const found = await run(store, 'readonly', (table) => table.getAllKeys())
      const held = [...memory.keys()].filter((name) => name.startsWith(`${store}/`))
      return [...(found ?? []).map(String), ...held.map((name) => name.slice(store.length + 1))]
    },
    /** Values whose keys start so, in the order of their keys. */
    async list<T>(store: Store, prefix: string): Promise<T[]> {
      return (await entriesOf<T>(store, prefix)).map(([, value]) => value)
    },
    async removeAll(store: Store, prefix: string): Promise<void> {
      for (const name of [...memory.keys()]) if (name.startsWith(`${store}/${prefix}`)) memory.delete(name)
      await run(store, 'readwrite', (table) => table.delete(startingWith(prefix)))
    },
  }
}
