import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Files } from '../ports/files.ts'

/**
 * What the store of files itself bears. Objects like any other, so that every store can hold them and every copy of a store
 * takes them along.
 */
export const NOTES = {
  /** Whose store it is. */
  id: '00/00000000-0000-0000-0000-000000000000',
  /** The highest timeline of the database that a server has seen. */
  timeline: '00/00000000-0000-0000-0000-000000000001',
}

/** null: there is none. Throws StoreUnavailable. */
export const readNote = async (files: Files, key: string): Promise<string | null> => {
  const opened = await files.open(key)
  return opened === null ? null : (await text(opened.stream)).trim()
}

export const writeNote = async (files: Files, key: string, value: string): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-note-'))
  try {
    const path = join(dir, 'note')
    await writeFile(path, `${value}\n`)
    await files.put(key, path, 'text/plain')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
