import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openSql, type Sql, type TransactionSql } from './sql.ts'
import { testDatabase } from './testing-database.ts'
import { openProxy } from './testing-proxy.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let admin: Sql
const clients: Sql[] = []

const client = (max = 4): Sql => {
  const made = openSql(database.connection, max)
  clients.push(made)
  return made
}

beforeAll(async () => {
  database = await testDatabase()
  admin = openSql(database.connection, 1, { deadlines: false })
  await admin`create table notes (id bigint generated always as identity primary key, word text unique, at timestamptz,
    bytes bytea, facts jsonb, names text[], flag boolean, amount int)`
})
afterAll(async () => {
  await Promise.all([...clients, admin].map((each) => each.end({ timeout: 1 })))
  await database.drop()
})

/** Terminates all connections to this database except the admin's; returns their number. */
const terminate = async (): Promise<number> =>
  (
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  ).length

describe('a template', () => {
  test('carries every kind of value there and back', async () => {
    const sql = client()
    const row = {
      word: "о'тест \\ \u{1F35C}",
      at: new Date('2026-03-29T01:02:03.456Z'),
      bytes: Buffer.from([0, 1, 255]),
      facts: { deep: [1, 'два', null, { три: true }] },
      names: ['a,b', '{c}', '"d"', '\\e', 'null', ''],
      flag: false,
      amount: -7,
    }
    const inserted = await sql`
      insert into notes ${sql({ ...row, facts: sql.json(row.facts) })} returning id, word, at, bytes, facts, names, flag, amount`
    expect(inserted).toEqual([{ id: expect.stringMatching(/^\d+$/), ...row }])
    const [one] = await sql`
      select ${row.at}::timestamptz as at, ${9007199254740993n} + 1 as big, ${[1, 2]}::bigint[] as ids, ${null}::text as none,
        ${[row.at]}::timestamptz[] as times, 1.10::numeric as exact, '2026-01-02'::date as day, array[1.5::float8] as floats`
    expect(one).toEqual({
      at: row.at,
      big: '9007199254740994',
      ids: ['1', '2'],
      none: null,
      times: [row.at],
      exact: '1.10',
      day: new Date('2026-01-02T00:00:00Z'),
      floats: [1.5],
    })
  })

  test('is put together of fragments, names and rows', async () => {
    const sql = client()
    const rows = [
      { word: 'один', amount: 1, left: 'out' },
      { word: 'два', amount: 2, left: 'out' },
    ]
    const inserted = await sql`insert into ${sql('notes')} ${sql(rows, 'word', 'amount')}`
    expect(inserted.count).toBe(2)
    const which = sql`where amount = any(${[1, 2]}::int[]) and ${sql('word')} <> ${'три'}`
    const found = await sql<
      { word: string }[]
    >`select word from notes ${which} order by id ${sql.unsafe('limit 1')}`
    expect(found).toEqual([{ word: 'один' }])
    expect((await sql`update notes set flag = true ${which}`).count).toBe(2)
  })

  test('refuses what no column can hold, before anything is sent', async () => {
    const sql = client()
    const nothing = undefined as unknown as string
    await expect(sql`select ${nothing}`).rejects.toThrow('cannot carry undefined')
    await expect(sql`insert into notes ${sql([])}`).rejects.toThrow('no rows')
  })

  test('is sent when it is awaited, once', async () => {
    const sql = client()
    const query = sql`insert into notes (word) values ('once') returning word`
    await pause(20)
    expect((await sql`select from notes where word = 'once'`).count).toBe(0)
    expect(await Promise.all([query, query])).toEqual([[{ word: 'once' }], [{ word: 'once' }]])
  })

  test('goes on where a column has changed under its prepared statement', async () => {
    const sql = client(1)
    await sql`create table changing as select 1 as one`
    const all = () => sql`select * from changing`
    expect(await all()).toEqual([{ one: 1 }])
    await admin`alter table changing add column two int default 2`
    expect(await all()).toEqual([{ one: 1, two: 2 }])
  })

  test('of endless variety does not fill the server with prepared statements', async () => {
    const sql = client(1)
    for (let rows = 2; rows < 30; rows += 1)
      await sql`insert into notes ${sql(Array.from({ length: rows }, () => ({ amount: rows })))}`
    const [kept] = await sql<{ many: number }[]>`select count(*)::int as many from pg_prepared_statements`
    // The counting query itself.
    expect(kept?.many).toBeLessThanOrEqual(1)
  })

  test('is prepared when it comes again and again, however many others came before and between', async () => {
    const sql = client(1)
    const often = () => sql<{ often: number }[]>`select ${1}::int as often`
    const late = () => sql<{ late: string }[]>`select ${'late'}::text as late`
    const prepared = async () => {
      const rows = await sql<{ statement: string; prepare_time: Date }[]>`
        select statement, prepare_time from pg_prepared_statements`
      return new Map(rows.map(({ statement, prepare_time }) => [statement, prepare_time.getTime()]))
    }
    await often()
    const first = (await prepared()).get('select $1::int as often')
    expect(first).toBeDefined()
    for (let nth = 0; nth < 2500; nth++) {
      // Columns have alternating names and types: reading a result with another statement's columns would fail.
      const [row] = await sql<
        Record<string, unknown>[]
      >`select ${nth}::${sql.unsafe(nth % 2 ? 'int' : 'text')} as ${sql(`n${nth}`)}`
      expect(row).toEqual({ [`n${nth}`]: nth % 2 ? nth : String(nth) })
      if (nth % 100 === 0) expect(await often()).toEqual([{ often: 1 }])
    }
    expect(await late()).toEqual([{ late: 'late' }])
    const kept = await prepared()
    expect(kept.get('select $1::int as often')).toBe(first)
    expect(kept.has('select $1::text as late')).toBe(true)
    expect(kept.size).toBeLessThanOrEqual(1000)
  })

  test('that is wrong and takes the name of another leaves the connection as good as new', async () => {
    const sql = client(1)
    for (let nth = 0; nth < 1100; nth++) await sql`select ${nth}::int as ${sql(`right${nth}`)}`
    for (let nth = 0; nth < 3; nth++)
      await expect(sql`select ${nth}::int from ${sql(`nowhere${nth}`)}`).rejects.toThrow('does not exist')
    expect(await sql`select ${7}::int as right1099`).toEqual([{ right1099: 7 }])
    expect(await sql`select ${7}::int as right0`).toEqual([{ right0: 7 }])
  })
})

describe('a transaction', () => {
  test('is all or nothing, and its tag is dead after it', async () => {
    const sql = client()
    const kept: TransactionSql[] = []
    await sql
      .begin(async (tx) => {
        kept.push(tx)
        await Promise.all(
          [1, 2, 3].map((amount) =>
            tx`insert into notes (word, amount) values ('all', ${amount})`.catch(() => 0),
          ),
        )
      })
      .catch(() => undefined)
    // In two of the three a statement failed: although the errors were caught, nothing may be committed.
    expect((await sql`select from notes where word = 'all'`).count).toBe(0)
    for (const dead of kept) await expect(dead`select 1`).rejects.toThrow('over')
    expect(kept).toHaveLength(1)
    await expect(
      sql.begin(async (tx) => {
        await tx`insert into notes (word) values ('undone')`
        throw new Error('not today')
      }),
    ).rejects.toThrow('not today')
    expect((await sql`select from notes where word = 'undone'`).count).toBe(0)
  })

  test('begins with its first statement, whatever that is, and not before', async () => {
    const sql = client(1)
    await sql`create table begun (word text unique)`
    const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const state = async () => {
      const [row] = await admin<{ state: string }[]>`
        select state from pg_stat_activity where pid = ${own?.pid ?? 0}`
      return row?.state
    }
    // Twice, because the second time the statement is prepared and its columns are known.
    for (const word of ['one', 'two']) {
      const read = await sql.begin('isolation level repeatable read', async (tx) => {
        expect(await state()).toBe('idle')
        const [row] = await tx<{ word: string; how: string }[]>`
          insert into begun values (${word}) returning word, current_setting('transaction_isolation') as how`
        expect(await state()).toBe('idle in transaction')
        expect((await admin`select from begun where word = ${word}`).count).toBe(0)
        return row
      })
      expect(read).toEqual({ word, how: 'repeatable read' })
    }
    expect(await sql.begin(async () => 'asked nothing')).toBe('asked nothing')
    await sql.begin(async (tx) => tx.atCommit(tx`insert into begun values ('three')`))
    const failed = sql.begin(async (tx) => {
      const together = [tx`insert into begun values ('one')`, tx`insert into begun values ('four')`]
      await Promise.allSettled(together)
      await together[0]
    })
    await expect(failed).rejects.toThrow('duplicate key')
    expect(await sql`select word from begun order by word`).toEqual([
      { word: 'one' },
      { word: 'three' },
      { word: 'two' },
    ])
  })

  test('a failed statement that was caught does not pass for a commit', async () => {
    const sql = client()
    const outcome = sql.begin(async (tx) => {
      await tx`insert into notes (word) values ('swallowed')`
      await tx`select 1 / 0`.catch(() => undefined)
      return 'done'
    })
    await expect(outcome).rejects.toThrow('rolled back')
    expect((await sql`select from notes where word = 'swallowed'`).count).toBe(0)
  })

  test('says what was left for the commit after everything else, in its order, or nothing at all', async () => {
    const sql = client(2)
    await sql`create table said (at bigint generated always as identity, word text unique)`
    const say = (tx: TransactionSql, word: string) => tx`insert into said (word) values (${word})`
    const words = async () =>
      (await sql<{ word: string }[]>`select word from said order by at`).map(({ word }) => word)
    // Twice, because the second time all statements are prepared.
    for (const round of [1, 2]) {
      const outcome = sql.begin(async (tx) => {
        tx.atCommit(say(tx, `third ${round}`))
        await say(tx, `first ${round}`)
        tx.atCommit(say(tx, `fourth ${round}`))
        await say(tx, `second ${round}`)
        return round
      })
      expect(await outcome).toBe(round)
    }
    const expected = [1, 2].flatMap((round) =>
      ['first', 'second', 'third', 'fourth'].map((word) => `${word} ${round}`),
    )
    expect(await words()).toEqual(expected)

    const kept: TransactionSql[] = []
    for (const [why, last] of [
      ['duplicate key', 'fourth 1'],
      ['does not exist', null],
    ] as const) {
      const broken = sql.begin(async (tx) => {
        kept.push(tx)
        await say(tx, `undone ${why}`)
        tx.atCommit(last === null ? tx`insert into nowhere values (1)` : say(tx, last))
      })
      await expect(broken).rejects.toThrow(why)
    }
    const swallowed = sql.begin(async (tx) => {
      await tx`select 1 / 0`.catch(() => undefined)
      tx.atCommit(say(tx, 'after a failure'))
    })
    await expect(swallowed).rejects.toThrow('aborted')
    expect(await words()).toEqual(expected)
    for (const dead of kept) expect(() => dead.atCommit(say(dead, 'too late'))).toThrow()
    // Both connections are reusable.
    expect(await Promise.all([sql`select 1 as one`, sql`select 1 as one`])).toEqual([
      [{ one: 1 }],
      [{ one: 1 }],
    ])
    expect(sql.use().taken).toBe(0)
  })

  test('never shares its connection, whatever the load', async () => {
    const sql = client(4)
    const notices: string[] = []
    const told = openSql(database.connection, 4, {
      deadlines: false,
      onNotice: (message) => notices.push(message),
    })
    clients.push(told)
    const big = 'щ'.repeat(200_000)
    const inside = async (): Promise<void> => {
      await told.begin(async (tx) => {
        const [before] = await tx<
          { pid: number; tx: string }[]
        >`select pg_backend_pid() as pid, pg_current_xact_id()::text as tx`
        await tx`select ${big}::text as back`
        const [after] = await tx<
          { pid: number; tx: string }[]
        >`select pg_backend_pid() as pid, pg_current_xact_id()::text as tx`
        expect(after).toEqual(before)
      })
    }
    const beside = async (): Promise<void> => {
      const [row] = await told<{ inside: boolean }[]>`
        select now() <> statement_timestamp() and length(${big}::text) < 0 as inside`
      expect(row?.inside).toBe(false)
    }
    await Promise.all(Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? inside() : beside())))
    expect(notices).toEqual([])
    const [open] = await sql<{ open: number }[]>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    expect(open?.open).toBe(0)
  })

  test('whose connection is ended at any moment fails alone, and what was acknowledged stands', async () => {
    const sql = client(8)
    // A failed attempt leaves it behind.
    await sql`drop table if exists written`
    await sql`create table written (id int primary key)`
    const acknowledged: number[] = []
    const codes = new Set<unknown>()
    let next = 0
    let stopped = false
    const writer = async (): Promise<void> => {
      while (!stopped) {
        next += 1
        const id = next
        await sql
          .begin(async (tx) => {
            await tx`insert into written values (${id})`
            await tx`select repeat('x', 100000)`
          })
          .then(
            () => acknowledged.push(id),
            (error: { code?: unknown }) => codes.add(error.code),
          )
      }
    }
    const writers = Array.from({ length: 12 }, writer)
    let ended = 0
    // At least forty rounds; a slow machine opens fewer connections between two of them, so it takes more.
    for (let round = 0; round < 40 || ended <= 40; round += 1) {
      await pause(5)
      ended += await terminate()
    }
    stopped = true
    await Promise.all(writers)
    expect([...codes].filter((code) => code !== 'CONNECTION_LOST' && code !== '57P01')).toEqual([])
    const kept = new Set((await sql<{ id: number }[]>`select id from written`).map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
  })
})

test('listening goes on over a lost connection, and says so', async () => {
  const sql = client()
  const received: string[] = []
  let began = 0
  const listening = await sql.listen(
    'words',
    (word) => received.push(word),
    () => {
      began += 1
    },
  )
  await admin`select pg_notify('words', 'before')`
  await expect.poll(() => received).toEqual(['before'])
  await terminate()
  await expect.poll(() => began).toBe(2)
  await admin`select pg_notify('words', 'after')`
  await expect.poll(() => received).toEqual(['before', 'after'])
  await listening.unlisten()
  await admin`select pg_notify('words', 'too late')`
  await sql`select 1`
  expect(received).toEqual(['before', 'after'])
})

test('listening goes on where the line has gone silent without an end', async () => {
  const line = await openProxy(database.connection)
  const sql = openSql(line.connection, 1)
  onTestFinished(async () => {
    await sql.end({ timeout: 0 })
    await line.close()
  })
  const received: string[] = []
  let began = 0
  await sql.listen(
    'words',
    (word) => received.push(word),
    () => {
      began += 1
    },
  )
  line.swallow()
  await admin`select pg_notify('words', 'said into silence')`
  line.pass()
  // The connection is checked every five seconds, and dropped three seconds later.
  await expect.poll(() => began, { timeout: 20_000 }).toBe(2)
  await admin`select pg_notify('words', 'after')`
  await expect.poll(() => received).toEqual(['after'])
})
