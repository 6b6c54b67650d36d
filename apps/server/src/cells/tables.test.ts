import { openSql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectToCopy, endCopy } from '../backup/copy-rows.ts'
import { freshDatabase, type TestDatabase } from '../db/testing-cluster.ts'
import { MODULES } from '../modules.ts'
import { listReferences, listTables } from './describe.ts'
import { belongs, OF_BUSINESS, OF_INSTALLATION } from './tables.ts'

let database: TestDatabase
let client: Awaited<ReturnType<typeof connectToCopy>>

beforeAll(async () => {
  database = await freshDatabase()
  client = await connectToCopy(database.connection)
})
afterAll(async () => {
  endCopy(client)
  await database.drop()
})

const NO_IDS = `'{}'::bigint[]`

test('every table of the schema is of a business or of the installation, and of one of them', async () => {
  const sql = openSql(database.connection, 1)
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`
  await sql.end()
  const named = [...Object.keys(OF_BUSINESS), ...Object.keys(OF_INSTALLATION)]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every table can be queried by business, and follows the tables that it references', async () => {
  const order = (await listTables(client)).map(({ name }) => name)
  expect(order.toSorted()).toEqual(Object.keys(OF_BUSINESS).toSorted())
  for (const name of order)
    await client.query(`select from public.${name} t where ${belongs(name, 't', NO_IDS)}`)
  for (const { name, from, to } of await listReferences(client))
    if (OF_BUSINESS[from] !== undefined && from !== to)
      // Rows of an installation-wide table would have to exist in the target already.
      expect(order.indexOf(to), name).toSatisfy((at: number) => at >= 0 && at < order.indexOf(from))
})

test('every file column declared by a module is covered by the move', () => {
  const named = MODULES.flatMap(({ files = [] }) => files.map(({ table, column }) => `${table}.${column}`))
  const ways = OF_BUSINESS.stored_files
  const moved = [ways].flat().map((way) => (typeof way === 'object' ? `${way.of}.${way.key}` : way))
  expect(moved.toSorted()).toEqual(named.toSorted())
})

test('a table with a business_id is found by it', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_id'`,
  )
  for (const { name } of rows) expect(belongs(name, 't', NO_IDS), name).toContain('t.business_id = any(')
})
