import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { lockSetup } from '../setup/setup.sql.ts'

let world: TestWorld

interface Ended {
  code: number
  out: string
  err: string
}

/** Runs `npm run create-business` next to a running server. */
const create = (network: string, login: string): { child: ChildProcess; ended: Promise<Ended> } => {
  const { host, port, database } = world.sql.connection
  const url = `postgres://podmoga@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const words = ['--name', 'Мост', '--network', network, '--restaurant', 'У моста', '--first-name', 'Рустам']
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  const child = execFile(
    process.execPath,
    [join(import.meta.dirname, '../../create-business.ts'), ...words, '--login', login],
    {
      env: {
        ...process.env,
        DATA_DIR: world.config.DATA_DIR,
        DATABASE_URL: url,
        OWNER_PASSWORD: 'Samovar-na-mostu-7',
      },
    },
    (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
  )
  return { child, ended }
}
const made = async () => {
  const [row] = await world.sql<{ businesses: number; restaurants: number; people: number; roles: number }[]>`
    select (select count(*)::int from businesses) as businesses, (select count(*)::int from restaurants) as restaurants,
      (select count(*)::int from people) as people, (select count(*)::int from desk_members) as roles`
  return row
}
const NOTHING = { businesses: 0, restaurants: 0, people: 0, roles: 0 }

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('N18: killed half-way it has done nothing; begun again, twice at once, it does it once', async () => {
  // The process waits in the middle of its transaction and is killed there.
  await world.sql.begin(async (tx) => {
    await lockSetup(tx)
    const { child } = create('most', 'rustam@most.test')
    await expect
      .poll(
        () =>
          world.sql`select from pg_stat_activity where application_name = 'podmoga-command' and wait_event = 'advisory'`,
        { timeout: 20_000 },
      )
      .toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  expect(await made()).toEqual(NOTHING)
  const both = await Promise.all([
    create('most', 'rustam@most.test').ended,
    create('most', 'rustam@most.test').ended,
  ])
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect(both.map(({ out }) => out.includes('ничего не изменилось')).toSorted()).toEqual([false, true])
  const once_made = { businesses: 1, restaurants: 1, people: 1, roles: 3 }
  expect(await made()).toEqual(once_made)

  // A login belongs to one person: creating another network with it fails and leaves nothing behind.
  const second = await create('bereg', 'RUSTAM@most.test').ended
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.err).toContain('--login: Этот вход уже есть')
  expect(second.err).not.toContain('    at ')
  expect(await made()).toEqual(once_made)
}, 60_000)
