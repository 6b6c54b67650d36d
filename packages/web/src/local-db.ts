import { makeConnection } from './local-db.connection.ts'

const startingWith = (prefix: string): IDBKeyRange => IDBKeyRange.bound(prefix, `${prefix}\uffff`)

type Packer = typeof import('./outbox/packed-files.ts')

/** Its code comes where it is needed: a browser that keeps no files as they are. Null: it does not come. */
const loadPacker = (): Promise<Packer | null> => import('./outbox/packed-files.ts').catch(() => null)

const isPacked = (value: unknown): boolean =>
  (value as { packed_record?: unknown } | null | undefined)?.packed_record !== undefined

/** What was read, its files as they were; null where the code for that does not come. */
const unpacked = async <T>(value: unknown): Promise<{ value: T | undefined } | null> => {
  if (!(isPacked(value) || (Array.isArray(value) && value.some(isPacked)))) return { value: value as T }
  const packer = await loadPacker()
  return packer && { value: packer.unpack(value) as T }
}

/** One change of a transaction; without a value the record is removed. */
export interface Change<Store extends string> {
  store: Store
  key: string
  value?: unknown
  /** Nothing of the transaction is done where this key is taken. */
  isNew?: boolean
}

const remember = (memory: Map<string, unknown>, changes: readonly Change<string>[]): void => {
  for (const { store, key, value } of changes) memory.set(`${store}/${key}`, value)
}

/** A database of an app in this browser. It never rejects: what cannot be stored on disk lives until the page goes. */
export const makeLocalDb = <Store extends string>(database: string, stores: readonly Store[]) => {
  /** What the disk did not take, by store and key; undefined: it did not let go of it. */
  const memory = new Map<string, unknown>()
  const run = makeConnection(database, stores)

  const read = async <T>(store: Store, key: string): Promise<{ value: T | undefined } | null> => {
    const name = `${store}/${key}`
    const request = memory.has(name)
      ? null
      : await run([store], 'readonly', (transaction) => transaction.objectStore(store).get(key))
    // A disk may have refused it while it was looked for.
    if (memory.has(name)) return { value: memory.get(name) as T | undefined }
    return request === null ? null : unpacked(request.result)
  }

  const readAll = async <T>(store: Store, prefix: string) => {
    const requests = await run([store], 'readonly', (transaction) => {
      const table = transaction.objectStore(store)
      const range = startingWith(prefix)
      // Of one moment: what changes between two looks would stand under another's key.
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

  /** Once this disk has taken files as bytes, after it had refused them as they are. */
  let packer: Packer | null = null
  /** The last write of each key, by store and key: what has to be written once more is not what a later one has changed. */
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

  /** All of it or nothing; answers whether it is on the disk. */
  const tryWrite = async (changes: readonly Change<Store>[]): Promise<boolean> => {
    for (const change of changes) last.set(`${change.store}/${change.key}`, change)
    if (packer === null && (await writeNow(changes))) return true
    const found = packer ?? (await loadPacker())
    if (!(await found?.writePacked(changes, last, writeNow))) return false
    packer = found
    return true
  }

  /** {@link tryWrite}; until the disk has taken it, and where it does not, it is kept in memory. */
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
    /** Everything whose key starts so, by its key. */
    entries: async <T>(store: Store, prefix = ''): Promise<[key: string, value: T][]> =>
      (await readAll<T>(store, prefix)).entries,
    keys: async (store: Store): Promise<string[]> => (await readAll(store, '')).entries.map(([key]) => key),
    /** Values whose keys start so, in the order of their keys. */
    list: async <T>(store: Store, prefix: string): Promise<T[]> =>
      (await readAll<T>(store, prefix)).entries.map(([, value]) => value),
    /** Answers whether the disk has let go of it. */
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
