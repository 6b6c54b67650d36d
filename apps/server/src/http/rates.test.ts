import { getPlaces } from '@podmoga/contract/session'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { addPerson, useWalls } from '../session/session.testing.ts'
import { secondServer } from '../session/session.testing-server.ts'
import { forgetOldRates } from './rates.sql.ts'
import { makeRates, type Rates } from './rates.ts'

const t = useWalls()
let count = 0

const newcomer = async (): Promise<string> => {
  count += 1
  const { login } = await addPerson(t.world.sql, {
    business_id: t.walls.businesses.n1,
    email: `rates${count}@walls.test`,
    restaurants: [t.walls.r11],
  })
  return t.world.signIn(login)
}

/** Returns how many of `times` requests pass. */
const passed = async (app: FastifyInstance, token: string, times: number): Promise<number> => {
  let served = 0
  for (let attempt = 0; attempt < times; attempt += 1) {
    const answer = await app.inject({
      url: '/api/auth/places/',
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.statusCode === 200) served += 1
    else expect(answer.statusCode).toBe(429)
  }
  return served
}

const aServer = (env: Record<string, string> = {}): Rates =>
  makeRates({
    ...t.world,
    config: { ...t.world.config, ...env },
    log: t.world.app.log,
  } as unknown as Parameters<typeof makeRates>[0])

describe('R01: 300 requests a minute', () => {
  test('the next one is refused in Russian with Retry-After, and so until the minute is over', async () => {
    const token = await newcomer()
    expect(await passed(t.world.app, token, 300)).toBe(300)
    const answer = await t.world.app.inject({
      url: '/api/auth/places/',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({
      error: 'Слишком много попыток. Подождите немного и попробуйте ещё раз.',
      code: 'too_often',
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(40)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(await passed(t.world.app, await newcomer(), 1), 'somebody else').toBe(1)
    t.world.clock.move(60_000)
    expect(await passed(t.world.app, token, 300)).toBe(300)
    expect(await passed(t.world.app, token, 2)).toBe(0)
  })

  test('a wave at once is counted whole', async () => {
    const token = await newcomer()
    const served = await Promise.all(Array.from({ length: 310 }, () => passed(t.world.app, token, 1)))
    expect(served.filter((one) => one === 1).length).toBe(300)
  })

  test('knocking on foreign restaurants counts as well', async () => {
    const token = await newcomer()
    const knock = () =>
      t.world.app.inject({
        url: '/api/users/restaurants/',
        headers: { authorization: `Bearer ${token}`, authrestaurantid: t.walls.r21 },
      })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 302; attempt += 1) statuses.push((await knock()).statusCode)
    expect(statuses.slice(0, 300).every((status) => status === 403)).toBe(true)
    expect(statuses.slice(300)).toEqual([429, 429])
    await expect(t.world.as({ token })(getPlaces, {})).rejects.toMatchObject({ code: 'too_often' })
  })

  test('a restart forgets nothing: the counter is the person’s, not the process’s', async () => {
    const token = await newcomer()
    const before = await secondServer(t.world)
    expect(await passed(before, token, 299)).toBe(299)
    await before.close()
    const after = await secondServer(t.world)
    expect(await passed(after, token, 3)).toBe(1)
    await after.close()
  })

  test('off, where that is allowed', async () => {
    const free = await secondServer(t.world, { RATE_LIMITS: 'off' })
    expect(await passed(free, await newcomer(), 320)).toBe(320)
    await free.close()
  })
})

describe('the counters', () => {
  const takes = async (rates: Rates, subject: string, limit: number, times: number): Promise<number> => {
    let taken = 0
    for (let attempt = 0; attempt < times; attempt += 1)
      await rates.take('test', subject, limit, 60).then(
        () => {
          taken += 1
        },
        (refusal) => expect(refusal.code).toBe('too_often'),
      )
    return taken
  }

  test('two servers count together', async () => {
    const [one, two] = [aServer(), aServer()]
    // Both open the window before either has flushed to the database.
    const first = await Promise.all([takes(one, 'shared', 100, 40), takes(two, 'shared', 100, 40)])
    expect(first).toEqual([40, 40])
    await one.stop()
    await two.stop()
    const third = aServer()
    expect(await takes(third, 'shared', 100, 30)).toBe(20)
    await third.stop()
  })

  test('each learns of the other’s within a flush', async () => {
    const [one, two] = [aServer(), aServer()]
    await takes(one, 'told', 100, 60)
    await takes(two, 'told', 100, 30)
    // The amount is 0, so only the other server's count can cause the refusal.
    const refuses = (rates: Rates) => () =>
      rates.take('test', 'told', 89, 60, 0).then(
        () => false,
        () => true,
      )
    await expect.poll(refuses(one), { interval: 100 }).toBe(true)
    expect(await takes(one, 'told', 100, 20)).toBe(10)
    await one.stop()
    await two.stop()
    const [row] = await t.world.sql<{ used: number }[]>`
      select sum(used)::int as used from rate_counters where subject = 'told'`
    expect(row?.used).toBe(100)
  })

  test('amounts are whole: one too large is refused and not counted', async () => {
    const rates = aServer()
    const upload = (bytes: number) => rates.take('upload_bytes', 'p', 200, 3600, bytes)
    await upload(150)
    await expect(upload(51)).rejects.toMatchObject({ code: 'too_often', status: 429 })
    await upload(50)
    await expect(upload(1)).rejects.toMatchObject({ code: 'too_often' })
    await rates.stop()
    const [row] = await t.world.sql<{ used: string }[]>`
      select used from rate_counters where kind = 'upload_bytes' and subject = 'p'`
    expect(row?.used).toBe('200')
  })

  test('a clock set back or forward an hour blocks nobody for longer than a window', async () => {
    const rates = aServer()
    expect(await takes(rates, 'clock', 5, 6)).toBe(5)
    t.world.clock.move(-3_600_000)
    expect(await takes(rates, 'clock', 5, 6)).toBe(5)
    t.world.clock.move(7_200_000)
    expect(await takes(rates, 'clock', 5, 6)).toBe(5)
    t.world.clock.move(-3_600_000)
    await rates.stop()
  })

  test('old windows are swept away', async () => {
    const rates = aServer()
    await rates.take('test', 'old', 5, 60)
    await rates.stop()
    await forgetOldRates(t.world.sql, { before: new Date(t.world.clock.now().getTime() + 86_400_000) })
    const [row] = await t.world.sql<{ left: number }[]>`select count(*)::int as left from rate_counters`
    expect(row?.left).toBe(0)
  })
})
