import { makeConnection } from './local-db.connection.ts'

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

type Packer = typeof import('./outbox/packed-files.ts')

/** Loads the code for browsers that cannot store files as they are; null if it fails to load. */
const loadPacker = (): Promise<Packer | null> => import('./outbox/packed-files.ts').catch(() => null)

const isPacked = (value: unknown): boolean =>
  (value as { packed_record?: unknown } | null | undefined)?.packed_record !== undefined

/** Restores the files of a read value; null if the code for that fails to load. */
const unpacked = async <T>(value: unknown): Promise<{ value: T | undefined } | null> => {
  if (!(isPacked(value) || (Array.isArray(value) && value.some(isPacked)))) return { value: value as T }
  const packer = await loadPacker()
  return packer && { value: packer.unpack(value) as T }
}

/** One change of a transaction; the record is removed if there is no value. */
export interface Change<Store extends string> {
  store: Store
  key: string
  value?: unknown
  /** The transaction fails if the key already exists. */
  isNew?: boolean
}

const remember = (memory: Map<string, unknown>, changes: readonly Change<string>[]): void => {
  for (const { store, key, value } of changes) memory.set(`${store}/${key}`, value)
}

/** A local database of an app. It never rejects: what cannot be stored on disk is kept in memory until the page is closed. */
export const makeLocalDb = <Store extends string>(database: string, stores: readonly Store[]) => {
  /** Failed writes, by store and key; undefined: a failed removal. */
  const memory = new Map<string, unknown>()
  const run = makeConnection(database, stores)

  const read = async <T>(store: Store, key: string): Promise<{ value: T | undefined } | null> => {
    const name = `${store}/${key}`
    const request = memory.has(name)
      ? null
      : await run([store], 'readonly', (transaction) => transaction.objectStore(store).get(key))
    // A write may have failed during the read.
    if (memory.has(name)) return { value: memory.get(name) as T | undefined }
    return request === null ? null : unpacked(request.result)
  }

  const readAll = async <T>(store: Store, prefix: string) => {
    const requests = await run([store], 'readonly', (transaction) => {
      const table = transaction.objectStore(store)
      const range = startingWith(prefix)
      // Keys and values in one transaction, so that a change between the two reads cannot mismatch them.
      return { keys: table.getAllKeys(range), values: table.getAll(range) }
    })
    const values = requests && (await unpacked<T[]>(requests.values.result))?.value
    const found = new Map(values && requests.keys.result.map((key, at) => [String(key), values[at] as T]))
    for (const [name, value] of memory) {
      if (!name.startsWith(`${store}/${prefix}`)) continue
      const key = name.slice(store.length + 1)
      if (value === undefined) found.delete(key)
      else found.set(key, value as T)
    }
    return { entries: [...found], isWhole: Boolean(values) }
  }

  /** Set once this disk has stored files as bytes after rejecting them as they are. */
  let packer: Packer | null = null
  /** The last write of each key, by store and key, so that a retried write does not overwrite a later one. */
  const last = new Map<string, Change<Store>>()

  const writeNow = async (changes: readonly Change<Store>[]): Promise<boolean> => {
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

  /** Writes all changes or none; returns whether they are on disk. */
  const tryWrite = async (changes: readonly Change<Store>[]): Promise<boolean> => {
    for (const change of changes) last.set(`${change.store}/${change.key}`, change)
    if (packer === null && (await writeNow(changes))) return true
    const found = packer ?? (await loadPacker())
    if (!(await found?.writePacked(changes, last, writeNow))) return false
    packer = found
    return true
  }

  /** As {@link tryWrite}, but keeps the changes in memory until they are stored, or if that fails. */
  const write = async (changes: readonly Change<Store>[]): Promise<boolean> => {
    remember(memory, changes)
    const isStored = await tryWrite(changes)
    if (!isStored) remember(memory, changes)
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
    /** All entries whose keys start with the prefix. */
    entries: async <T>(store: Store, prefix = ''): Promise<[key: string, value: T][]> =>
      (await readAll<T>(store, prefix)).entries,
    keys: async (store: Store): Promise<string[]> => (await readAll(store, '')).entries.map(([key]) => key),
    /** The values whose keys start with the prefix, in key order. */
    list: async <T>(store: Store, prefix: string): Promise<T[]> =>
      (await readAll<T>(store, prefix)).entries.map(([, value]) => value),
    /** Returns whether they were removed from disk. */
    async removeAll(store: Store, prefix: string): Promise<boolean> {
      for (const name of [...memory.keys()]) if (name.startsWith(`${store}/${prefix}`)) memory.delete(name)
      const done = await run([store], 'readwrite', (transaction) =>
        transaction.objectStore(store).delete(startingWith(prefix)),
      )
      return done !== null
    },
  }
}

export type LocalDb<Store extends string> = ReturnType<typeof makeLocalDb<Store>>
