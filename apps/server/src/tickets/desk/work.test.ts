import { closeTicket, getDeskTicket, listQueue, reopenTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, listAgents, listLog, takeNext } from '@podmoga/contract/desk/work'
import { createTicket } from '@podmoga/contract/tickets'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addPerson, disablePerson } from '../../session/session.testing.ts'
import { checkTickets } from '../tickets.check.ts'
import { addColleague, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()
let colleague: Awaited<ReturnType<typeof addColleague>>
beforeAll(async () => {
  colleague = await addColleague(t)
})

const assign = (ticketId: string, body: Record<string, unknown> = {}, by = t.agent.call) =>
  by(assignTicket, { params: { ticketId }, body })
const assigneeOf = async (ticketId: string) =>
  (await t.agent.call(getDeskTicket, { params: { ticketId } })).assignee
const ids = (query: Record<string, string | undefined>) =>
  t.agent
    .call(listQueue, { query: { page_size: '100', ...query } })
    .then(({ results }) => results.map(({ id }) => id))

describe('the assignee', () => {
  test('an agent takes it, hands it over with a comment, and unassigns it; the log has each step', async () => {
    const { id } = await writeTicket(t.A)
    expect(await assign(id)).toEqual({ id, assignee: { id: t.walls.agent.id, name: 'agent' } })
    const word = 'Обещал перезвонить до обеда'
    await assign(id, { assignee: colleague.id, from: t.walls.agent.id, word })
    expect(await assigneeOf(id)).toEqual({ id: colleague.id, name: 'Мадина' })
    await assign(id, { assignee: null }, colleague.call)
    expect(await assigneeOf(id)).toBeNull()
    await t.agent.call(closeTicket, { params: { ticketId: id } })
    await t.agent.call(reopenTicket, { params: { ticketId: id } })

    const { results, total_items } = await t.agent.call(listLog, { params: { ticketId: id } })
    expect(total_items).toBe(5)
    expect(results.map(({ act, from, to, word, person_name }) => [act, from, to, word, person_name])).toEqual(
      [
        ['reopened', null, null, null, 'agent'],
        ['closed', null, null, null, 'agent'],
        ['assigned', 'Мадина', null, null, 'Мадина'],
        ['assigned', 'agent', 'Мадина', word, 'agent'],
        ['assigned', null, 'agent', null, 'agent'],
      ],
    )
    const page = await t.agent.call(listLog, {
      params: { ticketId: id },
      query: { page: '2', page_size: '2' },
    })
    expect(page).toMatchObject({ total_pages: 3, results: [{ act: 'assigned' }, { act: 'assigned' }] })
  })

  test('C two agents take one ticket at once: the second, who saw it unassigned, is refused', async () => {
    const { id } = await writeTicket(t.A)
    const both = await Promise.allSettled([
      assign(id, { from: null }),
      assign(id, { from: null }, colleague.call),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = both.filter((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'assigned_meanwhile' })
  })

  test('only an agent of the business who is not disabled may be given a ticket, and only an open one', async () => {
    const { id } = await writeTicket(t.A)
    const gone = await addPerson(t.world.sql, {
      business_id: t.walls.businesses.n1,
      email: 'gone@walls.test',
      desk: [{ role: 'agent', business_id: t.walls.businesses.n1 }],
    })
    await disablePerson(t.world.sql, gone.id)
    for (const assignee of [
      t.walls.A.id,
      t.walls.agent2.id,
      t.walls.editor.id,
      gone.id,
      '999999',
      'нет',
      '-1',
    ])
      expect(await refusalOf(assign(id, { assignee })), assignee).toMatchObject({ status: 400 })
    for (const body of [{ word: '' }, { word: 'я'.repeat(501) }, { word: 7 }, { assignee: ['1'] }])
      expect(await refusalOf(assign(id, body)), JSON.stringify(body)).toMatchObject({ status: 400 })
    expect(await assigneeOf(id)).toBeNull()
    await t.agent.call(closeTicket, { params: { ticketId: id } })
    expect(await refusalOf(assign(id))).toMatchObject({ code: 'ticket_closed' })
    expect(await t.agent.call(listAgents, {})).toEqual({
      agents: [
        { id: t.walls.agent.id, name: 'agent', business_ids: [t.walls.businesses.n1] },
        { id: colleague.id, name: 'Мадина', business_ids: [t.walls.businesses.n1] },
      ],
    })
  })

  test('Z an agent of another business can neither assign nor read the log', async () => {
    const { id } = await writeTicket(t.A)
    expect(await refusalOf(assign(id, {}, t.agent2.call))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(t.agent2.call(listLog, { params: { ticketId: id } }))).toMatchObject({
      code: 'not_found',
    })
    expect(await refusalOf(t.agent.call(listLog, { params: { ticketId: '999999999' } }))).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the queue by assignee', () => {
  test('own, unassigned, a colleague’s, one category, one topic, the archive; with counts that fit', async () => {
    const mine = (await writeTicket(t.A12)).id
    const hers = (await writeTicket(t.A12)).id
    const free = (
      await t.A12.call(createTicket, {
        form: { category: 'trouble_paying', topic: 'click', initial_message: 'Не проходит' },
      })
    ).id as string
    await assign(mine)
    await assign(hers, { assignee: colleague.id })
    const place = { restaurant: t.walls.r12 }
    expect(await ids({ ...place, assignee: 'me' })).toEqual([mine])
    expect(await ids({ ...place, assignee: colleague.id })).toEqual([hers])
    expect(await ids({ ...place, assignee: 'none' })).toEqual([free])
    expect(await ids({ ...place, category: 'trouble_paying' })).toEqual([free])
    expect(await ids({ ...place, topic: 'pos', waiting: 'true' })).toEqual([mine, hers])
    expect(await ids({ ...place, category: 'nothing_such' })).toEqual([])
    expect(await ids({ ...place, assignee: 'stranger' })).toEqual([])
    expect(await ids({ ...place, snoozed: 'true' })).toEqual([])
    await t.agent.call(closeTicket, { params: { ticketId: mine } })
    expect(await ids({ ...place, assignee: 'me', status: 'processed' })).toEqual([mine])
    expect(await ids({ ...place, assignee: 'me' })).toEqual([])
    expect(
      await t.agent.call(listQueue, { query: { ...place, assignee: colleague.id, page_size: '1' } }),
    ).toMatchObject({ total_items: 1, total_pages: 1 })
    for (const query of [{ category: 'a b' }, { topic: 'Ж' }, { assignee: "1'" }, { snoozed: 'да' }])
      expect(await refusalOf(ids({ ...query }))).toMatchObject({ status: 400 })
  })

  test('the longest wait comes next; ten calls at once get ten different tickets', async () => {
    await t.world.sql`update tickets set assignee_id = ${colleague.id}`
    const made: string[] = []
    for (let round = 0; round < 10; round += 1) {
      t.world.clock.move(1000)
      made.push((await writeTicket(round % 2 === 0 ? t.A : t.A12)).id)
    }
    await writeTicket(t.D, 'Чужой бизнес')
    const first = await t.agent.call(takeNext, { body: { restaurant: t.walls.r12 } })
    expect(first.id).toBe(made[1])
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        (round % 2 === 0 ? t.agent.call : colleague.call)(takeNext, { body: {} }),
      ),
    )
    const got = taken.flatMap(({ id }) => (id === null ? [] : [id]))
    expect(got).toHaveLength(9)
    expect(new Set([...got, first.id]).size).toBe(10)
    expect([...got, first.id].toSorted()).toEqual(made.toSorted())
    expect(await t.agent.call(takeNext, { body: {} })).toEqual({ id: null, number: null })
  })

  test('I a repeated press gets the same ticket again', async () => {
    const { id } = await writeTicket(t.A)
    await writeTicket(t.A)
    const press = () =>
      t.agent.call(takeNext, { body: {} }, { idempotency_key: 'b6f0a2de-57a5-4d31-8f16-2f5a9a0a4b11' })
    expect((await press()).id).toBe(id)
    expect((await press()).id).toBe(id)
  })

  test('a new message of the customer keeps the assignee; the stored counts are right after all of it', async () => {
    const { id } = await writeTicket(t.A)
    await assign(id)
    await reply(t.A, id, 'И ещё')
    expect(await assigneeOf(id)).toMatchObject({ id: t.walls.agent.id })
    expect((await checkTickets(t.world.sql)).findings).toEqual([])
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
