import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clusterFolder, freshDatabase, templateDatabase } from '../db/testing-cluster.ts'
import { examine } from '../doctor/examine.ts'
import { checkStore } from '../installation/check-installation.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { loadSecrets, readSecrets, secretsPathOf } from '../secrets.ts'
import { openTicketWorld, picture, writeTicket } from '../tickets/tickets.testing.ts'
import { makeBackup } from './make-backup.ts'
import { folderRepository } from './repository.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let dir: string

beforeAll(async () => {
  t = await openTicketWorld()
  dir = await mkdtemp(join(await clusterFolder(), 'killed-'))
})
afterAll(async () => {
  await t.world.close()
  await rm(dir, { recursive: true, force: true })
})

/** Makes a copy with a file; returns its folder, and the parts at which a restore is killed, in its order. */
const copy = async (): Promise<{ folder: string; parts: string[] }> => {
  const folder = join(dir, 'copies')
  const files = await diskFiles(join(t.world.config.DATA_DIR, 'files'))
  const secrets_path = secretsPathOf(t.world.config)
  await checkStore({ ...t.world, files, secrets: await loadSecrets(secrets_path) })
  await writeTicket(t.A, 'Здравствуйте', [await picture()])
  const made = await makeBackup({
    ...{ sql: t.world.sql, files, secrets_path, repository: await folderRepository(folder) },
    ...{
      recipient: null,
      keep: { days: 14, least: 1 },
      clock: t.world.clock,
      log: { info: () => undefined },
    },
  })
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.includes('/'))
  const pooled = paths.find((path) => path.includes('-files-')) ?? ''
  const part = (name: string) => join(made?.name ?? '', name)
  return { folder, parts: [part(made?.keys?.name ?? ''), pooled, part('table.messages.0.gz')] }
}

test('N18: a restore that is killed at its keys, its files and its rows is completed by the same command', async () => {
  const { folder, parts } = await copy()
  const database = await freshDatabase(await templateDatabase(async () => undefined, 'empty'))
  const { username, port, path = '', database: name } = database.connection
  const data_dir = join(dir, 'else')
  const sql = openSql(database.connection, 2)
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  const restore = () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../restore.ts'), '--from', folder, '--instead'],
      {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DATA_DIR: data_dir,
          DATABASE_URL: `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(dirname(path))}`,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    const ended = once(child, 'close')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return { child, ended }
  }

  for (const part of parts) {
    const at = join(folder, part)
    await rename(at, `${at}.whole`)
    // A pipe that nobody writes to holds the restore where it reads this part.
    execFileSync('mkfifo', [at])
    const { child, ended } = restore()
    const reader = () => open(at, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null)
    let held = await reader()
    await expect
      .poll(
        async () => {
          held ??= await reader()
          return held !== null || child.exitCode !== null
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    expect([part, held === null]).toEqual([part, false])
    child.kill('SIGKILL')
    await ended
    await held?.close()
    await rename(`${at}.whole`, at)
  }
  const [code] = await restore().ended
  expect(code).toBe(0)
  const store = await diskFiles(join(data_dir, 'files'))
  const secrets = await readSecrets(join(data_dir, 'secrets.json'))
  expect((await examine(sql, store, { now: new Date(), deep: true, secrets })).findings).toEqual([])
  expect(await sql`select text from messages`).toEqual([{ text: 'Здравствуйте' }])
})
