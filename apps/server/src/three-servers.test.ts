import { makeCall } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { EVENTS } from '@podmoga/contract/events'
import { listMaterials } from '@podmoga/contract/knowledge'
import { changePassword } from '@podmoga/contract/profile'
import { getPlaces, signIn, signOut } from '@podmoga/contract/session'
import { createTicket } from '@podmoga/contract/tickets'
import { openSql, type Sql } from '@podmoga/sql/sql'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMaterial, openKnowledgeWorld } from './knowledge/knowledge.testing.ts'
import { changeKnowledge } from './knowledge/knowledge.write.sql.ts'
import { lettersTo } from './profile/profile.testing.sent.ts'
import { addPerson } from './session/session.testing.ts'
import { secondServer } from './session/session.testing-server.ts'
import { type Actor, injectTransport, PASSWORD } from './testing.ts'
import { openDeskStream, openStream } from './tickets/tickets.testing.stream.ts'

// Three servers on one database, each with its own connections, like behind a proxy that distributes requests arbitrarily.
const LIMIT = 60
const ENV = { RATE_LIMITS: 'on', REQUESTS_PER_MINUTE: String(LIMIT) }

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
const apps: FastifyInstance[] = []
const pools: Sql[] = []
const bases: string[] = []

beforeAll(async () => {
  it = await openKnowledgeWorld(ENV)
  bases.push(await it.world.listen())
  apps.push(it.world.app)
  for (let more = 0; more < 2; more += 1) {
    const sql = openSql(it.world.sql.connection, 8, { application_name: 'podmoga' })
    pools.push(sql)
    const app = await secondServer({ ...it.world, sql }, ENV)
    apps.push(app)
    bases.push(await app.listen({ host: '127.0.0.1', port: 0 }))
  }
})
afterAll(async () => {
  await Promise.all(apps.slice(1).map((app) => app.close()))
  await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })))
  await it.world.close()
})

/** Returns the actor's contract client for each server. */
const atEach = ({ token, restaurant_id }: Actor) =>
  apps.map((app) =>
    makeCall({
      base_url: '/api/',
      transport: injectTransport(app),
      headers: () => ({
        'accept-language': 'ru',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(restaurant_id === undefined ? {} : { authrestaurantid: restaurant_id }),
      }),
    }),
  )

const newcomer = async (name: string): Promise<string> => {
  const login = `${name}@three.test`
  await addPerson(it.world.sql, {
    business_id: it.walls.businesses.n1,
    email: login,
    first_name: name,
    restaurants: [it.walls.r11],
  })
  return login
}
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (refusal: { code: string }) => refusal.code,
  )

test('rates: what one person asks of three servers is counted together', async () => {
  const token = await it.world.signIn(await newcomer('hasty'))
  const calls = atEach({ token, restaurant_id: it.walls.r11 })
  const rounds = Array.from({ length: LIMIT / 3 }, () => calls.map((call) => codeOf(call(getPlaces, {}))))
  // Each server gets a third of the limit.
  expect(new Set(await Promise.all(rounds.flat()))).toEqual(new Set(['ok']))
  for (const call of calls) await expect.poll(() => codeOf(call(getPlaces, {}))).toBe('too_often')
})

test('sessions: begun at one server they are known to all, and ended at one they end at all', async () => {
  const login = await newcomer('leaver')
  for (const [begun, enter] of atEach({}).entries()) {
    const { access_token } = await enter(signIn, { body: { login, password: PASSWORD } })
    const calls = atEach({ token: access_token })
    const seen = () => Promise.all(calls.map((call) => codeOf(call(getPlaces, {}))))
    expect(await seen()).toEqual(['ok', 'ok', 'ok'])
    await calls[(begun + 1) % 3]?.(signOut, {})
    // A session check is cached for two seconds.
    it.world.clock.move(2000)
    expect(await seen()).toEqual(['unauthorized', 'unauthorized', 'unauthorized'])
  }
})

test('streams: both live hubs of each server tell all that happens at any, once and in one order', async () => {
  const restaurant_id = it.walls.r11
  const token = await it.world.signIn(it.walls.A.login)
  const agentToken = await it.world.signIn(it.walls.agent.login)
  const agents = atEach({ token: agentToken })
  const { id } = await it.A(createTicket, { form: { category: 'other', initial_message: 'Для троих' } })
  const headers = { authrestaurantid: restaurant_id }
  const staff = await Promise.all(
    bases.map((base) => openStream({ url: `${base}/api/events/`, kinds: EVENTS, token, headers })),
  )
  const desk = await Promise.all(bases.map((base) => openDeskStream(base, agentToken)))
  await Promise.all([...staff.map((one) => one.next('unread')), ...desk.map((one) => one.next('counts'))])
  const params = { ticketId: String(id) }
  const wanted = Array.from({ length: 12 }, (_, at) => `Ответ ${at}`)
  await Promise.all(wanted.map((text, at) => agents[at % 3]?.(sendDeskReply, { params, form: { text } })))
  const last = 'Последний'
  await agents[2]?.(sendDeskReply, { params, form: { text: last } })
  const textOf = (data: Record<string, unknown>) => (data.message as { text: string }).text
  await Promise.all([...staff, ...desk].map((one) => one.next('message', (data) => textOf(data) === last)))
  const received = [...staff, ...desk].map((stream) =>
    stream.received.flatMap(({ name, data }) => (name === 'message' ? [textOf(data)] : [])),
  )
  expect(received[0]?.toSorted()).toEqual([...wanted, last].toSorted())
  for (const one of received) expect(one).toEqual(received[0])
})

test('index: an article is found at each server the moment it is there, and at none once it is gone', async () => {
  const calls = atEach({ token: await it.world.signIn(it.walls.B.login), restaurant_id: it.walls.r11 })
  const found = () =>
    Promise.all(
      calls.map(async (call) => (await call(listMaterials, { query: { search: 'кракозябра' } })).length),
    )
  expect(await found()).toEqual([0, 0, 0])
  const id = await addMaterial(it.world, it.subcategory, { title: 'Кракозябра на чеке' })
  expect(await found()).toEqual([1, 1, 1])
  await changeKnowledge(it.world.sql, it.subcategory.business_id, async (tx) => {
    await tx`delete from materials where id = ${id}`
  })
  expect(await found()).toEqual([0, 0, 0])
})

test('jobs: what three servers owe is done by one of them, once', async () => {
  const logins = await Promise.all(Array.from({ length: 15 }, (_, at) => newcomer(`changed${at}`)))
  await Promise.all(
    logins.map(async (login, at) => {
      const token = await it.world.signIn(login)
      const call = atEach({ token, restaurant_id: it.walls.r11 })[at % 3]
      await call?.(changePassword, { body: { old_password: PASSWORD, new_password: 'щитабука-16' } })
    }),
  )
  const letters = () => logins.map((login) => lettersTo(it.world, login).length)
  await expect.poll(letters).toEqual(logins.map(() => 1))
  // The next run of every server's job finds nothing to send.
  const waiting = async () => (await it.world.sql`select 1 from outbox where sent_at is null`).count
  await expect.poll(waiting).toBe(0)
  expect(letters()).toEqual(logins.map(() => 1))
})
