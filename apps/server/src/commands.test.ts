import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './db/testing-cluster.ts'
import { testingRoot } from './db/testing-root.ts'
import { addBusiness } from './session/session.testing.ts'

let dir: string
let database: TestDatabase

beforeAll(async () => {
  dir = await mkdtemp(join(testingRoot(), 'podmoga-command-'))
  database = await freshDatabase()
  const sql = openSql(database.connection, 1)
  const business_id = await addBusiness(sql, { network: 'demo' })
  await sql`insert into sections (business_id, slug, name, position) values (${business_id}, 'cash', 'Касса', 1)`
  await sql.end()
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const run = (script: string, args: readonly string[]) => {
  const { username, port, path = '', database: name } = database.connection
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dir,
      DATABASE_URL: `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(dirname(path))}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'close')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  })
  return { child, exited, output: () => output }
}

/** Locks tables that a command reads, to keep it running as long as needed. */
const hold = async (tables: string) => {
  const admin = openSql({ ...database.connection, username: 'postgres' }, 2, { deadlines: false })
  const lock = await admin.reserve()
  await lock`begin`
  await lock.unsafe(`lock table ${tables} in access exclusive mode`)
  onTestFinished(async () => {
    await lock`rollback`
    lock.release()
    await admin.end()
  })
  return {
    endWaiting: async () => {
      const ended = await admin<{ ended: boolean }[]>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and application_name = 'podmoga-command' and wait_event_type = 'Lock'`
      return ended.length
    },
  }
}

test.each([
  ['export-knowledge.ts', ['out', '--network', 'demo'], 75],
  ['import-knowledge.ts', ['in', '--network', 'demo'], 75],
  ['setup-link.ts', [], 75],
  ['doctor.ts', [], 2],
])('%s says in one Russian line that the database under it has stopped', async (script, args, exit_code) => {
  const held = await hold('businesses, tickets')
  const command = run(script, args)
  await expect.poll(held.endWaiting).toBe(1)
  await command.exited
  expect([command.child.exitCode, command.output()]).toEqual([
    exit_code,
    expect.stringMatching(/^База данных [^\n]*[а-я][^\n]*\.\n$/),
  ])
})

test('an export that was cut short leaves its folder empty, so that it may be tried again as it is', async () => {
  const out = join(dir, 'cut')
  // The command reads this table last, so everything else has been written by then.
  const held = await hold('synonyms')
  const command = run('export-knowledge.ts', [out, '--network', 'demo'])
  await expect.poll(() => readdir(out).catch(() => [])).toHaveLength(1)
  await expect.poll(held.endWaiting).toBe(1)
  await command.exited
  expect([command.child.exitCode, await readdir(out)]).toEqual([75, []])
})

test.each(['export-knowledge.ts', 'import-knowledge.ts'])(
  '%s names the network that is not there',
  async (script) => {
    const command = run(script, ['folder', '--network', 'nobody'])
    await command.exited
    expect([command.child.exitCode, command.output()]).toEqual([1, 'Бизнеса с сетью nobody нет.\n'])
  },
)
