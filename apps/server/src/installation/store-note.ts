import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Files } from '../ports/files.ts'

/**
 * Notes kept in the file store itself. They are ordinary objects, so that every store can hold them and copies of a store include
 * them.
 */
export const NOTES = {
  /** The id of the store's installation. */
  id: '00/00000000-0000-0000-0000-000000000000',
  /** The highest database timeline seen by a server. */
  timeline: '00/00000000-0000-0000-0000-000000000001',
}

/** Returns null if the note does not exist. Throws StoreUnavailable. */
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
