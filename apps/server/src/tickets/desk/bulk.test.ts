import { randomUUID } from 'node:crypto'
import { type BulkAct, changeMany } from '@podmoga/contract/desk/bulk'
import { closeTicket, getDeskTicket, listDeskMessages, listQueue } from '@podmoga/contract/desk/tickets'
import { editTicket, listLog, listTags, snoozeTicket } from '@podmoga/contract/desk/work'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addColleague, answer, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'
import { wakeDue } from './edit.sql.ts'

const t = useTicketWorld()
let colleague: Awaited<ReturnType<typeof addColleague>>
let foreign: string
beforeAll(async () => {
  colleague = await addColleague(t)
  foreign = (await writeTicket(t.D, 'Чужое')).id
})

const many = async (
  tickets: readonly string[],
  act: BulkAct,
  { by = t.agent.call, key }: { by?: typeof t.agent.call; key?: string } = {},
) =>
  (
    await by(
      changeMany,
      { body: { tickets: [...tickets], act } },
      ...(key === undefined ? [] : [{ idempotency_key: key }]),
    )
  ).results
const fates = async (tickets: readonly string[], act: BulkAct, how = {}) =>
  (await many(tickets, act, how)).map(({ fate }) => fate)
const ticket = (ticketId: string) => t.agent.call(getDeskTicket, { params: { ticketId } })
const write = async (count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await writeTicket(at % 2 === 0 ? t.A : t.C)).id)
  return ids
}
const eventsOf = (ids: readonly string[]) => t.world.sql<
  { ticket_id: string; restaurant_id: string | null }[]
>`
  select ticket_id, restaurant_id from ticket_events
  where kind = 'ticket' and ticket_id = any(${[...ids]}::bigint[]) order by id`
const countersAgree = async () => {
  const counted = await t.world.sql`
    select restaurant_id, status, items, waiting, free, snoozed from ticket_counts where items > 0 order by 1, 2`
  const recounted = await t.world.sql`
    select restaurant_id, status, count(*)::int as items,
      (count(waiting_since) filter (where snoozed_until is null))::int as waiting,
      (count(*) filter (where assignee_id is null and snoozed_until is null))::int as free,
      count(snoozed_until)::int as snoozed from tickets group by 1, 2 order by 1, 2`
  expect([...counted]).toEqual([...recounted])
}

describe('many at once', () => {
  test('each ticket gets its outcome; one that fails does not block the others', async () => {
    const [one = '', two = '', closed = ''] = await write(3)
    await t.agent.call(closeTicket, { params: { ticketId: closed } })
    const results = await many([one, closed, foreign, 'x', '999999', two, one], {
      do: 'assign',
      assignee: colleague.id,
    })
    expect(results.map(({ id, fate, before }) => [id, fate, before])).toEqual([
      [one, 'done', null],
      [closed, 'ticket_closed', null],
      [foreign, 'not_found', null],
      ['x', 'not_found', null],
      ['999999', 'not_found', null],
      [two, 'done', null],
    ])
    expect(results.find(({ id }) => id === foreign)?.number).toBeNull()
    expect((await ticket(two)).assignee).toEqual({ id: colleague.id, name: 'Мадина' })
    const { results: log } = await t.agent.call(listLog, { params: { ticketId: one } })
    expect(log.map(({ act, from, to, person_name }) => [act, from, to, person_name])).toEqual([
      ['assigned', null, 'Мадина', 'agent'],
    ])
    expect(await fates([one, two], { do: 'assign', assignee: colleague.id })).toEqual(['same', 'same'])
    const taken = { do: 'assign', assignee: null, from: t.walls.agent.id } as const
    expect(await many([one], taken)).toMatchObject([{ fate: 'assigned_meanwhile', before: colleague.id }])
    for (const assignee of [t.walls.A.id, t.walls.agent2.id, '999999', 'x'])
      expect(await fates([one], { do: 'assign', assignee })).toEqual(['no_such_agent'])
    expect((await ticket(one)).assignee?.id).toBe(colleague.id)
  })

  test('no ticket with an unseen message is closed, however many are closed at once', async () => {
    const [read = '', unread = '', own = ''] = await write(3)
    const { results } = await t.agent.call(listQueue, { query: { page_size: '100' } })
    const seen = Object.fromEntries(results.map(({ id, message_count = 0 }) => [id, message_count]))
    await reply(t.C, unread, 'И ещё одно')
    await answer(t.agent, own, 'Отвечено в другой вкладке')
    const close = { do: 'close', seen } as const
    expect(await fates([read, unread, own], close)).toEqual(['done', 'unseen_message', 'done'])
    expect((await ticket(unread)).status).toBe('awaiting_response')
    // Older clients do not send `seen`; unknown ids in it are ignored.
    expect(await fates([unread], { do: 'close', seen: { x: 1, '999999999999': 0 } })).toEqual(['done'])
  })

  test('what was seen of each ticket is also told by the id of its newest message', async () => {
    const [read = '', unread = '', own = '', vague = ''] = await write(4)
    const newest = async (ticketId: string) => {
      const { results } = await t.agent.call(listDeskMessages, { params: { ticketId } })
      return results.flatMap((day) => day.results).at(-1)?.id ?? ''
    }
    const seen = {
      [read]: await newest(read),
      [unread]: await newest(unread),
      [own]: await newest(own),
      // A message of another ticket, which tells nothing.
      [vague]: await newest(read),
    }
    await reply(t.C, unread, 'И ещё одно')
    await answer(t.agent, own, 'Отвечено в другой вкладке')
    const all = [read, unread, own, vague]
    expect(await fates(all, { do: 'close', seen })).toEqual(['done', 'unseen_message', 'done', 'done'])
    expect((await ticket(unread)).status).toBe('awaiting_response')
    expect(await fates([unread], { do: 'close', seen: { [unread]: await newest(unread) } })).toEqual(['done'])
    expect(await fates([own], { do: 'close', seen: { [own]: 'abc' } })).toEqual(['ticket_closed'])
  })

  test('priority, tags, snoozing, closing and reopening follow the rules for one ticket', async () => {
    const ids = await write(2)
    const [one = ''] = ids
    expect(await many(ids, { do: 'priority', priority: 'urgent' })).toMatchObject([
      { fate: 'done', before: 'normal' },
      { fate: 'done', before: 'normal' },
    ])
    expect(await fates(ids, { do: 'tag', tag: '  Срочный ВОЗВРАТ ' })).toEqual(['done', 'done'])
    expect(await fates(ids, { do: 'tag', tag: 'срочный возврат' })).toEqual(['same', 'same'])
    expect((await t.agent.call(listTags, {})).tags).toContain('срочный возврат')
    const full = ['а', 'б', 'в', 'г', 'д', 'е', 'ж', 'з', 'и', 'к']
    await t.agent.call(editTicket, { params: { ticketId: one }, body: { tags: full } })
    expect(await fates(ids, { do: 'tag', tag: 'ещё' })).toEqual(['too_many_tags', 'done'])
    expect(await fates(ids, { do: 'untag', tag: 'ещё' })).toEqual(['same', 'done'])

    const until = new Date(t.world.clock.now().getTime() + 3_600_000).toISOString()
    expect(await fates(ids, { do: 'snooze', until: null })).toEqual(['same', 'same'])
    expect(await fates(ids, { do: 'snooze', until })).toEqual(['done', 'done'])
    expect(await many([one], { do: 'snooze', until: null })).toMatchObject([{ fate: 'done', before: until }])
    expect(await fates(ids, { do: 'reopen' })).toEqual(['ticket_open', 'ticket_open'])
    expect(await fates(ids, { do: 'close' })).toEqual(['done', 'done'])
    expect(await fates(ids, { do: 'snooze', until })).toEqual(['ticket_closed', 'ticket_closed'])
    expect(await fates(ids, { do: 'close' })).toEqual(['ticket_closed', 'ticket_closed'])
    expect(await ticket(ids[1] ?? '')).toMatchObject({ status: 'processed', snoozed_until: null })
    expect(await fates(ids, { do: 'reopen' })).toEqual(['done', 'done'])
    await countersAgree()
    const { results } = await t.agent.call(listLog, { params: { ticketId: one } })
    expect(results.map(({ act }) => act)).toEqual([
      'reopened',
      'closed',
      'woken',
      'snoozed',
      'tags',
      'tags',
      'priority',
    ])
    const [audit] = await t.world.sql<{ closed: number; reopened: number }[]>`
      select count(*) filter (where event = 'ticket_closed')::int as closed,
        count(*) filter (where event = 'ticket_reopened')::int as reopened
      from audit where detail ->> 'ticket_id' = any(${ids}::text[])`
    expect(audit).toEqual({ closed: 2, reopened: 2 })
  })

  test('each changed ticket makes one event: for the restaurant too if it was closed, else for the desk alone', async () => {
    const ids = await write(3)
    await many(ids, { do: 'priority', priority: 'high' })
    expect((await eventsOf(ids)).map((row) => [row.ticket_id, row.restaurant_id])).toEqual(
      ids.map((id) => [id, null]),
    )
    await many(ids, { do: 'priority', priority: 'high' })
    expect(await eventsOf(ids)).toHaveLength(3)
    await many(ids, { do: 'close' })
    expect((await eventsOf(ids)).slice(3).every((row) => row.restaurant_id !== null)).toBe(true)
  })

  test('C01 a retry with its key does nothing twice, the key with another act is refused', async () => {
    const ids = await write(2)
    const key = randomUUID()
    const close = { do: 'close' } as const
    const first = await many(ids, close, { key })
    await many(ids, { do: 'reopen' })
    expect(await many(ids, close, { key })).toEqual(first)
    expect((await ticket(ids[0] ?? '')).status).toBe('awaiting_response')
    const other = many(ids, { do: 'priority', priority: 'low' }, { key })
    expect(await refusalOf(other)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    const twice = randomUUID()
    const both = await Promise.all([many(ids, close, { key: twice }), many(ids, close, { key: twice })])
    expect(both[0]).toEqual(both[1])
    expect(both[0]?.map(({ fate }) => fate)).toEqual(['done', 'done'])
  })

  test('C two bulk changes of the same tickets in opposite order, with replies and ending snoozes meanwhile, all succeed', async () => {
    const ids = await write(12)
    const until = new Date(t.world.clock.now().getTime() + 60_000).toISOString()
    for (const id of ids.slice(0, 6))
      await t.agent.call(snoozeTicket, { params: { ticketId: id }, body: { until } })
    const later = new Date(t.world.clock.now().getTime() + 120_000)
    const work = [1, 2, 3].flatMap((round) => [
      many(ids, { do: 'assign', assignee: round % 2 === 0 ? null : t.walls.agent.id }),
      many(ids.toReversed(), { do: 'assign', assignee: colleague.id }, { by: colleague.call }),
      many(ids.toReversed(), { do: 'tag', tag: `раз ${round}` }),
      t.world.sql.begin((tx) => wakeDue(tx, later)),
      ...ids.slice(0, 3).map((id) => answer(t.agent, id, `Ответ ${round}`)),
    ])
    const ends = await Promise.allSettled(work)
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const id of ids) expect((await ticket(id)).tags).toHaveLength(3)
    await countersAgree()
  })

  test('T, I bad input is refused whole and changes nothing; nobody reaches another business', async () => {
    const [one = ''] = await write(1)
    const before = await ticket(one)
    const wrong: object[] = [
      {},
      { tickets: [], act: { do: 'close' } },
      { tickets: Array.from({ length: 101 }, (_, at) => String(at + 1)), act: { do: 'close' } },
      { tickets: one, act: { do: 'close' } },
      { tickets: ['../1'], act: { do: 'close' } },
      { tickets: [one], act: { do: 'delete' } },
      { tickets: [one], act: { do: 'priority', priority: 'highest' } },
      { tickets: [one], act: { do: 'tag', tag: ' ' } },
      { tickets: [one], act: { do: 'tag', tag: 'а\ud800' } },
      { tickets: [one], act: { do: 'tag', tag: 'я'.repeat(41) } },
      { tickets: [one], act: { do: 'assign' } },
      { tickets: [one], act: { do: 'snooze', until: 'завтра' } },
      { tickets: [one], act: { do: 'snooze', until: '2001-01-01T00:00:00Z' } },
      { tickets: [one], act: { do: 'snooze', until: '2999-01-01T00:00:00Z' } },
    ]
    for (const payload of wrong) {
      const { statusCode } = await t.agent.raw({ method: 'POST', url: '/api/desk/tickets/many/', payload })
      expect([payload, statusCode]).toEqual([payload, 400])
    }
    expect(await ticket(one)).toEqual(before)
    expect(await fates([one], { do: 'close' }, { by: t.agent2.call })).toEqual(['not_found'])
    expect(await ticket(one)).toEqual(before)
    const { results } = await t.agent2.call(listQueue, {})
    expect(results.map(({ id }) => id)).toContain(foreign)
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
