// Runs the SQL statements of the previous release, recorded from its tests, against the current schema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '@podmoga/sql/connection'
import { openSql } from '@podmoga/sql/sql'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { freshDatabase } from '../testing-cluster.ts'
import { lastRelease, releasedTemplate } from './testing-releases.ts'

interface Recorded {
  text: string
  values: (string | null | { hex: string })[]
}

const release = lastRelease()
const fileOf = (name: string) => readFileSync(join(import.meta.dirname, release.version, name), 'utf8')
const rows = fileOf('rows.sql')
const recorded = fileOf('statements.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** Returns how each statement ended: an SQLSTATE, or the command and its row count. */
const outcomes = async (connection: Connection, statements: readonly Recorded[]): Promise<string[]> => {
  const client = new pg.Client({
    host: connection.host,
    port: connection.port,
    user: connection.username,
    database: connection.database,
  })
  await client.connect()
  try {
    await client.query(rows)
    const ends: string[] = []
    for (const { text, values } of statements)
      ends.push(
        await client
          .query(
            text,
            values.map((value) =>
              value !== null && typeof value === 'object' ? Buffer.from(value.hex, 'hex') : value,
            ),
          )
          .then(({ command, rowCount }) => `${command} ${rowCount}`)
          .catch((error: unknown) => `${(error as pg.DatabaseError).code} ${String(error)}`),
      )
    return ends
  } finally {
    await client.end()
  }
}

/** Whether it is an SQLSTATE: no command starts with a digit. */
const isError = (end: string): boolean => /^\d/.test(end)

const dropped: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop()
})
const open = async (template?: string): Promise<Connection> => {
  const { connection, drop } = await freshDatabase(template)
  dropped.push(drop)
  return connection
}
const own = async (): Promise<Connection> => open(await releasedTemplate(release))

test('N17: every statement of the release before ends on the present schema as it did on its own', async () => {
  const before = await outcomes(await own(), recorded)
  expect(await outcomes(await open(), recorded)).toEqual(before)
  // Statements that fail on their own schema (such as a reference to a missing row) prove little.
  expect(before.length).toBeGreaterThan(500)
  expect(before.filter(isError).length).toBeLessThan(before.length / 20)
})

test('a schema that the release before cannot write to would be seen', async () => {
  const about = recorded.filter(({ text }) => /\bticket_(events|log)\b/.test(text))
  const before = await outcomes(await own(), about)
  const changed = await own()
  const sql = openSql(changed, 1, { deadlines: false })
  await sql`alter table ticket_events add column word text not null`
  await sql`alter table ticket_log drop column word`
  await sql.end()
  const now = await outcomes(changed, about)
  const broken = now.filter((end, at) => isError(end) && end !== before[at]).map((end) => end.slice(0, 5))
  expect([...new Set(broken)].sort()).toEqual(['23502', '42703'])
})
