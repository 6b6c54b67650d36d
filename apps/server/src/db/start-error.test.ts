import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@podmoga/sql/connection'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { DatabaseUnavailable } from '@podmoga/sql/unavailable'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { databaseStartError } from './start-error.ts'
import { freshDatabase, type TestDatabase, templateDatabase } from './testing-cluster.ts'

const ROLE = 'без_прав'
let database: TestDatabase
let admin: Sql
let own: Connection

beforeAll(async () => {
  database = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
  admin = openSql({ ...database.connection, username: 'postgres' }, 1, { deadlines: false })
  // As in PostgreSQL 15: everyone may use the schema, only its owner may create tables there.
  await admin.unsafe(`create role "${ROLE}" login`)
  own = { ...database.connection, username: ROLE }
})
afterAll(async () => {
  await admin.unsafe(`drop owned by "${ROLE}"`)
  await admin.unsafe(`drop role "${ROLE}"`)
  await admin.end()
  await database.drop()
})

const refusalOf = async (to: Connection): Promise<string> => {
  const sql = openSql(to, 2, { deadlines: false })
  onTestFinished(() => sql.end({ timeout: 1 }))
  const error: unknown = await migrate(sql).catch((thrown: unknown) => thrown)
  return databaseStartError(error, to)?.message ?? String(error)
}

describe('a role without rights', () => {
  test('is told which GRANT helps, by the whole start, and the command in it is right', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-rights-'))
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    const url = `postgres://${encodeURIComponent(ROLE)}@/${own.database}?host=${encodeURIComponent(own.host)}`
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dir,
        DATABASE_URL: url,
        PORT: '0',
        SEED: 'none',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let words = ''
    child.stderr.on('data', (chunk) => {
      words += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(1)
    expect(words.trim()).toBe(
      `Роли «${ROLE}» не хватает прав в базе «${own.database}» (permission denied for schema public). Владелец базы или суперпользователь даёт их командой: GRANT USAGE, CREATE ON SCHEMA public TO "${ROLE}";`,
    )

    await admin.unsafe(words.slice(words.indexOf('GRANT')))
    expect(await refusalOf(own)).toContain(`GRANT CREATE ON DATABASE "${own.database}" TO "${ROLE}";`)
  })

  test('whose tables belong to another role is told to take them over', async () => {
    const made = await freshDatabase()
    onTestFinished(() => made.drop())
    const message = await refusalOf({ ...made.connection, username: ROLE })
    expect(message).toContain('GRANT ALL ON ALL TABLES IN SCHEMA public')
  })

  test('is told of a database that it may not enter', async () => {
    await admin.unsafe(`revoke connect on database "${own.database}" from public`)
    expect(await refusalOf(own)).toContain(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE "${own.database}"`)
    await admin.unsafe(`grant connect on database "${own.database}" to public`)
  })
})

test('a standby, an old primary and a pooler have their own sentences; anything else has none', () => {
  const of = (error: unknown) => databaseStartError(error, own)?.message
  expect(of(new DatabaseUnavailable('CONNECTION_STANDBY', ''))).toContain('реплика')
  expect(of(new Error('x', { cause: new DatabaseUnavailable('CONNECTION_OLD_PRIMARY', '') }))).toContain(
    'прежний основной сервер',
  )
  expect(of(new DatabaseUnavailable('CONNECTION_LOST', 'x'))).toBe('Сервер из DATABASE_URL не отвечает: x.')
  expect(of(new Error('permission denied'))).toBeUndefined()
})
