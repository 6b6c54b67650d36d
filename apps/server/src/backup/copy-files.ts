import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Files } from '../ports/files.ts'
import type { Manifest, Part } from './manifest.ts'
import { type Reading, readPart, type Writing, writePart } from './parts.ts'
import type { Repository } from './repository.ts'

/** A stored file as described by its row. */
export interface CopiedFile {
  key: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

/** Files never change, so each is stored once in the repository for all copies: in a pool per installation and encryption key. */
export const poolKey = (installation: string, recipient: string | null, key: string): string => {
  const sealed =
    recipient === null ? 'plain' : createHash('sha256').update(recipient).digest('hex').slice(0, 8)
  const [folder, name] = key.split('/')
  return `${installation}-files-${sealed}-${folder}/${name}`
}

/** Whether a key of the repository belongs to any pool of the installation. */
export const isPooled = (installation: string, key: string): boolean =>
  key.startsWith(`${installation}-files-`)

/** The list of files is not encrypted: pruning must know without the private key which files are still needed. */
const LIST = 'files.txt.gz'

const lines = async function* (files: Iterable<CopiedFile>): AsyncGenerator<Uint8Array> {
  for (const { key, size, sha256 } of files) yield Buffer.from(`${key} ${size} ${sha256}\n`)
}

/** The files of a copy. */
export const readList = async function* (
  repository: Repository,
  { name, files }: Manifest,
): AsyncGenerator<CopiedFile> {
  if (files === null) return
  const source = await readPart({ repository, identity: null }, `${name}/${files.list.name}`, files.list)
  for await (const line of createInterface({ input: source })) {
    const [key = '', size, sha256 = ''] = line.split(' ')
    yield { key, size: Number(size), sha256 }
  }
}

/** Passes a file's bytes through; throws at the end if they do not match its row. */
export const asItsRow = async function* (source: AsyncIterable<Uint8Array>, { size, sha256 }: CopiedFile) {
  const hash = createHash('sha256')
  let count = 0
  for await (const chunk of source) {
    hash.update(chunk)
    count += chunk.length
    yield chunk
  }
  if (count !== size || hash.digest('hex') !== sha256) throw new Damaged()
}

/** A file that does not match its row. */
export class Damaged extends Error {}

/** Small files are bound by the latency of the disk or the store, so several are copied at once. */
const AT_ONCE = 4

/** Runs `work` on each item, a few at a time. On the first failure, waits for the running ones and throws. */
export const withEach = async <T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const under_way = new Set<Promise<unknown>>()
  let failure: unknown
  for await (const item of items) {
    if (failure !== undefined) break
    const one: Promise<unknown> = work(item)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => under_way.delete(one))
    under_way.add(one)
    if (under_way.size >= AT_ONCE) await Promise.race(under_way)
  }
  await Promise.all(under_way)
  if (failure !== undefined) throw failure
}

/** Copies files into the pool that are not there yet. A damaged file does not stop the backup: it is reported. */
export const copyFiles = async (
  writing: Writing & { name: string; installation: string },
  store: Files,
  files: readonly CopiedFile[],
  isPooledAlready: (key: string) => boolean,
): Promise<NonNullable<Manifest['files']>> => {
  const damaged: string[] = []
  await withEach(files, async (file) => {
    const to = poolKey(writing.installation, writing.recipient, file.key)
    if (isPooledAlready(to)) return
    const found = await store.open(file.key)
    try {
      if (found === null) throw new Damaged()
      await writePart(writing, to, asItsRow(found.stream, file), false)
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      damaged.push(file.key)
    }
  })
  const list: Part = await writePart({ ...writing, recipient: null }, `${writing.name}/${LIST}`, lines(files))
  return {
    count: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    list,
    damaged: damaged.sort(),
  }
}

/** Opens a file from the pool; its stream fails if the bytes do not match the file's size and hash. */
export const openPooled = async (
  reading: Reading,
  { name, recipient }: Manifest,
  file: CopiedFile,
): Promise<Readable> => {
  const key = poolKey(name.slice(0, 8), recipient, file.key)
  return Readable.from(asItsRow(await readPart(reading, key, null, false), file), { objectMode: false })
}
