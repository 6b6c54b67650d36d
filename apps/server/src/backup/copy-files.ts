import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Files } from '../ports/files.ts'
import type { Manifest, Part } from './manifest.ts'
import { type Reading, readPart, type Writing, writePart } from './parts.ts'
import type { Place } from './place.ts'

/** A stored file as its row has it. */
export interface CopiedFile {
  key: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

/**
 * Files never change, so that each lies in the place once, for all copies: in a pool of the installation and of the key
 * that they are sealed for.
 */
export const poolKey = (installation: string, recipient: string | null, key: string): string => {
  const sealed =
    recipient === null ? 'plain' : createHash('sha256').update(recipient).digest('hex').slice(0, 8)
  const [folder, name] = key.split('/')
  return `${installation}-files-${sealed}-${folder}/${name}`
}

/** Whether a key of a place belongs to any pool of the installation. */
export const isPooled = (installation: string, key: string): boolean =>
  key.startsWith(`${installation}-files-`)

/** The list of files has no secrets: which ones are still needed must be known without the private key. */
const LIST = 'files.txt.gz'

const lines = async function* (files: Iterable<CopiedFile>): AsyncGenerator<Uint8Array> {
  for (const { key, size, sha256 } of files) yield Buffer.from(`${key} ${size} ${sha256}\n`)
}

/** The files that a copy is made of. */
export const readList = async function* (
  place: Place,
  { name, files }: Manifest,
): AsyncGenerator<CopiedFile> {
  if (files === null) return
  const source = await readPart({ place, identity: null }, `${name}/${files.list.name}`, files.list)
  for await (const line of createInterface({ input: source })) {
    const [key = '', size, sha256 = ''] = line.split(' ')
    yield { key, size: Number(size), sha256 }
  }
}

/** Bytes of a file, which break off at the end when they are not what its row says. */
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

/** A file that is not what its row says. */
export class Damaged extends Error {}

/** A small file waits for its disk or its store more than for us. */
const AT_ONCE = 4

/** Does `work` with all of them, a few at a time; the first failure ends it, once what was begun has ended. */
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

/** Copies into the pool what is not there yet. A file that is damaged where it lies stops no copy: it is told. */
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

/** A file out of the pool, opened; its bytes break off when they are not what they were. */
export const openPooled = async (
  reading: Reading,
  { name, recipient }: Manifest,
  file: CopiedFile,
): Promise<Readable> => {
  const key = poolKey(name.slice(0, 8), recipient, file.key)
  return Readable.from(asItsRow(await readPart(reading, key, null, false), file), { objectMode: false })
}
