/*
 * A private window of WebKit cannot store Blobs in IndexedDB: there, files are stored as bytes with their names.
 */

/** A file of a packed record. */
interface PackedFile {
  packed_file: string
  type: string
  last_modified: number
  bytes: ArrayBuffer
}
/** The stored form of a record whose files are packed. */
interface PackedRecord {
  packed_record: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Copies a value, replacing every part for which `change` returns a value. */
const mapParts = (value: unknown, change: (part: object) => unknown): unknown => {
  if (!isRecord(value)) return value
  const changed = change(value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map((part) => mapParts(part, change))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapParts(part, change)]))
}

/** All files in a value, at any depth. */
export const filesIn = (value: unknown): File[] => {
  const found: File[] = []
  mapParts(value, (part) => {
    if (!(part instanceof Blob)) return undefined
    found.push(part as File)
    return part
  })
  return found
}

/** Copies a value without its files: they are removed from lists. */
export const withoutFiles = (value: unknown): unknown =>
  mapParts(value, (part) =>
    Array.isArray(part) && part.some((one) => one instanceof Blob)
      ? part.filter((one) => !(one instanceof Blob))
      : undefined,
  )

/** Cached bytes of files, so that a page that is being closed can write without waiting for a read. */
const known = new WeakMap<Blob, ArrayBuffer>()

interface Writing {
  store: string
  key: string
  value?: unknown
}

/** Reads the files of the changes; returns true if there are any and all were read. */
const readFiles = async (changes: readonly Writing[]): Promise<boolean> => {
  const files = filesIn(changes)
  try {
    for (const file of files) if (!known.has(file)) known.set(file, await file.arrayBuffer())
    return files.length > 0
  } catch {
    return false
  }
}

const packOne = (value: unknown): unknown => {
  if (filesIn(value).length === 0) return value
  const packed_record = mapParts(value, (part) => {
    if (!(part instanceof Blob)) return undefined
    const { name = '', type, lastModified: last_modified } = part as File
    const bytes = known.get(part) ?? new ArrayBuffer(0)
    return { packed_file: name, type, last_modified, bytes } satisfies PackedFile
  })
  return { packed_record } satisfies PackedRecord
}

/**
 * Writes changes with their files packed; without delay if the files were read before. Skips a change that was superseded
 * meanwhile (`last` has a later one for its key). Returns whether the changes are on disk.
 */
export const writePacked = async <C extends Writing>(
  changes: readonly C[],
  last: ReadonlyMap<string, C>,
  write: (changes: readonly C[]) => Promise<boolean>,
): Promise<boolean> => {
  const isRead = filesIn(changes).every((file) => known.has(file))
  if (!isRead && !(await readFiles(changes))) return false
  const left = changes.filter((change) => last.get(`${change.store}/${change.key}`) === change)
  return left.length === 0 || write(left.map((change) => ({ ...change, value: packOne(change.value) })))
}

const fileOf = (part: object): File | undefined => {
  if (!('packed_file' in part)) return undefined
  const { packed_file, type, last_modified, bytes } = part as PackedFile
  return new File([bytes], packed_file, { type, lastModified: last_modified })
}

/** Unpacks a record or several; values that are not packed, such as those of an earlier release, are returned as they are. */
export const unpack = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpack)
  return isRecord(value) && 'packed_record' in value ? mapParts(value.packed_record, fileOf) : value
}
