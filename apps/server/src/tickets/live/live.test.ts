import { connect } from 'node:net'
import { closeTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { EVENTS } from '@podmoga/contract/events'
import { signOut } from '@podmoga/contract/session'
import { getSettings } from '@podmoga/contract/settings'
import { createTicket, listMessages, sendReply } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { removeMember, seedWalls } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { expectUnkept, openStream } from '../tickets.testing.stream.ts'
import { addEvent } from './events.sql.ts'
import { publishToRestaurant } from './restaurant-news.sql.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedWalls>>
let url: string
let tokens: { A: string; B: string; D: string; agent: string }

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', STREAMS_PER_PERSON: '3' })
  walls = await seedWalls(world.sql)
  url = `${await world.listen()}/api/events/`
})
afterAll(() => world.close())
beforeEach(async () => {
  const sign = (person: { login: string }) => world.signIn(person.login)
  tokens = {
    A: await sign(walls.A),
    B: await sign(walls.B),
    D: await sign(walls.D),
    agent: await sign(walls.agent),
  }
})

const staff = (token: string, restaurant_id = walls.r11) => world.as({ token, restaurant_id })

const open = (token: string, restaurant_id = walls.r11, last?: string) =>
  openStream({ url, kinds: EVENTS, token, headers: { authrestaurantid: restaurant_id }, last })

const write = async (text = 'Не печатает чек'): Promise<string> => {
  const { id } = await staff(tokens.A)(createTicket, { form: { category: 'other', initial_message: text } })
  return id ?? ''
}

const answer = (ticketId: string, text: string) =>
  world.as({ token: tokens.agent })(sendDeskReply, { params: { ticketId }, form: { text } })

describe('live events', () => {
  it('T01 a stream begins with the unread count and is never stored', async () => {
    const stream = await open(tokens.A)
    expectUnkept(stream)
    expect((await stream.next('unread')).data).toEqual({ unread: 0 })
  })

  it('unstored events reach their restaurant alone, also from a server of the previous or next release', async () => {
    const stream = await open(tokens.A)
    await stream.next('unread')
    const notify = (news: object) => world.sql`select pg_notify('ticket_events', ${JSON.stringify(news)})`
    const restaurant_id = walls.r11
    await publishToRestaurant(world.sql, walls.r12, 'typing', { ticket_id: '1' })
    await notify({ event: { restaurant_id, name: 'of a newer server', data: {} } })
    await notify({ restaurant_id, ticket_id: '2' })
    await notify({ restaurant_id, shift: true })
    await publishToRestaurant(world.sql, restaurant_id, 'typing', { ticket_id: '3' })
    await publishToRestaurant(world.sql, restaurant_id, 'shift', {})
    for (const name of ['typing', 'shift', 'typing', 'shift']) await stream.next(name)
    expect(stream.received.slice(1).map(({ name, data }) => [name, data])).toEqual([
      ['typing', { ticket_id: '2' }],
      ['shift', {}],
      ['typing', { ticket_id: '3' }],
      ['shift', {}],
    ])
  })

  it('unstored events are understood by a server of the previous release', async () => {
    const received: unknown[] = []
    const { unlisten } = await world.sql.listen(
      'ticket_events',
      (payload) => void received.push(JSON.parse(payload)),
    )
    await publishToRestaurant(world.sql, walls.r11, 'typing', { ticket_id: '1' })
    await publishToRestaurant(world.sql, walls.r11, 'shift', {})
    await expect.poll(() => received.length).toBe(2)
    await unlisten()
    expect(received).toEqual([
      expect.objectContaining({ restaurant_id: walls.r11, ticket_id: '1' }),
      expect.objectContaining({ restaurant_id: walls.r11, shift: true }),
    ])
    expect(received[0]).not.toHaveProperty('shift')
  })

  it('an event with its own data is sent as stored, in order, and again to a reader who was away', async () => {
    const ticket_id = await write()
    const stream = await open(tokens.A)
    const first = await stream.next('unread')
    const data = await staff(tokens.A)(getSettings, {})
    await world.sql.begin(async (tx) => {
      addEvent(tx, { kind: 'settings', ticket_id, data, now: new Date() })
      addEvent(tx, { kind: 'ticket', ticket_id, now: new Date() })
    })
    const received = await stream.next('settings')
    expect(received.data).toEqual(data)
    const next = await stream.next('ticket')
    expect(Number(next.id)).toBe(Number(received.id) + 1)
    stream.hangUp()

    const back = await open(tokens.A, walls.r11, first.id ?? '')
    expect(await back.next('settings')).toEqual(received)
    expect((await back.next('ticket')).id).toBe(next.id)
  })

  it('T02 no token and a foreign restaurant get JSON, not a stream', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: 'Bearer x' }, 401],
      [{ authorization: `Bearer ${tokens.A}`, authrestaurantid: walls.r21 }, 403],
    ] as const) {
      const refused = await fetch(url, { headers })
      expect(refused.status).toBe(status)
      expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/[а-яё]/i) })
    }
  })

  it('sends a message of support, the new count and the closing, built for each reader', async () => {
    const ticket_id = await write()
    const mine = await open(tokens.A)
    const colleague = await open(tokens.B)
    await mine.next('unread')
    await colleague.next('unread')

    await staff(tokens.A)(sendReply, { params: { ticketId: ticket_id }, form: { text: 'И ещё мигает' } })
    expect((await mine.next('message')).data).toMatchObject({ ticket_id, message: { is_mine: true } })
    expect((await colleague.next('message')).data).toMatchObject({ ticket_id, message: { is_mine: false } })

    await answer(ticket_id, 'Откройте крышку')
    const { data } = await mine.next('message')
    expect(data).toMatchObject({ ticket_id, message: { text: 'Откройте крышку', from_support: true } })
    expect((await mine.next('unread')).data).toEqual({ unread: 1 })

    await world.as({ token: tokens.agent })(closeTicket, { params: { ticketId: ticket_id } })
    expect((await mine.next('ticket')).data).toMatchObject({
      id: ticket_id,
      status: 'processed',
      status_readable: 'Processed',
    })
  })

  it('T03 ends with its reason when the token runs out', async () => {
    const stream = await open(tokens.A)
    await stream.next('unread')
    world.clock.move((world.config.ACCESS_TOKEN_SECONDS + 1) * 1000)
    expect((await stream.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'token_expired' } })
  })

  it('T04 A10 ends within 5 s of a sign-out and of leaving the restaurant', async () => {
    const out = await open(tokens.A)
    const gone = await open(tokens.B)
    const since = performance.now()
    await staff(tokens.A)(signOut, {})
    await removeMember(world.sql, walls.B.id, walls.r11)
    expect((await out.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'access_ended' } })
    expect((await gone.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'access_ended' } })
    expect(performance.now() - since).toBeLessThan(20_000)
    await world.sql`insert into memberships (person_id, restaurant_id) values (${walls.B.id}, ${walls.r11})`
  })

  it('T05 nothing of another restaurant is sent', async () => {
    const foreign = await open(tokens.D, walls.r21)
    const sister = await open(tokens.A, walls.r12)
    await foreign.next('unread')
    await sister.next('unread')
    const ticket_id = await write()
    for (let round = 0; round < 20; round += 1) await answer(ticket_id, `Ответ ${round}`)
    // A later event arrives, so nothing was sent before it.
    const { id } = await staff(tokens.A, walls.r12)(createTicket, {
      form: { category: 'other', initial_message: 'Свой' },
    })
    expect((await sister.next('message')).data).toMatchObject({ ticket_id: id })
    expect(sister.received.filter(({ name }) => name === 'message')).toHaveLength(1)
    expect(foreign.received).toHaveLength(1)
  })

  it('T07 a reader who reconnects with the last id misses nothing and gets nothing twice', async () => {
    const ticket_id = await write()
    const first = await open(tokens.A)
    let last = (await first.next('unread')).id ?? ''
    first.hangUp()
    const received: unknown[] = []
    for (let round = 0; round < 20; round += 1) {
      await answer(ticket_id, `Раз ${round}`)
      await answer(ticket_id, `Два ${round}`)
      const stream = await open(tokens.A, walls.r11, last)
      for (let count = 0; count < 2; count += 1) {
        const event = await stream.next('message')
        received.push((event.data.message as { id: string }).id)
        last = event.id ?? ''
      }
      stream.hangUp()
    }
    const pages = await Promise.all(
      ['1', '2', '3', '4', '5'].map((page) =>
        staff(tokens.A)(listMessages, { params: { ticketId: ticket_id }, query: { page } }),
      ),
    )
    const all = pages.flatMap((page) => page.results.flatMap((day) => day.results)).map(({ id }) => id)
    expect(received).toEqual(all.sort((one, other) => Number(one) - Number(other)).slice(1))
  })

  it('T08 one stream too many ends the oldest', async () => {
    const [oldest, ...others] = [
      await open(tokens.A),
      await open(tokens.A),
      await open(tokens.A),
      await open(tokens.A),
    ]
    expect((await oldest?.rest())?.at(-1)).toMatchObject({ name: 'end', data: { reason: 'replaced' } })
    for (const other of others) expect((await other.next('unread')).data).toHaveProperty('unread')
  })

  it('survives two hundred streams of one person at once', async () => {
    const { port, hostname } = new URL(url)
    const ask =
      `GET /api/events/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.A}\r\n` +
      `AuthRestaurantId: ${walls.r11}\r\n\r\n`
    const clients = Array.from({ length: 200 }, () => {
      const socket = connect({ port: Number(port), host: hostname })
      const one = { socket, text: '', open: true }
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        one.text += chunk.toString()
      })
      socket.on('close', () => {
        one.open = false
      })
      socket.write(ask)
      return one
    })
    onTestFinished(() => {
      for (const { socket } of clients) socket.destroy()
    })
    const replaced = () => clients.filter(({ text }) => text.includes('"reason":"replaced"')).length
    await expect.poll(replaced, { timeout: 30_000 }).toBe(197)
    await expect.poll(() => clients.filter(({ open }) => open).length).toBe(3)
    await staff(tokens.A)(signOut, {})
    await expect.poll(() => clients.filter(({ open }) => open).length).toBe(0)
    const stream = await open(tokens.B)
    expect((await stream.next('unread')).data).toHaveProperty('unread')
  })

  it('a stream survives a database outage: no access is revoked', async () => {
    const stream = await open(tokens.B)
    await stream.next('unread')
    await world.sql`alter table people rename to people_away`
    world.clock.move(10_000)
    const looked = () => world.log().some(({ msg }) => String(msg).startsWith('the right to a live stream'))
    await expect.poll(looked, { timeout: 20_000 }).toBe(true)
    await world.sql`alter table people_away rename to people`
    const ticket_id = await write()
    expect((await stream.next('message')).data).toMatchObject({ ticket_id })
  })

  it('F15 a stopping server asks its streams to reconnect and does not wait for them', async () => {
    const other = await openWorld({ RATE_LIMITS: 'off' })
    const people = await seedWalls(other.sql)
    const token = await other.signIn(people.A.login)
    const stream = await fetch(`${await other.listen()}/api/events/`, {
      headers: { authorization: `Bearer ${token}`, authrestaurantid: people.r11 },
    })
    const [received] = await Promise.all([stream.text(), other.close()])
    expect(received).toContain('event: end\ndata: {"reason":"restart"}')
  })
})
