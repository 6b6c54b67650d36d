// Migrations while other servers write, and next to servers of other releases.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { freshDatabase, type TestDatabase, templateDatabase } from '../testing-cluster.ts'

let template = ''
let database: TestDatabase
let sql: Sql
let writer: Sql
let dir = ''
let reported: string[] = []
const clients: Sql[] = []

beforeAll(async () => {
  template = await templateDatabase(async () => {}, 'empty')
})
beforeEach(async () => {
  database = await freshDatabase(template)
  dir = await mkdtemp(join(tmpdir(), 'podmoga-migrations-'))
  sql = client()
  writer = client()
  reported = []
  await write('0001_house.sql', 'create table people (id integer); create table pets (id integer);')
  await migrate(sql, { dir })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.end()))
  await database.drop()
  await rm(dir, { recursive: true })
})

function client(): Sql {
  const made = openSql(database.connection, 3, { deadlines: false })
  clients.push(made)
  return made
}

const write = (name: string, text: string) => writeFile(join(dir, name), text)
const run = (from = sql) => migrate(from, { dir, report: (line) => reported.push(line) })
const waits = () => reported.filter((line) => line.includes('ждёт, пока таблицы освободятся'))

const columns = async () => {
  const rows = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_name in ('people', 'pets') order by 1`
  return rows.map(({ name }) => name)
}
const isWaitingFor = async (table: string) => {
  const rows = await writer`select from pg_locks where relation = to_regclass(${table}) and not granted`
  return rows.length > 0
}

test('a table that is in use is waited for with short locks: who comes later is not held up, and the migration wins', async () => {
  await write('0002_name.sql', '-- expand\nalter table people add column name text;')
  let done: Promise<string[]> = Promise.resolve([])
  await writer.begin(async (tx) => {
    await tx`insert into people values (1)`
    done = run()
    await expect.poll(() => waits().length).toBeGreaterThan(1)
    // Would block forever behind a migration that waits for its lock forever.
    await writer`insert into people values (2)`
  })
  expect(await done).toEqual(['0002_name.sql'])
  expect(waits()[0]).toContain('Миграция 0002_name.sql ждёт')
  expect(await columns()).toEqual(['people.id', 'people.name', 'pets.id'])
})

test('locks taken in the opposite order: the writer is served, the migration gives way, tries again and wins', async () => {
  await write(
    '0002_both.sql',
    '-- expand\nalter table people add column name text; alter table pets add column name text;',
  )
  let done: Promise<string[]> = Promise.resolve([])
  await writer.begin(async (tx) => {
    await tx`insert into pets values (1)`
    done = run()
    await expect.poll(() => isWaitingFor('pets')).toBe(true)
    // The migration holds `people` and waits for `pets`, which is locked here.
    await tx`insert into people values (1)`
  })
  expect(await done).toEqual(['0002_both.sql'])
  expect(waits().length).toBeGreaterThan(0)
  expect(
    await sql`select (select count(*)::int from people) as people, (select count(*)::int from pets) as pets`,
  ).toEqual([{ people: 1, pets: 1 }])
})

test('a deadlock that the server itself ends costs the migration one more attempt', async () => {
  await write(
    '0002_deadlock.sql',
    `-- expand
create table if not exists attempts ();
create sequence tries;
do $$ begin
  if not exists (select from people) then raise exception 'deadlock' using errcode = '40P01'; end if;
end $$;`,
  )
  const done = run()
  await expect.poll(() => waits().length).toBeGreaterThan(0)
  await writer`insert into people values (1)`
  expect(await done).toEqual(['0002_deadlock.sql'])
})

test('gives up after patience_ms and says what to do', async () => {
  await write('0002_name.sql', '-- expand\nalter table people add column name text;')
  await writer.begin(async (tx) => {
    await tx`insert into people values (1)`
    await expect(migrate(sql, { dir, report: () => {}, patience_ms: 0 })).rejects.toThrow(
      /^Миграция 0002_name\.sql не выполнена: за \d+ с таблицы не освободились\. Завершите долгие запросы/,
    )
  })
})

test('N18: cut off between two steps, it goes on at the second one, also after its connection was killed', async () => {
  await write(
    '0002_steps.sql',
    '-- expand\ncreate table once (id integer);\n-- step\nalter table people add column name text;',
  )
  await writer.begin(async (tx) => {
    await tx`insert into people values (1)`
    const done = run()
    await expect.poll(() => waits().length).toBeGreaterThan(0)
    const cut = expect(done).rejects.toThrow()
    await expect
      .poll(async () => {
        await writer`select pg_terminate_backend(pid) from pg_locks where relation = 'people'::regclass and not granted`
        return await Promise.race([cut.then(() => 'cut'), new Promise((resolve) => setTimeout(resolve, 10))])
      })
      .toBe('cut')
  })
  // Creating `once` a second time would fail.
  expect(await run()).toEqual(['0002_steps.sql'])
  expect(await columns()).toContain('people.name')
  expect(await run()).toEqual([])
})

test('rows are filled in portions, each of its own transaction, until none is left', async () => {
  await sql`insert into pets select generate_series(1, 25)`
  await write(
    '0002_portions.sql',
    `-- expand
alter table pets add column filled xid8;
-- step: portions
update pets set filled = pg_current_xact_id() where id in (select id from pets where filled is null limit 10);`,
  )
  expect(await run()).toEqual(['0002_portions.sql'])
  const portions = await sql`select count(*)::int as rows from pets group by filled order by 1`
  expect(portions).toEqual([{ rows: 5 }, { rows: 10 }, { rows: 10 }])
})

const INDEX =
  '-- expand\n-- step: concurrently\ncreate index concurrently if not exists pets_id on pets (id);'

test('an index is built beside writers; a server of release 0.2.0 that starts meanwhile is in nobody’s way', async () => {
  await write('0002_index.sql', INDEX)
  let done: Promise<string[]> = Promise.resolve([])
  await writer.begin(async (tx) => {
    await tx`insert into pets values (1)`
    done = Promise.all([run(), run(client())]).then((both) => both.flat())
    await expect
      .poll(() =>
        writer`select from pg_stat_activity where query like 'create index concurrently%' and state = 'active'
        and wait_event_type = 'Lock' and datname = current_database()`.then(({ length }) => length),
      )
      .toBe(1)
    // The first statement of 0.2.0's start. It waits inside a statement, so the index build must not wait for it.
    const old = await writer.reserve()
    await old`select pg_advisory_lock(7303014)`
    await old`select pg_advisory_unlock(7303014)`
    old.release()
    await writer`insert into pets values (2)`
  })
  expect(await done).toEqual(['0002_index.sql'])
  expect(await sql`select indisvalid from pg_index where indexrelid = 'pets_id'::regclass`).toEqual([
    { indisvalid: true },
  ])
})

test('an index whose building failed is built anew', async () => {
  await write('0002_index.sql', INDEX.replace('create index', 'create unique index'))
  await sql`insert into pets values (1), (1)`
  await expect(run()).rejects.toThrow('Миграция 0002_index.sql не выполнена')
  await sql`delete from pets`
  expect(await run()).toEqual(['0002_index.sql'])
  expect(await sql`select indisvalid from pg_index where indexrelid = 'pets_id'::regclass`).toEqual([
    { indisvalid: true },
  ])
})

test('several servers at once apply each step once', async () => {
  await write(
    '0002_steps.sql',
    '-- expand\ncreate table a ();\n-- step\ncreate table b ();\n-- step\nselect pg_sleep(0.3);',
  )
  await write('0003_index.sql', INDEX)
  const done = await Promise.all([1, 2, 3, 4, 5].map(() => run(client())))
  expect(done.flat().sort()).toEqual(['0002_steps.sql', '0003_index.sql'])
})

test('code that is older than the schema starts, with a warning, when the schema was only expanded', async () => {
  await write('0002_name.sql', '-- expand\nalter table people add column name text;')
  await run()
  await rm(join(dir, '0002_name.sql'))
  expect(await run()).toEqual([])
  expect(reported).toEqual([
    'Внимание. База данных новее приложения (0002_name.sql); этот выпуск с ней живёт.',
  ])
  // The only table that release 0.2.0 reads.
  expect(await sql`select name from schema_migrations`).toEqual([{ name: '0001_house.sql' }])
})

test('code incompatible with a newer schema refuses to start, names the release, and changes nothing', async () => {
  await write('0002_gone.sql', '-- contract 999.0.0\ndrop table pets;\n-- step\nselect 1;')
  await run()
  await rm(join(dir, '0002_gone.sql'))
  await expect(run()).rejects.toThrow(
    /с миграцией 0002_gone\.sql живёт выпуск 999\.0\.0 и новее, а это \d+\.\d+\.\d+\./,
  )
  expect(await sql`select name from schema_migrations order by id`).toEqual([
    { name: '0001_house.sql' },
    { name: '0002_gone.sql' },
  ])
})

test('code of the release named by a contraction, or of a newer one, is compatible with it', async () => {
  await write('0002_gone.sql', '-- contract 0.1.0\ndrop table pets;')
  await run()
  await rm(join(dir, '0002_gone.sql'))
  expect(await run()).toEqual([])
  expect(reported.at(-1)).toContain('0002_gone.sql')
})

test('a migration may not change once it has begun, nor have steps without saying who lives with it', async () => {
  await write('0002_steps.sql', '-- expand\ncreate table a ();\n-- step\nselect 1 / 0;')
  await expect(run()).rejects.toThrow('не выполнена: division by zero')
  await write('0002_steps.sql', '-- expand\ncreate table b ();\n-- step\nselect 1;')
  await expect(run()).rejects.toThrow('0002_steps.sql изменена после применения')
  await write('0002_steps.sql', 'create table a ();\n-- step\nselect 1;')
  await expect(run()).rejects.toThrow('из нескольких шагов')
})
