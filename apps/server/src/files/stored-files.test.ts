import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../db/testing-cluster.ts'
import type { ReceivedFile } from '../http/uploads.ts'
import { memoryClock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import { memoryFiles } from '../ports/memory-files.ts'
import { findScanState } from './scan-waiting.ts'
import { attachFiles, detachFiles, dropFiles, storeFiles, sweepUnattached } from './stored-files.ts'

const MINUTE = 60_000

let database: Awaited<ReturnType<typeof freshDatabase>>
let sql: Sql
let dir: string
let files: Files
const clock = memoryClock()

beforeAll(async () => {
  database = await freshDatabase()
  sql = openSql(database.connection, 4)
  dir = await mkdtemp(join(tmpdir(), 'podmoga-stored-'))
})
beforeEach(async () => {
  await sql`truncate stored_files cascade`
  files = memoryFiles()
})
afterAll(async () => {
  await sql.end()
  await database.drop()
  await rm(dir, { recursive: true })
})

const received = async (text: string): Promise<ReceivedFile> => {
  const temp_path = join(dir, randomUUID())
  await writeFile(temp_path, text)
  return {
    file_name: 'a.png',
    content_type: 'image/png',
    size: text.length,
    sha256: Buffer.alloc(32, 1),
    temp_path,
  }
}

const store = async (...texts: string[]) =>
  storeFiles({ sql, files, clock }, await Promise.all(texts.map((text) => received(text))))

/** Keys of the rows, which must equal those of the stored bytes. */
const kept = async (): Promise<string[]> => {
  const rows = (await sql<{ key: string }[]>`select key from stored_files`).map((row) => row.key).sort()
  const bytes: string[] = []
  for await (const { key } of files.list()) bytes.push(key)
  expect(bytes.sort()).toEqual(rows)
  return rows
}

/** A store that fails at its nth put with the error of a full disk. */
const fullAt = (nth: number): Files => {
  let count = 0
  return {
    ...files,
    put: async (...given) => {
      count += 1
      if (count === nth) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return files.put(...given)
    },
  }
}

describe('storeFiles', () => {
  it('keeps a row with size and hash for each file, and its bytes', async () => {
    const stored = await store('one', 'other')
    expect(await kept()).toEqual(stored.map((file) => file.key).sort())
    const rows = await sql`select size::int, sha256, attached_at from stored_files order by size`
    expect(rows.map((row) => [row.size, row.attached_at])).toEqual([
      [3, null],
      [5, null],
    ])
    expect(stored.every((file) => !existsSync(file.temp_path))).toBe(true)
  })

  it.each([1, 2, 3])('F07: leaves nothing when the disk is full at file %i', async (nth) => {
    const given = await Promise.all(['a', 'b', 'c'].map((text) => received(text)))
    await expect(storeFiles({ sql, files: fullAt(nth), clock }, given)).rejects.toThrow('no space')
    expect(await kept()).toEqual([])
  })

  it('F09: stores no bytes when their rows cannot be written', async () => {
    const given = { ...(await received('x')), sha256: null as unknown as Buffer }
    await expect(storeFiles({ sql, files, clock }, [given])).rejects.toThrow()
    expect(await kept()).toEqual([])
  })

  it('does nothing for no files', async () => {
    expect(await storeFiles({ sql, files, clock }, [])).toEqual([])
  })
})

describe('attachFiles', () => {
  it('keeps files from the sweep, in the transaction of their owner', async () => {
    const stored = await store('one', 'other')
    await expect(
      sql.begin(async (tx) => {
        await attachFiles(tx, stored)
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await sql`select 1 from stored_files where attached_at is not null`).toHaveLength(0)
    await sql.begin((tx) => attachFiles(tx, stored))
    clock.move(60 * MINUTE)
    expect(await sweepUnattached({ sql, files, clock }, MINUTE)).toBe(0)
    expect(await kept()).toHaveLength(2)
  })

  it('fails when a file was swept meanwhile', async () => {
    const stored = await store('one', 'other')
    await dropFiles({ sql, files, clock }, stored.slice(0, 1))
    await expect(sql.begin((tx) => attachFiles(tx, stored))).rejects.toThrow('swept')
    expect(await sql`select 1 from stored_files where attached_at is not null`).toHaveLength(0)
  })
})

describe('dropFiles', () => {
  it('removes rows and bytes', async () => {
    await dropFiles({ sql, files, clock }, await store('one', 'other'))
    expect(await kept()).toEqual([])
  })

  it('keeps what was attached after all', async () => {
    const stored = await store('one')
    await attachFiles(sql, stored)
    await dropFiles({ sql, files, clock }, stored)
    expect(await kept()).toHaveLength(1)
  })

  it('waits for a transaction that is just attaching', async () => {
    const stored = await store('one')
    let dropped: Promise<void> | undefined
    await sql.begin(async (tx) => {
      await attachFiles(tx, stored)
      dropped = dropFiles({ sql, files, clock }, stored)
      await waitForLock()
    })
    await dropped
    expect(await kept()).toHaveLength(1)
  })

  it('never throws: the sweep comes after it', async () => {
    const stored = await store('one')
    const broken: Files = { ...files, remove: async () => Promise.reject(new Error('disk is away')) }
    await expect(dropFiles({ sql, files: broken, clock }, stored)).resolves.toBeUndefined()
    expect(await kept()).toHaveLength(1)
  })
})

/** Waits until some session is blocked by another one's lock. */
const waitForLock = () =>
  expect.poll(async () => (await sql`select 1 from pg_locks where not granted`).length).toBeGreaterThan(0)

describe('sweepUnattached', () => {
  it('removes what is old and unattached, in batches, and nothing else', async () => {
    await store(...Array.from({ length: 250 }, (_, at) => `old ${at}`))
    const [attached] = await store('attached')
    await attachFiles(sql, attached === undefined ? [] : [attached])
    clock.move(16 * MINUTE)
    const [young] = await store('young')
    expect(await sweepUnattached({ sql, files, clock }, 15 * MINUTE)).toBe(250)
    expect(await kept()).toEqual([attached?.key, young?.key].sort())
  })

  it('U30: takes files that were given up, after the same grace', async () => {
    const stored = await store('photo')
    await attachFiles(sql, stored)
    clock.move(60 * MINUTE)
    await sql.begin((tx) =>
      detachFiles(
        tx,
        stored.map((file) => file.key),
        clock.now(),
      ),
    )
    expect(await sweepUnattached({ sql, files, clock }, 15 * MINUTE)).toBe(0)
    clock.move(16 * MINUTE)
    expect(await sweepUnattached({ sql, files, clock }, 15 * MINUTE)).toBe(1)
    expect(await kept()).toEqual([])
  })

  it('retries a row whose bytes were removed before a crash', async () => {
    const [stored] = await store('one')
    await files.remove(stored?.key ?? '')
    clock.move(16 * MINUTE)
    expect(await sweepUnattached({ sql, files, clock }, 15 * MINUTE)).toBe(1)
    expect(await kept()).toEqual([])
  })

  it('U31: a held file stays held until its bytes are gone', async () => {
    const [stored] = await storeFiles({ sql, files, clock }, [
      { ...(await received('virus')), is_unscanned: true },
    ])
    await sql`update stored_files set scan = 'infected'`
    clock.move(16 * MINUTE)
    const broken: Files = { ...files, remove: async () => Promise.reject(new Error('disk is away')) }
    await expect(sweepUnattached({ sql, files: broken, clock }, 15 * MINUTE)).rejects.toThrow('disk is away')
    expect(await findScanState(sql, stored?.key ?? '')).toBe('infected')
  })

  it('keeps the bytes of an unattached file that is still referenced', async () => {
    const [stored] = await store('one')
    await sql`create table if not exists owners (file_key text references stored_files)`
    await sql`insert into owners values (${stored?.key ?? ''})`
    clock.move(16 * MINUTE)
    await expect(sweepUnattached({ sql, files, clock }, 15 * MINUTE)).rejects.toThrow('owners')
    expect(await kept()).toEqual([stored?.key])
  })

  it('leaves alone what somebody is just attaching', async () => {
    const stored = await store('one')
    clock.move(16 * MINUTE)
    await sql.begin(async (tx) => {
      await attachFiles(tx, stored)
      expect(await sweepUnattached({ sql, files, clock }, 15 * MINUTE)).toBe(0)
    })
    expect(await kept()).toHaveLength(1)
  })
})
