import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Duplex, pipeline as lead, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Part } from './manifest.ts'
import type { Repository } from './repository.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Pipes `source` into `into` and returns `into`, which fails if `source` does. */
const led = (source: Readable, into: Duplex): Readable => {
  lead(source, into, () => undefined)
  return into
}

/** Fast, because backups run while people work. */
const PACKING = { level: 1 }

/** Encrypts a stream for `recipient` in the age format (age-encryption.org/v1); null: unchanged. */
const seal = async (source: Readable, recipient: string | null): Promise<Readable> => {
  if (recipient === null) return source
  // Loading the library takes 0.1 s, which an unencrypted copy does not need.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const sealed = await encrypter.encrypt(
    Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>,
  )
  return Readable.fromWeb(sealed as unknown as ReadableStream)
}

const open = async (source: Readable, identity: string | null): Promise<Readable> => {
  if (identity === null) return source
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const opened = await decrypter.decrypt(
    Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>,
  )
  return Readable.fromWeb(opened as unknown as ReadableStream)
}

/** A pass-through stream that measures the size and the SHA-256. */
const measure = () => {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ size, sha256: hash.digest('hex') }) }
}

export interface Writing {
  repository: Repository
  /** Folder for parts that are being written. */
  drafts: string
  recipient: string | null
}

/**
 * Writes bytes into the repository under `key`, completely or not at all. `packed` false: do not compress, the data is already
 * compressed.
 */
export const writePart = async (
  { repository, drafts, recipient }: Writing,
  key: string,
  source: Bytes,
  packed = true,
): Promise<Part> => {
  const draft = join(drafts, key.replace('/', '.'))
  const { through, result } = measure()
  const raw = Readable.from(source, { objectMode: false })
  try {
    const sealed = await seal(packed ? led(raw, createGzip(PACKING)) : raw, recipient)
    await pipeline(sealed, through, createWriteStream(draft, { mode: 0o600 }))
    await repository.put(key, draft, 'application/octet-stream')
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new StartError('Место на диске кончилось: копия не сделана.', { cause: error })
    throw error
  }
  return { name: key.slice(key.indexOf('/') + 1), ...result() }
}

export interface Reading {
  repository: Repository
  /** The age private key; null: nothing is encrypted. */
  identity: string | null
}

/** Reads the bytes stored under `key`. `part`: size and hash from the manifest, verified at the end. */
export const readPart = async (
  { repository, identity }: Reading,
  key: string,
  part: Part | null,
  packed = true,
): Promise<Readable> => {
  const found = await repository.open(key)
  if (found === null) throw new StartError(`Копия неполна: в ${repository.label} нет ${key}.`)
  const { through, result } = measure()
  const damaged = (error?: unknown) =>
    new StartError(`Копия испорчена: ${key} не тот, что был записан. Возьмите другую копию.`, {
      cause: error,
    })
  const checked = async function* (): AsyncGenerator<Uint8Array> {
    yield* led(found.stream, through)
    const { size, sha256 } = result()
    if (part !== null && (size !== part.size || sha256 !== part.sha256)) throw damaged()
  }
  try {
    const plain = await open(Readable.from(checked(), { objectMode: false }), identity)
    return packed ? led(plain, createGunzip()) : plain
  } catch (error) {
    if (error instanceof StartError) throw error
    if (/identit|match/i.test(reasonOf(error)))
      throw new StartError('Ключ не подходит: копия зашифрована для другого.', { cause: error })
    throw damaged(error)
  }
}
