import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { asItsRow, type CopiedFile, Damaged, withEach } from '../backup/copy-files.ts'
import type { Files } from '../ports/files.ts'
import { belongs } from './tables.ts'

export const listFiles = async (client: pg.Client, ids: string): Promise<CopiedFile[]> =>
  (
    await client.query<{ key: string; size: string; sha256: string }>(
      `select key, size::text, encode(sha256, 'hex') as sha256 from public.stored_files t
       where ${belongs('stored_files', 't', ids)}`,
    )
  ).rows.map((row) => ({ ...row, size: Number(row.size) }))

/**
 * Copies files between stores; files never change, so each is copied once. Returns those whose source does not match their row;
 * they do not stop a move.
 */
export const copyStored = async (
  from: Files,
  to: Files,
  files: readonly CopiedFile[],
  { drafts, done }: { drafts: string; done: Set<string> },
): Promise<string[]> => {
  // Left by a killed move.
  await rm(drafts, { recursive: true, force: true })
  await mkdir(drafts, { recursive: true })
  const damaged: string[] = []
  const carry = async (file: CopiedFile): Promise<void> => {
    if (done.has(file.key)) return
    done.add(file.key)
    if ((await to.size(file.key)) === file.size) return
    const found = await from.open(file.key)
    const draft = join(drafts, file.key.replace('/', '.'))
    try {
      if (found === null) throw new Damaged()
      await pipeline(asItsRow(found.stream, file), createWriteStream(draft, { mode: 0o600 }))
      await to.put(file.key, draft, 'application/octet-stream')
    } catch (error) {
      if (!(error instanceof Damaged)) throw error
      damaged.push(file.key)
    }
  }
  await withEach(files, carry).finally(() => rm(drafts, { recursive: true, force: true }))
  return damaged
}
