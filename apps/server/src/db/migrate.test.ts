import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { freshDatabase, type TestDatabase, templateDatabase } from './testing-cluster.ts'

let template = ''
let database: TestDatabase
let sql: Sql
let dir = ''
const clients: Sql[] = []

beforeAll(async () => {
  template = await templateDatabase(async () => {}, 'empty')
})

beforeEach(async () => {
  database = await freshDatabase(template)
  dir = await mkdtemp(join(tmpdir(), 'podmoga-migrations-'))
  sql = client()
  await write('0001_people.sql', 'create table people (id integer primary key);')
  await write('0002_pets.sql', 'create table pets (id integer);\ncreate index pets_id on pets (id);')
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.end()))
  await database.drop()
  await rm(dir, { recursive: true })
})
afterAll(() => {
  expect(clients).toEqual([])
})

function client(): Sql {
  const made = openSql(database.connection, 2, { session: { statement_timeout: 2_000 } })
  clients.push(made)
  return made
}

const write = (name: string, text: string) => writeFile(join(dir, name), text)

async function history(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by id`
  return rows.map(({ name }) => name)
}

test('M01 applies what is missing, in order, once', async () => {
  expect(await migrate(sql, { dir })).toEqual(['0001_people.sql', '0002_pets.sql'])
  expect(await migrate(sql, { dir })).toEqual([])
  await write('0003_more.sql', 'alter table people add column name text;')
  expect(await migrate(sql, { dir })).toEqual(['0003_more.sql'])
  expect(await history()).toEqual(['0001_people.sql', '0002_pets.sql', '0003_more.sql'])
  const [row] = await sql`select checksum ~ '^[0-9a-f]{64}$' as hashed, applied_at <= now() as past
    from schema_migrations where id = 3`
  expect(row).toEqual({ hashed: true, past: true })
})

test('several servers at once apply each migration once', async () => {
  await write('0003_slow.sql', 'select pg_sleep(0.3);')
  const done = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(client(), { dir })))
  expect(done.flat().sort()).toEqual(['0001_people.sql', '0002_pets.sql', '0003_slow.sql'])
})

test('a migration may take longer than a request', async () => {
  await write('0003_slow.sql', 'select pg_sleep(2.3);')
  expect(await migrate(sql, { dir })).toContain('0003_slow.sql')
  await expect(sql`select pg_sleep(2.3)`).rejects.toThrow('statement timeout')
})

test('a migration that fails leaves nothing of itself, and names itself', async () => {
  await write('0002_pets.sql', 'create table pets (id integer); select 1 / 0;')
  await expect(migrate(sql, { dir })).rejects.toThrow(
    'Миграция 0002_pets.sql не выполнена: division by zero.',
  )
  expect(await history()).toEqual(['0001_people.sql'])
  expect(await sql`select to_regclass('pets') as pets`).toEqual([{ pets: null }])
  await write('0002_pets.sql', 'create table pets (id integer);')
  expect(await migrate(sql, { dir })).toEqual(['0002_pets.sql'])
})

test('M04 a database newer than the code is refused and untouched', async () => {
  await migrate(sql, { dir })
  await sql`insert into schema_migrations (id, name, checksum) values (9, '0009_future.sql', 'x')`
  await write('0003_more.sql', 'create table more (id integer);')
  await expect(migrate(sql, { dir })).rejects.toThrow('База данных новее приложения')
  expect(await sql`select to_regclass('more') as more`).toEqual([{ more: null }])
})

test('an applied migration must not change, but its line ends may', async () => {
  await migrate(sql, { dir })
  await write('0002_pets.sql', 'create table pets (id integer);\r\ncreate index pets_id on pets (id);')
  expect(await migrate(sql, { dir })).toEqual([])
  await write('0002_pets.sql', 'create table pets (id bigint);')
  await expect(migrate(sql, { dir })).rejects.toThrow('Миграция 0002_pets.sql изменена после применения')
})

test('a migration cannot slip in before an applied one, nor share its number', async () => {
  await rm(join(dir, '0001_people.sql'))
  await migrate(sql, { dir })
  await write('0001_people.sql', 'create table people (id integer);')
  await expect(migrate(sql, { dir })).rejects.toThrow(
    'Миграция 0001_people.sql появилась раньше уже применённой',
  )
  await write('0001_twins.sql', 'select 1;')
  await expect(migrate(sql, { dir })).rejects.toThrow('Две миграции с одним номером')
})

test('a file that is no migration is refused', async () => {
  await write('latest.sql', 'select 1;')
  await expect(migrate(sql, { dir })).rejects.toThrow('а не latest.sql')
})
