// Files and unsent replies, kept in the browser. Where IndexedDB is refused they live until the page goes.
const NAME = 'podmoga-desk'
const STORES = ['draft_files', 'outbox'] as const
export type StoreName = (typeof STORES)[number]

const open = (): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => {
        for (const store of STORES) request.result.createObjectStore(store)
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

let opening: Promise<IDBDatabase | null> | null = null

const run = async <T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> => {
  opening ??= open()
  const db = await opening
  if (db === null) return undefined
  return new Promise((resolve) => {
    try {
      const transaction = db.transaction(store, mode)
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => resolve(undefined)
      transaction.onabort = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

/** Never rejects. */
export const localDb = {
  get: <T>(store: StoreName, key: string): Promise<T | undefined> =>
    run(store, 'readonly', (table) => table.get(key) as IDBRequest<T>),
  put: async (store: StoreName, key: string, value: unknown): Promise<void> => {
    await run(store, 'readwrite', (table) => table.put(value, key))
  },
  remove: async (store: StoreName, key: string): Promise<void> => {
    await run(store, 'readwrite', (table) => table.delete(key))
  },
  /** Values whose keys start so, in the order of their keys. */
  list: async <T>(store: StoreName, prefix: string): Promise<T[]> =>
    (await run(store, 'readonly', (table) => table.getAll(startingWith(prefix)) as IDBRequest<T[]>)) ?? [],
  removeAll: async (store: StoreName, prefix: string): Promise<void> => {
    await run(store, 'readwrite', (table) => table.delete(startingWith(prefix)))
  },
}
