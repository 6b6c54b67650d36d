// Runs the previous release, built from its commit, and the current code on one database under load.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { afterEach, expect, test } from 'vitest'
import { addBusiness, addPerson, addRestaurant } from '../../session/session.testing.ts'
import { clusterFolder, freshDatabase, templateDatabase } from '../testing-cluster.ts'
import { checkOut, whyNoServer } from './testing-checkout.ts'
import { lastRelease } from './testing-releases.ts'
import { type Person, type Running, startServer, startWriters } from './testing-servers.ts'

const PRESENT = join(import.meta.dirname, '../../../../..')
const WRITERS = 12
const SOME = 36
/** Four server starts with twelve writers: on a busy machine longer than the default timeout. */
const TIMEOUT_MS = 300_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Adds two staff members and an agent in each of four businesses. */
const addWriters = async (sql: Sql): Promise<Person[]> => {
  const people: Person[] = []
  for (let business = 0; business < WRITERS / 3; business++) {
    const business_id = await addBusiness(sql)
    const restaurant_id = await addRestaurant(sql, { business_id })
    for (const name of ['first', 'second']) {
      const email = `${name}-${business}@beside.test`
      const { login } = await addPerson(sql, { business_id, email, restaurants: [restaurant_id] })
      people.push({ login, business_id, restaurant_id })
    }
    const desk = [{ role: 'agent' as const, business_id }]
    const { login } = await addPerson(sql, { business_id, email: `agent-${business}@beside.test`, desk })
    people.push({ login, business_id, restaurant_id: null })
  }
  return people
}

const release = lastRelease()
const why = whyNoServer(release)

// A checkout without history has no old server to start; then only statements.test.ts covers this.
test.runIf(why === null)(
  'N17: the release before and this one, under load: upgraded, beside each other, gone back, started again',
  async () => {
    const old = checkOut(release)
    undo.push(old.remove)
    const database = await freshDatabase(await templateDatabase(async () => {}, 'empty'))
    undo.push(database.drop)
    const dataDir = await mkdtemp(join(await clusterFolder(), 'beside-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const sql = openSql(database.connection, 2, { deadlines: false })
    undo.push(() => sql.end())
    const servers: Running[] = []
    const start = async (root: string): Promise<Running & { at: string }> => {
      const server = await startServer(root, { connection: database.connection, dataDir })
      undo.push(server.stop)
      servers.push(server)
      if (server.at === null) throw new Error(`it did not start:\n${server.output()}`)
      return { ...server, at: server.at }
    }

    const before = await start(old.root)
    const writers = await startWriters(await addWriters(sql), before.at)
    undo.push(writers.stop)
    await writers.more(SOME)

    const present = await start(PRESENT)
    await writers.more(SOME)

    await writers.assign(present.at, (writer) => writer % 2 === 0)
    await writers.more(2 * SOME)

    await writers.assign(before.at)
    await present.stop()
    await writers.more(SOME)

    // Rollback: the old release starts on the new schema.
    const again = await start(old.root)
    await writers.assign(again.at)
    await before.stop()
    await writers.more(SOME)
    await writers.stop()

    expect(writers.failed, servers.map(({ output }) => output()).join('\n')).toEqual([])
    const rows = await sql<{ text: string }[]>`select text from messages`
    expect(rows.map(({ text }) => text).sort()).toEqual([...writers.acknowledged].sort())
  },
  TIMEOUT_MS,
)
