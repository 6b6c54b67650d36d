// A few kilobytes of text and the files beside it, kept in the browser. Where IndexedDB is refused, kept in memory.
const open = (name: string, stores: readonly string[]): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const store of stores) request.result.createObjectStore(store)
      }
      request.onsuccess = () => {
        const db = request.result
        db.onversionchange = () => db.close()
        resolve(db)
      }
      request.onerror = () => resolve(null)
      request.onblocked = () => resolve(null)
    } catch {
      resolve(null)
    }
  })

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/** A database of an app in this browser. It never rejects: what cannot be stored on disk lives until the page goes. */
export const makeLocalDb = <Store extends string>(database: string, stores: readonly Store[]) => {
  const memory = new Map<string, unknown>()
  let opening: Promise<IDBDatabase | null> | null = null

  const run = async <T>(
    store: Store,
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> => {
    opening ??= open(database, stores)
    const db = await opening
    if (db === null) return null
    return new Promise((resolve) => {
      try {
        const transaction = db.transaction(store, mode)
        const request = work(transaction.objectStore(store))
        // At once: a page that is being left does not live to hear that its request has succeeded.
        if (mode === 'readwrite') transaction.commit()
        transaction.oncomplete = () => resolve(request.result)
        transaction.onerror = () => resolve(null)
        transaction.onabort = () => resolve(null)
      } catch {
        resolve(null)
      }
    })
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
    /** Everything, by its key. */
    async entries<T>(store: Store): Promise<[key: string, value: T][]> {
      const keys = await run(store, 'readonly', (table) => table.getAllKeys())
      const values = await run(store, 'readonly', (table) => table.getAll())
      const lost = [...memory].filter(([name]) => name.startsWith(`${store}/`))
      return [
        ...(keys ?? []).map((key, at): [string, T] => [String(key), values?.[at] as T]),
        ...lost.map(([name, value]): [string, T] => [name.slice(store.length + 1), value as T]),
      ]
    },
    /** Values whose keys start so, in the order of their keys. */
    async list<T>(store: Store, prefix: string): Promise<T[]> {
      const kept = await run(store, 'readonly', (table) => table.getAll(startingWith(prefix)))
      const lost = [...memory]
        .filter(([name]) => name.startsWith(`${store}/${prefix}`))
        .map(([, value]) => value)
      return [...((kept ?? []) as T[]), ...(lost as T[])]
    },
    async removeAll(store: Store, prefix: string): Promise<void> {
      for (const name of [...memory.keys()]) if (name.startsWith(`${store}/${prefix}`)) memory.delete(name)
      await run(store, 'readwrite', (table) => table.delete(startingWith(prefix)))
    },
  }
}
