import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { openProxy } from '@podmoga/sql/testing-proxy'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { testingRoot } from './testing-root.ts'

// A real primary and its streaming standby.
const FAST = {
  autovacuum: 'off',
  shared_buffers: '16MB',
  max_connections: '40',
  // A standby reports its timeline at its next restart point, which this brings soon after a promotion.
  checkpoint_timeout: '30s',
}

let root: string
let primary: Embedded
let standby: Embedded
let stranger: Embedded

const follow = ({ host, port }: Connection): Record<string, string> => ({
  primary_conninfo: `host=${host} port=${port} user=postgres`,
  primary_slot_name: '',
})

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (let left = 300; !(await holds()); left -= 1) {
    if (left === 0) throw new Error('it never came to be')
    await pause(50)
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(testingRoot(), 'podmoga-replicas-'))
  const first = await startEmbedded(join(root, 'primary'), () => {}, FAST)
  const sql = openSql(first.connection, 1, { deadlines: false })
  await sql`create table written (word text)`
  await sql.end()
  await first.stop()
  await appendFile(join(root, 'primary', 'pg', 'pg_hba.conf'), 'local replication all trust\n')
  await cp(join(root, 'primary'), join(root, 'standby'), { recursive: true })
  await writeFile(join(root, 'standby', 'pg', 'standby.signal'), '')
  primary = await startEmbedded(join(root, 'primary'), () => {}, FAST)
  standby = await startEmbedded(join(root, 'standby'), () => {}, { ...FAST, ...follow(primary.admin) })
  stranger = await startEmbedded(join(root, 'stranger'), () => {}, FAST)
})
afterAll(async () => {
  await Promise.all([standby, stranger, primary].map((cluster) => cluster?.stop()))
  await rm(root, { recursive: true, force: true })
})

const opened = (...replicas: Connection[]): Sql => {
  const sql = openSql(primary.connection, 4, { replicas })
  onTestFinished(() => sql.end({ timeout: 0 }))
  return sql
}
const use = (sql: Sql) => sql.replicas()[0]
const isUsed = (sql: Sql) => () => use(sql)?.state === 'used'

/** Returns which server responds: only a standby is in recovery. */
const answering = (sql: Sql): Promise<string> =>
  sql.onReplica(async (db) => {
    const [row] = await db<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
    return row?.standby === true ? 'standby' : 'primary'
  })
const asStandby = async (work: (admin: Sql) => Promise<unknown>): Promise<void> => {
  const admin = openSql(standby.admin, 1, { deadlines: false })
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

test('a read goes to the standby, and has what was written right before it, by whomever', async () => {
  const sql = opened(standby.connection)
  const other = opened()
  await until(isUsed(sql))
  for (let at = 0; at < 100; at += 1) {
    const word = `word ${at}`
    await (at % 2 === 0 ? sql : other)`insert into written values (${word})`
    expect(await sql.onReplica((db) => db`select 1 from written where word = ${word}`)).toHaveLength(1)
  }
  expect(await answering(sql)).toBe('standby')
  expect(use(sql)?.answered).toBeGreaterThan(50)
})

test('a standby that is behind is not asked: its reader has the row from the primary, and soon', async () => {
  const sql = opened(standby.connection)
  await until(isUsed(sql))
  await asStandby((admin) => admin`select pg_wal_replay_pause()`)
  try {
    await sql`insert into written values ('not replayed')`
    const began = performance.now()
    const find = () => sql.onReplica((db) => db`select 1 from written where word = 'not replayed'`)
    expect(await find()).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(3000)
    expect(use(sql)).toMatchObject({ late: 1, failed: 0 })
    // Once it has lagged for longer, it is skipped at once.
    await until(async () => {
      await sql`insert into written values ('more')`
      return use(sql)?.state === 'late'
    })
    expect(use(sql)?.lag_seconds).toBeGreaterThan(3)
    expect(await find()).toHaveLength(1)
    expect(use(sql)?.late).toBe(1)
  } finally {
    await asStandby((admin) => admin`select pg_wal_replay_resume()`)
  }
  await until(isUsed(sql))
  expect(await answering(sql)).toBe('standby')
})

test('a standby that falls silent costs nobody an answer', async () => {
  const line = await openProxy(standby.connection)
  onTestFinished(() => line.close())
  const sql = opened(line.connection)
  await until(isUsed(sql))
  expect(await answering(sql)).toBe('standby')
  await line.close()
  expect(await answering(sql)).toBe('primary')
  await until(() => use(sql)?.state === 'away')
  expect(await answering(sql)).toBe('primary')
})

test('a read that fails on the standby runs on the primary; a wrong statement fails', async () => {
  const sql = opened(standby.connection)
  await until(isUsed(sql))
  // A write through `onReplica` is a bug, but must not fail the request.
  await sql.onReplica((db) => db`insert into written values ('by mistake')`)
  expect(await sql`select 1 from written where word = 'by mistake'`).toHaveLength(1)
  expect(use(sql)?.failed).toBe(1)
  await expect(sql.onReplica((db) => db`select nothing`)).rejects.toMatchObject({ code: '42703' })
})

test('another database under a replica’s address is never read', async () => {
  const sql = opened(stranger.connection)
  await sql`insert into written values ('ours')`
  await until(() => use(sql)?.state === 'strange')
  expect(await sql.onReplica((db) => db`select 1 from written where word = 'ours'`)).toHaveLength(1)
})

test('without replicas everything is read from the primary', async () => {
  expect(await answering(opened())).toBe('primary')
})

test('a standby of a primary that was replaced is not read, though its log is longer', async () => {
  // Promotes the standby, then turns the old primary, which has rows that exist nowhere else, into a standby.
  const old = openSql(primary.connection, 1, { deadlines: false })
  await asStandby((admin) => admin`select pg_promote(true, 60)`)
  await old`insert into written select 'lost ' || g from generate_series(1, 20000) g`
  await old.end()
  await primary.stop()
  await writeFile(join(root, 'primary', 'pg', 'standby.signal'), '')
  primary = await startEmbedded(join(root, 'primary'), () => {}, FAST)
  const sql = openSql(standby.connection, 2, { replicas: [primary.connection] })
  onTestFinished(() => sql.end({ timeout: 0 }))
  await until(() => use(sql)?.state === 'strange')
  expect(await sql.onReplica((db) => db`select 1 from written where word like 'lost %'`)).toHaveLength(0)
}, 60_000)
