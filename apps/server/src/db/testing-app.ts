import { reasonOf } from '@podmoga/embedded-postgres/start-error'
import { openSql } from '@podmoga/sql/sql'
import { openDatabase } from './open.ts'

// A minimal app for tests that kill it: opens DATA_DIR, reports it, and stops on SIGTERM.
const print = (word: string, detail: object = {}) =>
  process.stdout.write(`${JSON.stringify({ word, ...detail })}\n`)
const dataDir = process.argv[2] ?? ''
const started = performance.now()
try {
  const database = await openDatabase({ dataDir, log: (line, detail) => print('log', { line, ...detail }) })
  const sql = openSql(database.connection, 2, { deadlines: false })
  await sql`create table if not exists written (id integer primary key)`
  await sql`insert into written select coalesce(max(id), 0) + 1 from written`
  const [row] = await sql`select count(*)::int as rows from written`
  const stay = setInterval(() => {}, 60_000)
  process.once('SIGTERM', async () => {
    await sql.end()
    await database.stop()
    clearInterval(stay)
    print('stopped')
  })
  print('ready', { ms: performance.now() - started, rows: row?.rows, pid: database.health().pid })
  // A long query, to be left behind when the app is killed.
  if (process.argv[3] === 'busy')
    await sql`select count(*) from generate_series(1, 10000000000)`.catch(() => {})
} catch (error) {
  print('refused', { ms: performance.now() - started, line: reasonOf(error) })
  process.exitCode = 1
}
