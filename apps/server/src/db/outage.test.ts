import { createTicket, listTickets, sendReply } from '@podmoga/contract/tickets'
import { openSql, type Sql } from '@podmoga/sql/sql'
import { type Line, openProxy } from '@podmoga/sql/testing-proxy'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { examine } from '../doctor/examine.ts'
import { diskFiles } from '../ports/disk-files.ts'
import { seedWalls } from '../session/session.testing.ts'
import { newKey, openWorld, type TestWorld } from '../testing.ts'

let world: TestWorld
let proxy: Line
let admin: Sql
let walls: Awaited<ReturnType<typeof seedWalls>>
let headers: Record<string, string>
let url: string

beforeAll(async () => {
  world = await openWorld(
    { RATE_LIMITS: 'off' },
    {
      line: async (to) => {
        admin = openSql({ ...to, username: 'postgres' }, 2, { deadlines: false })
        proxy = await openProxy(to)
        return proxy.connection
      },
    },
  )
  walls = await seedWalls(world.sql)
  headers = { authorization: `Bearer ${await world.signIn(walls.A.login)}`, authrestaurantid: walls.r11 }
  url = await world.listen()
})
afterAll(async () => {
  await admin.end()
  await world.close()
  await proxy.close()
})

const get = (path: string) => world.app.inject({ url: path, headers })
const staff = () => world.as({ token: headers.authorization?.slice(7) ?? '', restaurant_id: walls.r11 })
const LOCKED = '/api/help_desk/tickets/?status=awaiting_response&page=1&page_size=10'
const OTHER = '/api/users/profile/'

/** Expects 503 `unavailable` in Russian with a Retry-After. */
const expectAway = (answer: LightMyRequestResponse): void => {
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

/** Records the names of promises in the order in which they settle. */
const race = () => {
  const order: string[] = []
  return {
    order,
    note: <T>(name: string, work: Promise<T>): Promise<T> =>
      work.finally(() => {
        order.push(name)
      }),
  }
}

describe('a locked table', () => {
  test('stops only those who need it, who are told to come again', async () => {
    await staff()(listTickets, { query: { status: 'awaiting_response', page: '1', page_size: '10' } })
    // Connections and code are warm, so that what counts is waiting for the lock.
    await Promise.all(Array.from({ length: 30 }, () => get(OTHER)))
    const lock = await admin.reserve()
    onTestFinished(() => lock.release())
    await lock`begin`
    await lock`lock table tickets in access exclusive mode`
    const { order, note } = race()
    const stuck = Array.from({ length: 40 }, () => note('locked', get(LOCKED)))
    await new Promise(setImmediate)
    const others = await Promise.all(Array.from({ length: 30 }, () => note('other', get(OTHER))))
    const ready = await note('health', get('/health/ready'))
    expect(others.map((answer) => answer.statusCode)).toEqual(others.map(() => 200))
    expect(ready.statusCode).toBe(200)
    expect(order.filter((name) => name === 'locked')).toEqual([])
    for (const answer of await Promise.all(stuck)) expectAway(answer)
    await lock`rollback`
    expect((await get(LOCKED)).statusCode).toBe(200)
  })
})

describe('a database that has gone silent', () => {
  test('is said to be away, and every place is free again once it is back', async () => {
    // Two kinds of calls, so that more connections are open than one kind may use, and some stay idle through the outage.
    await Promise.all(Array.from({ length: 20 }, (_, at) => get(at % 2 === 0 ? LOCKED : OTHER)))
    proxy.swallow()
    onTestFinished(() => proxy.pass())
    const { order, note } = race()
    const swallowed = Array.from({ length: 30 }, () => note('swallowed', get(LOCKED)))
    expect((await note('live', get('/health/live'))).statusCode).toBe(200)
    expectAway(await note('ready', get('/health/ready')))
    expect(order).toEqual(['live', 'ready'])
    for (const answer of await Promise.all(swallowed)) expectAway(answer)
    proxy.pass()
    const back = await Promise.all(Array.from({ length: 30 }, () => get(LOCKED)))
    expect(back.map((answer) => answer.statusCode)).toEqual(back.map(() => 200))
    await expect.poll(async () => (await get('/health/ready')).statusCode, { timeout: 30_000 }).toBe(200)
  })

  test('serves whoever waited for a connection, and whoever comes after "ready"', async () => {
    await Promise.all(Array.from({ length: 10 }, () => get(OTHER)))
    proxy.swallow()
    onTestFinished(() => proxy.pass())
    // With this timeout the first connection attempt does not end by itself: only a new attempt can serve the waiting query.
    const sql = openSql(proxy.connection, 2, { connect_ms: 60_000 })
    onTestFinished(() => sql.end({ timeout: 0 }))
    const waiting = sql`select 1 as one`.then((rows) => [...rows])
    await expect(sql.ping()).rejects.toMatchObject({ code: 'CONNECTION_DEADLINE' })
    const ready = async () => (await get('/health/ready')).statusCode
    await expect.poll(ready, { timeout: 30_000 }).toBe(503)
    proxy.pass()
    await sql.ping()
    expect(await waiting).toEqual([{ one: 1 }])
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    expect((await get(OTHER)).statusCode).toBe(200)
  })

  test('does not end a live stream: events of the outage are sent when it is back', async () => {
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const stream = await fetch(`${url}/api/events/`, { headers, signal: abort.signal })
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    })()
    reading.catch(() => undefined)
    await expect.poll(() => text).toContain('event: unread')
    proxy.swallow()
    onTestFinished(() => proxy.pass())
    proxy.cutAll()
    const before = world.log().length
    // The stream re-checks access every two seconds, so at least once during the outage.
    await expect
      .poll(
        () =>
          world
            .log()
            .slice(before)
            .some(({ msg }) => msg === 'the right to a live stream could not be looked at'),
        {
          timeout: 30_000,
        },
      )
      .toBe(true)
    proxy.pass()
    await expect.poll(async () => (await get('/health/ready')).statusCode, { timeout: 30_000 }).toBe(200)
    // Once /health/ready reports 200, the next request must succeed.
    await staff()(createTicket, { form: { category: 'other', initial_message: 'После перерыва' } })
    await expect.poll(() => text, { timeout: 30_000 }).toContain('После перерыва')
    expect(text).not.toContain('event: end')
    abort.abort()
  })
})

describe('connections that are ended under load', () => {
  test('cost nobody a write that was acknowledged, and every answer is 200 or 503', async () => {
    const { id: ticketId = '' } = await staff()(createTicket, {
      form: { category: 'other', initial_message: 'Под нагрузкой' },
    })
    const statuses = new Map<number, number>()
    const acknowledged: string[] = []
    let stopped = false
    const writer = async (who: number): Promise<void> => {
      for (let count = 0; !stopped; count += 1) {
        const text = `${who}/${count}`
        const key = newKey()
        for (let sent = false; !sent && !stopped; ) {
          await staff()(sendReply, { params: { ticketId }, form: { text } }, { idempotency_key: key }).then(
            () => {
              acknowledged.push(text)
              sent = true
            },
            (error: { status: number; retry_after: number | null }) => {
              statuses.set(error.status, (statuses.get(error.status) ?? 0) + 1)
              if (error.status === 503) expect(error.retry_after).toBeGreaterThan(0)
            },
          )
        }
      }
    }
    const writers = Array.from({ length: 10 }, (_, who) => writer(who))
    let ended = 0
    for (let round = 0; round < 25; round += 1) {
      const wanted = acknowledged.length + 3
      await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 2 }).toBeGreaterThan(wanted)
      const rows = await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'podmoga'`
      ended += rows.length
    }
    stopped = true
    await Promise.all(writers)
    expect(ended).toBeGreaterThanOrEqual(25)
    expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([])
    const kept = await admin<{ text: string; times: number }[]>`
      select text, count(*)::int as times from messages where ticket_id = ${ticketId} group by 1`
    expect(kept.filter(({ times }) => times > 1)).toEqual([])
    const there = new Set(kept.map(({ text }) => text))
    expect(acknowledged.filter((text) => !there.has(text))).toEqual([])
    const files = await diskFiles(`${world.config.DATA_DIR}/files`)
    const { findings } = await examine(admin, files, { now: new Date(), deep: false })
    expect(findings).toEqual([])
  })
})
