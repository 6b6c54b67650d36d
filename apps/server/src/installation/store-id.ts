import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Files } from '../ports/files.ts'

/** An object like any other, so that every store can hold it and every copy of a store takes it along. */
export const STORE_ID_KEY = '00/00000000-0000-0000-0000-000000000000'

/** The id that a store of files bears; null: none so far. Throws StoreUnavailable. */
export const readStoreId = async (files: Files): Promise<string | null> => {
  const opened = await files.open(STORE_ID_KEY)
  return opened === null ? null : (await text(opened.stream)).trim()
}

export const writeStoreId = async (files: Files, id: string): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-store-id-'))
  try {
    const path = join(dir, 'id')
    await writeFile(path, `${id}\n`)
    await files.put(STORE_ID_KEY, path, 'text/plain')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
