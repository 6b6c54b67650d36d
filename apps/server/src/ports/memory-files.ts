import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { checkKey, type Files } from './files.ts'

/** A file store in memory. */
export const memoryFiles = (): Files => {
  const kept = new Map<string, { bytes: Buffer; modified_at: Date }>()
  return {
    put: async (key, temp_path) => {
      kept.set(checkKey(key), { bytes: await readFile(temp_path), modified_at: new Date() })
      await rm(temp_path)
    },
    size: async (key) => kept.get(checkKey(key))?.bytes.length ?? null,
    open: async (key, range) => {
      const found = kept.get(checkKey(key))
      if (found === undefined) return null
      const bytes = range === undefined ? found.bytes : found.bytes.subarray(range.start, range.end + 1)
      return { stream: Readable.from([bytes], { objectMode: false }), size: found.bytes.length }
    },
    remove: async (key) => {
      kept.delete(checkKey(key))
    },
    check: async () => undefined,
    list: async function* () {
      for (const [key, { bytes, modified_at }] of [...kept]) yield { key, size: bytes.length, modified_at }
    },
  }
}
