import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { freshDatabase, type TestDatabase, templateDatabase } from '../testing-cluster.ts'
import { openPooler, type PoolerOptions } from './testing-pooler.ts'

let database: TestDatabase
let direct: Sql

beforeAll(async () => {
  database = await freshDatabase(
    await templateDatabase(async (sql) => {
      await sql`create table words (id int primary key, word text)`
      await sql`insert into words values (1, 'a')`
    }, 'pooler'),
  )
  direct = openSql(database.connection, 4, { deadlines: false })
})
afterAll(async () => {
  await direct.end({ timeout: 1 })
  await database.drop()
})

const opened = async (mode: PoolerOptions['mode'], options: Omit<PoolerOptions, 'mode'> = {}) => {
  const pooler = await openPooler(database.connection, { mode, ...options })
  const sql = openSql(pooler.connection, 4, {
    ...(mode === 'transaction' ? { pooler: { direct: database.connection } } : {}),
    session: { statement_timeout: 300, lock_timeout: 200 },
  })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await pooler.close()
  })
  return { pooler, sql }
}

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone']
const readLimits = (sql: Pick<Sql, 'unsafe'>) =>
  sql.unsafe<{ limits: string }[]>(`
  select concat_ws(' ', ${LIMITS.map((name) => `current_setting('${name}')`).join(', ')}) as limits`)

describe.each(['session', 'transaction'] as const)('behind a pooler in the mode %s', (mode) => {
  test('statements, transactions and their limits work as without one', async () => {
    const { sql, pooler } = await opened(mode)
    const expected = [{ limits: '300ms 200ms 15s UTC' }]
    expect(await readLimits(sql)).toEqual(expected)
    expect(await sql.begin((tx) => readLimits(tx))).toEqual(expected)
    const words = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? sql`select word, ${at}::int as at from words where id = ${1}`
          : sql.begin(async (tx) => {
              await tx`select word from words where id = ${1}`
              return tx`select word, ${at}::int as at from words where id = ${1}`
            }),
      ),
    )
    expect(words.flat()).toEqual(words.map((_, at) => ({ word: 'a', at })))
    expect(pooler.servers()).toBeLessThanOrEqual(4)
  })

  test('what changes rows says how many, and a statement that fails leaves the connection as it was', async () => {
    const { sql } = await opened(mode)
    const changed = await sql`update words set word = ${'b'} where id = ${1}`
    expect([changed.count, [...changed]]).toEqual([1, []])
    expect(await sql`update words set word = ${'a'} where id = ${1} returning word`).toEqual([{ word: 'a' }])
    await expect(sql`insert into words values (${1}, ${'twice'})`).rejects.toMatchObject({ code: '23505' })
    expect(await sql`select count(*)::int as n from words`).toEqual([{ n: 1 }])
  })

  test('the server ends a statement that takes too long, and one that waits for a lock', async () => {
    const { sql } = await opened(mode)
    await expect(sql`select pg_sleep(${5})`).rejects.toMatchObject({ code: '57014' })
    await expect(sql.begin((tx) => tx`select pg_sleep(5)`)).rejects.toMatchObject({ code: '57014' })
    const lock = await direct.reserve()
    onTestFinished(() => lock.release())
    await lock`begin`
    await lock`lock table words in access exclusive mode`
    await expect(sql`select word from words where id = ${1}`).rejects.toMatchObject({ code: '55P03' })
    await expect(sql.begin((tx) => tx`select word from words`)).rejects.toMatchObject({ code: '55P03' })
    await lock`rollback`
  })
})

test('connections that open slowly are all used, and no attempt that was overtaken keeps a place', async () => {
  const { sql, pooler } = await opened('session', { open_ms: 300 })
  await sql`select 1`
  const asked = await Promise.all(
    Array.from({ length: 12 }, (_, at) => sql`select ${at}::int as at, pg_sleep(0.1)`),
  )
  expect(asked.flat().map(({ at }) => at)).toEqual(asked.map((_, at) => at))
  await expect.poll(() => pooler.servers()).toBeLessThanOrEqual(4)
})

describe('in the mode transaction', () => {
  test('what needs a session of its own goes to the direct address', async () => {
    const { sql } = await opened('transaction', { size: 1 })
    const received: string[] = []
    await sql.listen('pooled', (payload) => received.push(payload))
    const held = await sql.reserve()
    onTestFinished(() => held.release())
    await held`select pg_advisory_lock(42)`
    // The pool has one server connection: if the lock were taken through the pooler, this would be the same session.
    expect(await sql`select pg_try_advisory_lock(42) as ours`).toEqual([{ ours: false }])
    await held`select pg_advisory_unlock(42)`
    await sql`select pg_notify('pooled', 'news')`
    await expect.poll(() => received).toEqual(['news'])
  })

  test('nothing that is set stays on a connection that others get', async () => {
    const { sql, pooler } = await opened('transaction', { size: 1 })
    await sql`select ${1}::int`
    await sql.begin((tx) => tx`select ${1}::int`)
    const other = openSql(pooler.connection, 1, {
      deadlines: false,
      pooler: { direct: database.connection },
    })
    onTestFinished(() => other.end({ timeout: 1 }))
    expect(await readLimits(other)).toEqual([{ limits: '0 0 0 UTC' }])
    expect(pooler.servers()).toBe(1)
  })

  test('the schema is migrated', async () => {
    const fresh = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
    const pooler = await openPooler(fresh.connection, { mode: 'transaction', size: 2 })
    const sql = openSql(pooler.connection, 2, { pooler: { direct: fresh.connection } })
    onTestFinished(async () => {
      await sql.end({ timeout: 1 })
      await pooler.close()
      await fresh.drop()
    })
    expect((await migrate(sql)).length).toBeGreaterThan(10)
    expect(await migrate(sql)).toEqual([])
  })
})

describe('the start', () => {
  const urlOf = ({ username, host, port, database: name }: Connection) =>
    host.startsWith('/')
      ? `postgres://${username}@/${name}?host=${encodeURIComponent(host)}&port=${port}`
      : `postgres://${username}@${host}:${port}/${name}`
  const start = (databaseUrl: string, directUrl?: string) =>
    openDatabase({ databaseUrl, dataDir: '/nowhere', log: () => {}, directUrl })
  const withPooler = async (mode: PoolerOptions['mode'], work: (url: string) => Promise<void>) => {
    const pooler = await openPooler(database.connection, { mode })
    onTestFinished(() => pooler.close())
    await work(urlOf(pooler.connection))
  }

  test('behind a pooler in the mode session needs no setting', () =>
    withPooler('session', async (url) => {
      expect(await start(url)).toMatchObject({ kind: 'url' })
    }))

  test('behind one in the mode transaction without its setting is refused in one sentence', () =>
    withPooler('transaction', async (url) => {
      await expect(start(url)).rejects.toThrow(
        /^Между приложением и PostgreSQL из DATABASE_URL стоит пулер в режиме transaction.*DATABASE_POOLER=transaction.*DATABASE_DIRECT_URL/,
      )
    }))

  test('takes both addresses, and refuses a direct one that is none or leads elsewhere', () =>
    withPooler('transaction', async (url) => {
      const direct_url = urlOf(database.connection)
      expect(await start(url, direct_url)).toMatchObject({
        connection: { host: '127.0.0.1' },
        pooler: { direct: { host: database.connection.host } },
      })
      await expect(start(url, url)).rejects.toThrow(/DATABASE_DIRECT_URL.*пулер/)
      const other = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
      onTestFinished(() => other.drop())
      await expect(start(url, urlOf(other.connection))).rejects.toThrow(
        /DATABASE_URL и DATABASE_DIRECT_URL ведут в разные базы/,
      )
    }))
})
