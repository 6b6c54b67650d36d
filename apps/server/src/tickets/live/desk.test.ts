import { changeMany } from '@podmoga/contract/desk/bulk'
import { disablePerson } from '@podmoga/contract/desk/people'
import { closeTicket, getDeskTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { signOut } from '@podmoga/contract/session'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { expectUnkept, openDeskStream } from '../tickets.testing.stream.ts'
import { answer, openTicketWorld, reply, sheet, writeTicket } from '../tickets.testing.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let base: string
let second: FastifyInstance
let tokens: { A: string; agent: string; agent2: string; editor: string; both: string }

beforeAll(async () => {
  t = await openTicketWorld({ STREAMS_PER_PERSON: '3' })
  base = await t.world.listen()
  second = await secondServer(t.world)
  const { n1, n2 } = t.walls.businesses
  const both = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'both@walls.test',
    first_name: 'Обоих',
    desk: [n1, n2].map((business_id) => ({ role: 'agent' as const, business_id })),
  })
  const sign = (person: { login: string }) => t.world.signIn(person.login)
  tokens = {
    A: await sign(t.walls.A),
    agent: await sign(t.walls.agent),
    agent2: await sign(t.walls.agent2),
    editor: await sign(t.walls.editor),
    both: await sign(both),
  }
})
afterAll(async () => {
  await second.close()
  await t.world.close()
})

const open = (token: string, last?: string) => openDeskStream(base, token, last)

describe('the stream of the desk', () => {
  it('T01 T02 is for agents and editors only, begins with the counts and is never stored', async () => {
    const stream = await open(tokens.agent)
    expectUnkept(stream)
    const first = await stream.next('counts')
    expect(first.data).toEqual({ waiting: 0, mine: 0, free: 0 })
    expect(first.id).toMatch(/^\d+:\d+$/)

    for (const [token, status] of [
      ['x', 401],
      [tokens.A, 403],
    ] as const) {
      const refused = await open(token)
      expect(refused.answer.status).toBe(status)
      expect(await refused.answer.json()).toMatchObject({ error: expect.stringMatching(/[а-яё]/i) })
    }
  })

  it('sends a new ticket, a reply, an assignment and a closing with everything a list shows of it', async () => {
    const stream = await open(tokens.agent)
    await stream.next('counts')
    const { id, number } = await writeTicket(t.A, 'Мигает экран', [await sheet()])
    const born = await stream.next('message')
    expect(born.data).toMatchObject({
      ticket_id: id,
      message: {
        text: 'Мигает экран',
        from_support: false,
        attachments: [{ file_name: 'Счёт №5 — копия.pdf' }],
      },
      ticket: { id, number, status: 'awaiting_response', assignee: null, restaurant: { id: t.walls.r11 } },
    })
    expect((await stream.next('counts')).data).toMatchObject({ mine: 0 })

    await t.agent.call(assignTicket, { params: { ticketId: id }, body: {} })
    expect((await stream.next('ticket')).data).toMatchObject({ id, assignee: { id: t.walls.agent.id } })
    expect((await stream.next('counts')).data).toMatchObject({ mine: 1 })

    await answer(t.agent, id, 'Перезагрузите')
    expect((await stream.next('message')).data).toMatchObject({
      message: { text: 'Перезагрузите', is_mine: true },
      ticket: { waiting_since: null, last_message: 'Перезагрузите', last_from_support: true },
    })
    await t.agent.call(closeTicket, { params: { ticketId: id } })
    expect((await stream.next('ticket')).data).toMatchObject({
      id,
      status: 'processed',
      status_readable: 'Processed',
    })
  })

  it('marks a ticket assigned by somebody else, alone or in bulk, and not one taken by its agent', async () => {
    const { agent } = t.walls
    const stream = await open(tokens.agent)
    const colleague = t.world.as({ token: tokens.both })
    const { id } = await writeTicket(t.A)
    const params = { ticketId: id }
    const next = async () => (await stream.next('ticket', (data) => data.id === id)).data
    await colleague(assignTicket, { params, body: { assignee: agent.id } })
    expect(await next()).toMatchObject({ assignee: { id: agent.id }, is_given: true })
    await colleague(assignTicket, { params, body: { assignee: null } })
    expect(await next()).not.toHaveProperty('is_given')
    await t.agent.call(assignTicket, { params, body: {} })
    expect(await next()).not.toHaveProperty('is_given')
    await t.agent.call(editTicket, { params, body: { priority: 'high' } })
    expect(await next()).not.toHaveProperty('is_given')
    await colleague(assignTicket, { params, body: { assignee: null } })
    await next()
    await colleague(changeMany, { body: { tickets: [id], act: { do: 'assign', assignee: agent.id } } })
    expect(await next()).toMatchObject({ is_given: true })
  })

  it('T05 sends nothing of another business, and no ticket to an editor', async () => {
    const foreign = await open(tokens.agent2)
    const editor = await open(tokens.editor)
    await foreign.next('counts')
    await editor.next('counts')
    const { id } = await writeTicket(t.A)
    for (let round = 0; round < 5; round += 1) await answer(t.agent, id, `Ответ ${round}`)
    const own = await writeTicket(t.D, 'Своё')
    expect((await foreign.next('message')).data).toMatchObject({ ticket_id: own.id })
    expect(foreign.received.filter(({ name }) => name !== 'counts')).toHaveLength(1)
    editor.hangUp()
    expect(editor.received).toHaveLength(1)
  })

  it('T07 a reconnecting reader misses nothing and gets nothing twice, in two businesses at once', async () => {
    const one = await writeTicket(t.A)
    const two = await writeTicket(t.D)
    let last = (await (await open(tokens.both)).next('counts')).id ?? ''
    const texts: string[] = []
    const wanted: string[] = []
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([reply(t.A, one.id, `Раз ${round}`), reply(t.D, two.id, `Два ${round}`)])
      wanted.push(`Раз ${round}`, `Два ${round}`)
      const stream = await open(tokens.both, last)
      for (let count = 0; count < 2; count += 1) {
        const event = await stream.next('message')
        texts.push((event.data.message as { text: string }).text)
        last = event.id ?? ''
      }
      stream.hangUp()
    }
    expect(texts.toSorted()).toEqual(wanted.toSorted())
    const ahead = await open(tokens.both, last.replace(/:\d+/g, ':999999999'))
    await ahead.next('counts')
    await reply(t.A, one.id, 'После выдуманного номера')
    expect((await ahead.next('message')).data).toMatchObject({
      message: { text: 'После выдуманного номера' },
    })
  })

  it('sends what another server has committed', async () => {
    const stream = await open(tokens.agent)
    await stream.next('counts')
    const { id } = await writeTicket(t.A)
    const sent = await second.inject({
      method: 'POST',
      url: `/api/desk/tickets/${id}/assign/`,
      headers: { authorization: `Bearer ${tokens.agent}` },
      payload: {},
    })
    expect(sent.statusCode).toBe(200)
    const received = await stream.next('ticket', (data) => data.id === id)
    expect(received.data).toMatchObject({ assignee: { id: t.walls.agent.id } })
  })

  it('an assignment is not sent to the restaurant', async () => {
    const { id } = await writeTicket(t.A)
    const [before] = await t.world.sql<{ id: string }[]>`select max(id)::text as id from ticket_events`
    await t.agent.call(assignTicket, { params: { ticketId: id } as never, body: {} })
    const stored = await t.world.sql`
      select restaurant_id from ticket_events where id > ${before?.id ?? '0'} and ticket_id = ${id}`
    expect(stored).toEqual([{ restaurant_id: null }])
    expect(await t.agent.call(getDeskTicket, { params: { ticketId: id } })).toMatchObject({
      assignee: { id: t.walls.agent.id },
    })
  })

  it('T04 T08 ends with its reason: one stream too many, a role taken away, a sign-out', async () => {
    const oldest = await open(tokens.agent2)
    const others = [await open(tokens.agent2), await open(tokens.agent2), await open(tokens.agent2)]
    expect((await oldest.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'replaced' } })
    for (const other of others) await other.next('counts')

    await t.world.sql`delete from desk_members where person_id = ${t.walls.agent2.id}`
    for (const other of others)
      expect((await other.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'access_ended' } })
    await t.world.sql`
      insert into desk_members (person_id, business_id, role)
      values (${t.walls.agent2.id}, ${t.walls.businesses.n2}, 'agent')`

    const out = await open(tokens.editor)
    await out.next('counts')
    await t.world.as({ token: tokens.editor })(signOut, {})
    expect((await out.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'access_ended' } })
  })

  it('T04 ends by itself when an admin disables the agent, on another server too', async () => {
    const { n1 } = t.walls.businesses
    const add = (name: string, role: 'agent' | 'admin') =>
      addPerson(t.world.sql, {
        business_id: n1,
        email: `${name}@walls.test`,
        first_name: name,
        desk: [{ role, business_id: n1 }],
      })
    const [gone, boss] = [await add('gone', 'agent'), await add('boss', 'admin')]
    const token = await t.world.signIn(gone.login)
    const other = await second.listen({ port: 0, host: '127.0.0.1' })
    const streams = [await open(token), await openDeskStream(other, token)]
    for (const stream of streams) await stream.next('counts')
    const admin = t.world.as({ token: await t.world.signIn(boss.login) })
    await admin(disablePerson, { params: { personId: gone.id } })
    for (const stream of streams) {
      const received = await stream.rest()
      expect(received.at(-1)).toMatchObject({ name: 'end', data: { reason: 'access_ended' } })
    }
    const refused = await open(token)
    expect(refused.answer.status).toBe(401)
  })
})
