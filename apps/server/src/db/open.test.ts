import { cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSql } from '@podmoga/sql/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './open.ts'
import { isRunning, MADE, until, useApps } from './testing-process.ts'
import { PACE } from './testing-root.ts'

const { root, freshDir, app, stop } = useApps()
const quiet = () => {}

/**
 * Copies a data folder made by an earlier first start, for tests that are not about the first start: saves half a second of
 * initdb each.
 */
const startedDir = async (): Promise<string> => {
  const dataDir = freshDir()
  await cp(join(root, MADE), dataDir, { recursive: true })
  return dataDir
}
beforeAll(async () => {
  const database = await openDatabase({ dataDir: join(root, MADE), log: quiet })
  await database.stop()
})

describe('a first start', () => {
  test('M05 makes a durable, closed cluster; a second start takes it up, and a start on its copy, behind a link too', async () => {
    const dataDir = freshDir()
    const database = await openDatabase({ dataDir, log: quiet })
    const sql = openSql(database.connection, 1, { deadlines: false })
    const [facts] =
      await sql`select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp,
      current_setting('timezone') as timezone, current_setting('server_encoding') as encoding,
      (select rolsuper from pg_roles where rolname = current_user) as super,
      lower('ПЛОВ') as low, 'ё' < 'ж' collate "ru-x-icu" as russian`
    await sql`create extension pg_trgm`
    await sql`create table kept as select 1 as id`
    await sql.end()
    expect(facts).toEqual({
      fsync: 'on',
      tcp: '',
      timezone: 'UTC',
      encoding: 'UTF8',
      super: false,
      low: 'плов',
      russian: true,
    })
    expect((await stat(join(dataDir, 'pg'))).mode & 0o777).toBe(0o700)
    expect(database.health()).toMatchObject({ up: true, restarts: 0 })
    const { pid = 0 } = database.health()
    await database.stop()
    expect(isRunning(pid)).toBe(false)

    const again = await openDatabase({ dataDir, log: quiet })
    const second = openSql(again.connection, 1, { deadlines: false })
    expect(await second`select id from kept`).toEqual([{ id: 1 }])
    await second.end()
    await again.stop()

    const copy = freshDir()
    const link = `${freshDir()} link`
    await cp(dataDir, copy, { recursive: true })
    await rm(dataDir, { recursive: true })
    await symlink(copy, link)
    const restored = await openDatabase({ dataDir: link, log: quiet })
    await expect(openDatabase({ dataDir: copy, log: quiet })).rejects.toThrow('уже занята')
    const third = openSql(restored.connection, 1, { deadlines: false })
    expect(await third`select id from kept`).toEqual([{ id: 1 }])
    await third.end()
    await restored.stop()
  })

  test('works where the path is too long for a socket address', async () => {
    const dataDir = join(freshDir(), 'очень-длинная-папка'.repeat(4), 'x'.repeat(90))
    const database = await openDatabase({ dataDir, log: quiet })
    expect(Buffer.byteLength(database.connection.path ?? '')).toBeLessThan(104)
    const sql = openSql(database.connection, 1, { deadlines: false })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    await sql.end()
    await database.stop()
    await expect(lstat(database.connection.host)).rejects.toThrow('ENOENT')
  })
})

describe('after kill -9', () => {
  test('F18 of the app, nothing acknowledged is lost and no server stays behind', async () => {
    const dataDir = await startedDir()
    for (let rows = 1; rows <= 3; rows += 1) {
      const running = app(dataDir, { args: ['busy'] })
      const ready = await running.decided
      expect(ready).toMatchObject({ word: 'ready', rows })
      expect(ready.ms).toBeLessThan(60_000)
      running.child.kill('SIGKILL')
      await running.exited
    }
    const last = app(dataDir)
    const { pid } = await last.decided
    last.child.kill('SIGKILL')
    await last.exited
    await until(() => !isRunning(pid), 60_000)
  })

  test('F28 of the server, it is back and the same client goes on', async () => {
    const database = await openDatabase({ dataDir: await startedDir(), log: quiet })
    const sql = openSql(database.connection, 3, { deadlines: false })
    await sql`create table kept as select 1 as id`
    process.kill(database.health().pid ?? 0, 'SIGKILL')
    const answers = () =>
      sql`select id from kept`.then(
        (rows) => rows.length === 1 && database.health().restarts === 1,
        () => false,
      )
    await until(answers, 60_000)
    expect(database.health()).toMatchObject({ up: true, restarts: 1, last_failure: 'SIGKILL' })
    await sql.end()
    await database.stop()
  })

  test.each<[string, NodeJS.Signals, { args?: string[] }]>([
    ['of both at once, the next start recovers', 'SIGKILL', { args: ['busy'] }],
    ['of the app while its server is frozen, the next start does not wait for it', 'SIGSTOP', {}],
  ])('%s', async (_, signal, how) => {
    const dataDir = await startedDir()
    const running = app(dataDir, how)
    const { pid } = await running.decided
    process.kill(pid, signal)
    running.child.kill('SIGKILL')
    await running.exited
    const next = await app(dataDir).decided
    expect(next).toMatchObject({ word: 'ready', rows: 2 })
    expect(next.ms).toBeLessThan(60_000)
  })

  test('in the middle of initdb, the next start makes the cluster anew', async () => {
    const dataDir = freshDir()
    const running = app(dataDir)
    await until(
      async () => (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('pg.making-')),
      5_000 * PACE,
    )
    running.child.kill('SIGKILL')
    await running.exited
    expect(await readdir(dataDir)).not.toContain('pg')
    expect(await app(dataDir).decided).toMatchObject({ word: 'ready', rows: 1 })
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pg.making-'))).toEqual([])
  })
})

describe('what lies in the folder', () => {
  test('stale lock files, even with the pid of somebody else, do not stop the start nor hurt that process', async () => {
    const dataDir = await startedDir()
    const first = app(dataDir)
    await first.decided
    await stop(first)
    const lines = [process.pid, join(dataDir, 'pg'), 1, 5432, dataDir, '', '', 'ready', '']
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), lines.join('\n'))
    await writeFile(join(dataDir, 'pg', '.s.PGSQL.5432'), '')
    await writeFile(join(dataDir, 'pg', '.s.PGSQL.5432.lock'), lines.join('\n'))
    expect(await app(dataDir).decided).toMatchObject({ word: 'ready', rows: 2 })
  })

  test('a folder that is no cluster is refused and left as it was', async () => {
    const dataDir = freshDir()
    await mkdir(join(dataDir, 'pg'), { recursive: true })
    await writeFile(join(dataDir, 'pg', 'notes.txt'), 'mine')
    await expect(openDatabase({ dataDir, log: quiet })).rejects.toThrow('не пуста')
    expect(await readFile(join(dataDir, 'pg', 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('a cluster of another PostgreSQL is refused', async () => {
    const dataDir = freshDir()
    await mkdir(join(dataDir, 'pg'), { recursive: true })
    await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '16\n')
    await expect(openDatabase({ dataDir, log: quiet })).rejects.toThrow('создана PostgreSQL 16')
  })
})

test('a second app on the same folder is refused within a second; the first does not notice', async () => {
  const dataDir = await startedDir()
  const first = app(dataDir)
  const { pid } = await first.decided
  const refused = await app(dataDir).decided
  expect(refused.word).toBe('refused')
  expect(refused.ms).toBeLessThan(20_000)
  expect(refused.line).toBe(
    `Папка данных ${dataDir} уже занята другим запущенным приложением (процесс ${first.child.pid}). Остановите его или задайте другую DATA_DIR.`,
  )
  expect(isRunning(pid)).toBe(true)
})

test('of four apps started at once exactly one is served', async () => {
  const dataDir = await startedDir()
  const words = await Promise.all(Array.from({ length: 4 }, () => app(dataDir).decided))
  expect(words.map(({ word }) => word).sort()).toEqual(['ready', 'refused', 'refused', 'refused'])
})

test('SIGTERM ends the app and its server in order', async () => {
  const dataDir = freshDir()
  const running = app(dataDir)
  const { pid } = await running.decided
  await stop(running)
  expect(running.messages.at(-1)?.word).toBe('stopped')
  expect(running.child.exitCode).toBe(0)
  expect(isRunning(pid)).toBe(false)
  const log = await readFile(
    join(dataDir, 'pg', 'log', (await readdir(join(dataDir, 'pg', 'log')))[0] ?? ''),
    'utf8',
  )
  expect(log).toContain('database system is shut down')
})

test('a server that cannot start is tried again calmly, until it can', async () => {
  const dataDir = await startedDir()
  const lines: string[] = []
  const database = await openDatabase({ dataDir, log: (line) => lines.push(line) })
  const control = join(dataDir, 'pg', 'global', 'pg_control')
  await rename(control, `${control}.away`)
  process.kill(database.health().pid ?? 0, 'SIGKILL')
  const failures = () => lines.filter((line) => line === 'the database does not start').length
  const took = await until(() => failures() >= 3, 60_000)
  expect(took).toBeGreaterThan(600)
  expect(database.health()).toMatchObject({ up: false, restarts: 0 })
  expect(database.health().last_failure).toContain('pg_control')
  await rename(`${control}.away`, control)
  await until(() => database.health().up, 60_000)
  await database.stop()
})

test('stopping while the server is down ends the attempts', async () => {
  const dataDir = await startedDir()
  const database = await openDatabase({ dataDir, log: quiet })
  process.kill(database.health().pid ?? 0, 'SIGKILL')
  await until(() => !database.health().up, 60_000)
  await database.stop()
  expect(database.health().up).toBe(false)
  await rm(dataDir, { recursive: true })
})
