import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'

/** A temporary file, written once from start to end. */
export interface TempFile {
  path: string
  write: (chunk: Uint8Array) => Promise<void>
  /** Closes the file and returns its size in bytes and its SHA-256. Does not fsync: the store makes it durable. */
  finish: () => Promise<{ size: number; sha256: Buffer }>
  /** Closes and removes the file; no error if it has been moved. */
  remove: () => Promise<void>
}

export const tempDir = (config: Pick<Config, 'DATA_DIR'>): string => resolve(config.DATA_DIR, 'tmp')

/** Opens a new file in `dir`, readable by its owner alone. */
export const openTempFile = async (dir: string): Promise<TempFile> => {
  const path = join(dir, randomUUID())
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let closed: Promise<void> | undefined
  const close = () => (closed ??= file.close())
  return {
    path,
    write: async (chunk) => {
      for (let done = 0; done < chunk.length; )
        done += (await file.write(chunk, done, chunk.length - done)).bytesWritten
      hash.update(chunk)
      size += chunk.length
    },
    finish: async () => {
      await close()
      return { size, sha256: hash.digest() }
    },
    remove: async () => {
      await close().catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

/** Creates `dir` and removes files a killed server left in it: those not written to for `age_ms`. */
export const clearTempDir = async (dir: string, age_ms: number): Promise<void> => {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const facts = await stat(path).catch(() => null)
    if (facts !== null && Date.now() - facts.mtimeMs >= age_ms)
      await rm(path, { recursive: true, force: true })
  }
}
