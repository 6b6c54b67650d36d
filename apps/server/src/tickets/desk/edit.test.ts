import { getDeskTicket, listQueue } from '@podmoga/contract/desk/tickets'
import {
  editTicket,
  listLog,
  listTags,
  listTopics,
  snoozeTicket,
  takeNext,
} from '@podmoga/contract/desk/work'
import { getTicket } from '@podmoga/contract/tickets'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { checkTickets } from '../tickets.check.ts'
import { answer, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()

const edit = (ticketId: string, body: Record<string, unknown>, by = t.agent.call) =>
  by(editTicket, { params: { ticketId }, body })
const snooze = (ticketId: string, until: string | null, by = t.agent.call) =>
  by(snoozeTicket, { params: { ticketId }, body: { until } })
const read = (ticketId: string) => t.agent.call(getDeskTicket, { params: { ticketId } })
const acts = async (ticketId: string) =>
  (await t.agent.call(listLog, { params: { ticketId } })).results.map(({ act, from, to }) => [act, from, to])
const ids = (query: Record<string, string>) =>
  t.agent
    .call(listQueue, { query: { page_size: '100', ...query } })
    .then(({ results }) => results.map(({ id }) => id))
const inAnHour = () => new Date(t.world.clock.now().getTime() + 3_600_000).toISOString()

describe('what a ticket is about', () => {
  test('is changed; the restaurant sees the new category, the log the old one', async () => {
    const { id } = await writeTicket(t.A)
    await edit(id, { priority: 'urgent' })
    await edit(id, { category: 'trouble_paying', topic: 'click' })
    await edit(id, { tags: ['  Терминал ', 'терминал', 'Возврат'] })
    await edit(id, { category: 'other', topic: 'click' })
    expect(await read(id)).toMatchObject({
      priority: 'urgent',
      category: 'other',
      topic: null,
      tags: ['терминал', 'возврат'],
    })
    const seen = await t.A.call(getTicket, { params: { ticketId: id } })
    expect(seen).toMatchObject({ category: 'other', topic: null })
    expect(JSON.stringify(seen)).not.toContain('urgent')
    expect(await acts(id)).toEqual([
      ['category', 'Проблема с оплатой · Click', 'Другое'],
      ['tags', null, 'терминал, возврат'],
      ['category', 'Техническая проблема · Касса', 'Проблема с оплатой · Click'],
      ['priority', 'normal', 'urgent'],
    ])
    expect(await t.agent.call(listTags, {})).toEqual({ tags: ['возврат', 'терминал'] })
    expect(await ids({ tag: 'возврат' })).toEqual([id])
    expect(await ids({ priority: 'urgent' })).toEqual([id])
    expect(await t.agent2.call(listTags, {})).toEqual({ tags: [] })
  })

  test('invalid changes are refused, and none is half done', async () => {
    const { id } = await writeTicket(t.A)
    for (const body of [
      { priority: 'highest' },
      { category: 'nothing' },
      { category: 'trouble_paying' },
      { category: 'trouble_paying', topic: 'pos' },
      { topic: 'no_such' },
      { priority: 'high', topic: 'no_such' },
      { tags: [''] },
      { tags: ['я'.repeat(41)] },
      { tags: Array.from({ length: 11 }, (_, at) => `метка ${at}`) },
      { tags: 'одна' },
    ])
      expect(await refusalOf(edit(id, body)), JSON.stringify(body)).toMatchObject({ status: 400 })
    expect(await acts(id)).toEqual([])
    expect(await refusalOf(edit(id, { priority: 'low' }, t.agent2.call))).toMatchObject({ code: 'not_found' })
    const { businesses } = await t.agent.call(listTopics, {})
    expect(businesses.map((one) => one.id)).toEqual([t.walls.businesses.n1])
    expect(businesses[0]?.categories.find(({ key }) => key === 'trouble_paying')?.topics).toContainEqual({
      key: 'click',
      name: 'Click',
    })
  })
})

describe('snoozing', () => {
  test('a snoozed ticket leaves the queue, and comes back at its time', async () => {
    const { id } = await writeTicket(t.A12)
    const place = { restaurant: t.walls.r12 }
    await snooze(id, inAnHour())
    expect(await ids({ ...place, waiting: 'true' })).toEqual([])
    expect(await ids(place)).toEqual([])
    expect(await ids({ ...place, snoozed: 'true' })).toEqual([id])
    expect(await t.agent.call(listQueue, { query: place })).toMatchObject({
      total_items: 0,
      waiting_items: 0,
    })
    expect(await t.agent.call(takeNext, { body: place })).toEqual({ id: null, number: null })
    expect((await t.agent.call(listQueue, { query: { ...place, snoozed: 'true' } })).total_items).toBe(1)

    t.world.clock.move(3_600_000)
    await expect.poll(() => ids(place)).toEqual([id])
    expect((await acts(id)).map(([act]) => act)).toEqual(['woken', 'snoozed'])
  })

  test('an answer of the customer brings it back at once, one of support does not; so does an agent', async () => {
    const { id } = await writeTicket(t.A)
    await snooze(id, inAnHour())
    await answer(t.agent, id, 'Проверим через час')
    expect((await read(id)).snoozed_until).not.toBeNull()
    await reply(t.A, id, 'Уже заработало')
    expect((await read(id)).snoozed_until).toBeNull()
    await snooze(id, inAnHour())
    await snooze(id, null)
    await snooze(id, null)
    expect((await acts(id)).map(([act]) => act)).toEqual(['woken', 'snoozed', 'woken', 'snoozed'])
    expect((await checkTickets(t.world.sql)).findings).toEqual([])
  })

  test('only into the future, and only an open ticket', async () => {
    const { id } = await writeTicket(t.A)
    for (const until of ['завтра', '2020-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z', '', '1'])
      expect(await refusalOf(snooze(id, until)), until).toMatchObject({ status: 400 })
    expect(await refusalOf(snooze(id, inAnHour(), t.agent2.call))).toMatchObject({ code: 'not_found' })
    await answer(t.agent, id, 'Готово', { close: 'true' })
    expect(await refusalOf(snooze(id, inAnHour()))).toMatchObject({ code: 'ticket_closed' })
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
