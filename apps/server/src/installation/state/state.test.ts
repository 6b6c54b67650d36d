import { getInstallationState, type StatePart } from '@podmoga/contract/desk/state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPeopleManagers } from '../../business/business.testing.ts'
import { refusalOf } from '../../http/testing-refusals.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { LAST_BACKUP, setMark } from '../marks.sql.ts'

let world: TestWorld
let admin: ReturnType<TestWorld['as']>
let agent: ReturnType<TestWorld['as']>

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '86400' })
  const walls = await seedPeopleManagers(world)
  admin = world.as({ token: await world.signIn(walls.admin.login) })
  agent = world.as({ token: await world.signIn(walls.agent.login) })
})
afterAll(() => world.close())

const partOf = async (name: StatePart['name']) =>
  (await admin(getInstallationState, {})).parts.find((one) => one.name === name)

test('an admin sees whether letters go out, how old the backup is, what is free, and the version; nobody else does', async () => {
  const seen = await admin(getInstallationState, {})
  expect(seen.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(seen.parts.map(({ name }) => name)).toEqual(['mail', 'sms', 'files', 'disk', 'backup', 'jobs'])
  expect(await partOf('mail')).toEqual({ name: 'mail', state: 'ok', at: null, amount: null })
  expect(await partOf('files')).toMatchObject({ state: 'ok' })
  const { amount: free } = (await partOf('disk')) ?? {}
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThan(1)
  expect(await partOf('jobs')).toMatchObject({ state: 'ok', amount: 0 })
  await world.sql`insert into job_runs (server_id, job, failures, due_at, seen_at)
    values (gen_random_uuid(), 'mail', 0, now() - interval '1 second', now())`
  expect(await partOf('jobs'), 'also of another server').toMatchObject({ state: 'failing', amount: 1 })

  expect(await partOf('backup')).toMatchObject({ state: 'warning', at: null })
  const made_at = world.clock.now().toISOString()
  await setMark(world.sql, LAST_BACKUP, JSON.stringify({ made_at, damaged: 0 }))
  expect(await partOf('backup')).toMatchObject({ state: 'ok', at: made_at })
  const old = new Date(world.clock.now().getTime() - 49 * 3_600_000).toISOString()
  await setMark(world.sql, LAST_BACKUP, JSON.stringify({ made_at: old, damaged: 0 }))
  expect(await partOf('backup')).toMatchObject({ state: 'warning', at: old })
  await setMark(world.sql, LAST_BACKUP, JSON.stringify({ made_at, damaged: 2 }))
  expect(await partOf('backup')).toMatchObject({ state: 'failing', amount: 2 })

  const since = new Date(world.clock.now().getTime() - 11 * 60_000)
  await world.sql`insert into outbox (channel, to_address, sealed, created_at, expires_at, next_attempt_at)
    values ('email', 'waits@walls.test', '', ${since}, ${new Date('2100-01-01')}, ${new Date('2100-01-01')})`
  expect(await partOf('mail')).toEqual({
    name: 'mail',
    state: 'failing',
    at: since.toISOString(),
    amount: null,
  })

  expect((await refusalOf(agent(getInstallationState, {}))).code).toBe('forbidden')
})
