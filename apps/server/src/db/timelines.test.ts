import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import { type Line, openProxy } from '@podmoga/sql/testing-proxy'
import { Timelines } from '@podmoga/sql/timelines'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { testingRoot } from './testing-root.ts'

// A real cluster and a promoted copy of it: the copy is the new primary, the original an old one.
const FAST = { fsync: 'off', autovacuum: 'off', shared_buffers: '16MB', max_connections: '40' }
const quiet = () => {}

let root: string
let old: Embedded
let promoted: Embedded
let standby: Embedded
const lines: Line[] = []

const lineTo = async ({ connection }: Embedded): Promise<Line> => {
  const line = await openProxy(connection)
  lines.push(line)
  return line
}

const copyOf = async (from: string, name: string): Promise<Embedded> => {
  await cp(join(root, from), join(root, name), { recursive: true })
  await writeFile(join(root, name, 'pg', 'standby.signal'), '')
  return startEmbedded(join(root, name), quiet, FAST)
}

beforeAll(async () => {
  root = await mkdtemp(join(testingRoot(), 'podmoga-timelines-'))
  const first = await startEmbedded(join(root, 'old'), quiet, FAST)
  const sql = openSql(first.connection, 1, { deadlines: false })
  await sql`create table written (word text)`
  await sql.end()
  await first.stop()
  promoted = await copyOf('old', 'promoted')
  standby = await copyOf('old', 'standby')
  const admin = openSql(promoted.admin, 1, { deadlines: false })
  await admin`select pg_promote(true, 60)`
  await admin.end()
  old = await startEmbedded(join(root, 'old'), quiet, FAST)
})
afterAll(async () => {
  await Promise.all(lines.map((line) => line.close()))
  await Promise.all([old, promoted, standby].map((cluster) => cluster?.stop()))
  await rm(root, { recursive: true, force: true })
})

/** One connection setting that leads to different servers: several hosts, or an address that moves. */
const both = (...to: Line[]): Connection => {
  const [first] = to
  if (first === undefined) throw new Error('no server was named')
  return {
    ...first.connection,
    host: to.map(({ connection }) => `${connection.host}:${connection.port}`).join(),
  }
}
const opened = (connection: Connection, timelines = new Timelines()) => {
  const sql = openSql(connection, 3, { timelines, connect_ms: 3000 })
  onTestFinished(() => sql.end({ timeout: 0 }))
  return sql
}
const write = (sql: ReturnType<typeof opened>, word: string) => sql`insert into written values (${word})`

describe('an old primary that comes back', () => {
  test('is refused by whoever has seen its successor, and the log says why; nothing is written to it', async () => {
    const [was, is] = [await lineTo(old), await lineTo(promoted)]
    const reasons: string[] = []
    const timelines = new Timelines({ onRefused: (reason) => reasons.push(reason) })
    const sql = opened(both(was, is), timelines)
    await write(sql, 'to the successor')
    // Its successor goes away: only the old primary responds.
    await is.close()
    await expect(write(sql, 'first')).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECTION_/) })
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(write(sql, 'again')).rejects.toMatchObject({ code: 'CONNECTION_OLD_PRIMARY' })
    await expect(sql.ping()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    expect(reasons[0]).toBe(
      `127.0.0.1:${was.connection.port} is an old primary: timeline 1, and 2 has been seen`,
    )
    const there = openSql(old.connection, 1, { deadlines: false })
    onTestFinished(() => there.end())
    expect(await there`select word from written`).toEqual([])
  })

  test('is not taken by a process that has just begun, though it is named first', async () => {
    const sql = opened(both(await lineTo(old), await lineTo(promoted)))
    await write(sql, 'from the beginning')
    const there = openSql(promoted.connection, 1, { deadlines: false })
    onTestFinished(() => there.end())
    expect(await there`select word from written where word = 'from the beginning'`).toHaveLength(1)
  })

  test('loses its open connections, used and idle, as soon as its successor is seen', async () => {
    const timelines = new Timelines()
    const sql = opened((await lineTo(old)).connection, timelines)
    await sql`select 1`
    const working = sql.begin(async (tx) => {
      await tx`insert into written values ('lost')`
      const other = opened((await lineTo(promoted)).connection, timelines)
      await other`select 1`
      await tx`select 1`
    })
    await expect(working).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_OLD_PRIMARY' })
    const there = openSql(old.connection, 1, { deadlines: false })
    onTestFinished(() => there.end())
    expect(await there`select word from written`).toEqual([])
  })
})

test('a standby is not written to, and passed over where there is a primary', async () => {
  await expect(write(opened((await lineTo(standby)).connection), 'x')).rejects.toMatchObject({
    code: 'CONNECTION_STANDBY',
  })
  const sql = opened(both(await lineTo(standby), await lineTo(promoted)))
  expect((await write(sql, 'past the standby')).count).toBe(1)
})

test('a dead host among the others does not hold up the first connection for long', async () => {
  const silent = await lineTo(promoted)
  silent.swallow()
  const sql = opened(both(silent, await lineTo(promoted)))
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})
