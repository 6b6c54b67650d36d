import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { checkPeopleImport, getPeopleImport } from '@podmoga/contract/desk/imports'
import type { Connection } from '@podmoga/sql/connection'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

const ROWS = 1000

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>

let database: Connection

beforeAll(async () => {
  world = await openWorld(
    {},
    {
      line: async (to) => {
        database = to
        return to
      },
    },
  )
  walls = await seedPeopleManagers(world)
})
afterAll(() => world.close())

/** Starts the real server as a process, with the world's own database, files and keys. */
const startServer = async () => {
  const { username, port, path = '', database: name } = database
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: world.config.DATA_DIR,
      DATABASE_URL: `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(dirname(path))}`,
      PORT: '0',
      HOST: '127.0.0.1',
      SEED: 'none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const listening = () => / работает: http:\/\/localhost:(\d+)/.exec(output)?.[1]
  await expect.poll(listening, { timeout: 60_000 }).toBeDefined()
  return {
    url: `http://127.0.0.1:${listening()}`,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('N18: a server that is killed in the middle of an import leaves it where it was, and another brings in the rest, each row once', async () => {
  const token = await world.signIn(walls.admin.login)
  const lines = Array.from({ length: ROWS }, (_, at) => `Имя${at};killed${at}@import.test`)
  const file = new File([['Имя;Почта', ...lines].join('\r\n')], 'люди.csv', { type: 'text/csv' })
  const call = world.as({ token })
  const { id } = await call(checkPeopleImport, { form: {}, files: [file] })
  const look = () => call(getPeopleImport, { params: { importId: id } })

  const server = await startServer()
  const pressed = await fetch(`${server.url}/api/desk/admin/people_imports/${id}/run/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ send: 'link' }),
  })
  expect(pressed.status).toBe(200)
  await expect.poll(async () => (await look()).done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await server.kill()

  const people = () => world.sql`select from people where email like 'killed%@import.test'`
  // The database may still be processing the last commit.
  await expect.poll(async () => (await people()).length - (await look()).done).toBe(0)
  const left = await look()
  expect(left).toMatchObject({ state: 'running', total: ROWS })
  expect(left.done).toBeLessThan(ROWS)

  world.clock.move(21_000)
  await expect.poll(async () => (await look()).state, { timeout: 60_000 }).toBe('done')
  expect(await look()).toMatchObject({ done: ROWS, counts: { add: ROWS, change: 0, same: 0, bad: 0 } })
  expect(await people()).toHaveLength(ROWS)
  const entriesOf = (event: string) => world.sql`select from audit where event = ${event}`
  expect(await entriesOf('person_imported')).toHaveLength(ROWS)
  expect(await entriesOf('people_imported')).toHaveLength(1)
})
