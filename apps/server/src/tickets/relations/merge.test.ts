import { changeMany } from '@podmoga/contract/desk/bulk'
import { addNote, listNotes } from '@podmoga/contract/desk/notes'
import { getRelations, mergeTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import {
  closeTicket,
  getDeskTicket,
  listDeskMessages,
  listQueue,
  reopenTicket,
} from '@podmoga/contract/desk/tickets'
import { assignTicket, listLog, snoozeTicket } from '@podmoga/contract/desk/work'
import { EVENTS } from '@podmoga/contract/events'
import {
  getTicket,
  getUnread,
  listMessages,
  listTickets,
  rateTicket,
  readMessages,
} from '@podmoga/contract/tickets'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { openDeskStream, openStream } from '../tickets.testing.stream.ts'
import {
  answer,
  expectSound,
  picture,
  reply,
  type TicketActor,
  useTicketWorld,
  writeTicket,
} from '../tickets.testing.ts'

const t = useTicketWorld()

const merge = (id: string, into: string, by = t.agent.call) =>
  by(mergeTicket, { params: { ticketId: id }, body: { into } })
const unmerge = (id: string, by = t.agent.call) => by(unmergeTicket, { params: { ticketId: id } })
const texts = async (actor: TicketActor, ticketId: string): Promise<string[]> =>
  (await actor.call(listMessages, { params: { ticketId }, query: { page_size: '100' } })).results.flatMap(
    (day) => day.results.map(({ text }) => text),
  )
const desk = (ticketId: string) => t.agent.call(getDeskTicket, { params: { ticketId } })
const acts = async (ticketId: string) =>
  (await t.agent.call(listLog, { params: { ticketId } })).results.map(({ act }) => act)
/** Two tickets of one restaurant, by two colleagues, the later one first. */
const two = async () => {
  const into = await writeTicket(t.A, 'Касса молчит')
  const own = await writeTicket(t.B, 'У нас касса молчит', [await picture()])
  return { own, into }
}
const isSound = () => expectSound(t.world)

describe('merging', () => {
  test('both customers read on and reply in the one that stays; the old number leads there', async () => {
    const { own, into } = await two()
    await answer(t.agent, own.id, 'Смотрим')
    const before = (await t.A.call(getUnread, {})).unread ?? 0
    await reply(t.A, into.id, 'Всё ещё молчит')
    expect(await merge(own.id, into.id)).toEqual({ id: into.id, number: into.number })

    const all = ['Касса молчит', 'У нас касса молчит', 'Смотрим', 'Всё ещё молчит']
    for (const actor of [t.A, t.B])
      for (const id of [own.id, into.id]) {
        expect(await texts(actor, id)).toEqual(all)
        expect(await actor.call(getTicket, { params: { ticketId: id } })).toEqual(
          await t.A.call(getTicket, { params: { ticketId: into.id } }),
        )
      }
    expect(await t.B.call(getTicket, { params: { ticketId: own.id } })).toMatchObject({
      id: into.id,
      number: into.number,
      status: 'awaiting_response',
      initial_message: 'Касса молчит',
    })
    await reply(t.B, own.id, 'И у нас')
    expect(await texts(t.A, into.id)).toEqual([...all, 'И у нас'])
    const { results, total_items } = await t.B.call(listTickets, { query: { page_size: '100' } })
    expect(results.map(({ id }) => id)).not.toContain(own.id)
    expect(results[0]).toMatchObject({ id: into.id, last_message: 'И у нас' })
    expect(total_items).toBe(results.length)

    // Unread messages are neither lost nor counted twice.
    expect((await t.A.call(getUnread, {})).unread).toBe(before)
    const [file] = (await t.A.call(listMessages, { params: { ticketId: into.id } })).results
      .flatMap((day) => day.results)
      .flatMap(({ attachments }) => attachments)
    expect((await t.A.raw({ url: file?.file_url ?? '' })).statusCode).toBe(200)
    const looked = await t.A.call(listMessages, { params: { ticketId: own.id } })
    const ids = looked.results.flatMap((day) => day.results.map(({ id }) => id))
    await t.A.call(readMessages, { body: { ids } })
    expect((await t.A.call(getUnread, {})).unread).toBe(0)
    await t.agent.call(closeTicket, { params: { ticketId: own.id } })
    expect((await desk(into.id)).status).toBe('processed')
    await t.B.call(rateTicket, { params: { ticketId: own.id }, body: { score: 'good' } })
    expect((await t.A.call(getTicket, { params: { ticketId: into.id } })).rating?.score).toBe('good')
    await isSound()
  })

  test('responses to staff keep their shape, and nobody of another restaurant is let in', async () => {
    const { own, into } = await two()
    const shape = async (id: string) =>
      Object.keys((await t.A.raw({ url: `/api/help_desk/tickets/${id}/` })).json())
    const usual = await shape(into.id)
    await merge(own.id, into.id)
    expect(await shape(own.id)).toEqual(usual)
    for (const stranger of [t.C, t.D, t.A12])
      for (const id of [own.id, into.id]) {
        const asked = { params: { ticketId: id } }
        expect(await refusalOf(stranger.call(getTicket, asked))).toMatchObject({ code: 'not_found' })
        expect(await refusalOf(stranger.call(listMessages, asked))).toMatchObject({ code: 'not_found' })
        expect(await refusalOf(reply(stranger, id, 'Чужой'))).toMatchObject({ code: 'not_found' })
      }
    const elsewhere = await writeTicket(t.A12, 'В другом ресторане')
    expect(await refusalOf(merge(elsewhere.id, into.id))).toMatchObject({ code: 'other_restaurant' })
    expect(await refusalOf(merge(into.id, elsewhere.id))).toMatchObject({ code: 'other_restaurant' })
  })

  test('notes move along and stay notes; the log covers both, the desk finds the old number', async () => {
    const { own, into } = await two()
    await t.agent.call(addNote, { params: { ticketId: own.id }, form: { text: 'тайна-объединения' } })
    await t.agent.call(assignTicket, { params: { ticketId: own.id }, body: {} })
    await merge(own.id, into.id)
    expect((await t.agent.call(listNotes, { params: { ticketId: into.id } })).results).toMatchObject([
      { note_text: 'тайна-объединения' },
    ])
    for (const url of [`/api/help_desk/tickets/${own.id}/`, `/api/help_desk/tickets/${own.id}/messages/`])
      expect((await t.B.raw({ url })).body).not.toContain('тайна')
    // The assignee of the merged ticket gets the surviving one, which had none.
    expect(await desk(own.id)).toMatchObject({ id: into.id, assignee: { id: t.walls.agent.id } })
    const { results } = await t.agent.call(listLog, { params: { ticketId: into.id } })
    expect(results).toMatchObject([
      { act: 'merged', other: { id: own.id, number: own.number }, of_number: null },
      { act: 'assigned', of_number: own.number },
      { act: 'noted', of_number: own.number },
    ])
    const found = await t.agent.call(searchTickets, { query: { q: `№${own.number}` } })
    expect(found.results.map(({ ticket }) => ticket.id)).toEqual([into.id])
    for (const query of [{}, { status: 'processed' as const }])
      expect(
        (await t.agent.call(listQueue, { query: { ...query, page_size: '100' } })).results.map(
          ({ id }) => id,
        ),
      ).not.toContain(own.id)
    const closing = { act: { do: 'close' as const }, tickets: [own.id] }
    expect((await t.agent.call(changeMany, { body: closing })).results).toMatchObject([{ fate: 'not_found' }])
    expect((await desk(into.id)).past_tickets.map(({ id }) => id)).not.toContain(own.id)
  })

  test('an open one into a closed one opens it; a closed one into an open one leaves it open', async () => {
    const { own, into } = await two()
    await t.agent.call(closeTicket, { params: { ticketId: into.id } })
    await merge(own.id, into.id)
    expect(await desk(into.id)).toMatchObject({ status: 'awaiting_response', closed_at: null })
    await unmerge(own.id)
    expect(await desk(into.id)).toMatchObject({ status: 'processed', closed_at: expect.any(String) })
    expect(await desk(own.id)).toMatchObject({ status: 'awaiting_response' })
    await t.agent.call(closeTicket, { params: { ticketId: own.id } })
    await t.agent.call(reopenTicket, { params: { ticketId: into.id } })
    await merge(own.id, into.id)
    expect(await desk(into.id)).toMatchObject({ status: 'awaiting_response' })
    // Two closed ones stay closed.
    const other = await two()
    for (const { id } of [other.own, other.into])
      await t.agent.call(closeTicket, { params: { ticketId: id } })
    await merge(other.own.id, other.into.id)
    expect(await desk(other.own.id)).toMatchObject({ id: other.into.id, status: 'processed' })
    await isSound()
  })

  test('a wait is never lost: the longest one counts, and ends the snooze', async () => {
    const { own, into } = await two()
    const since = (await desk(own.id)).waiting_since
    await answer(t.agent, into.id, 'Отвечено')
    await t.agent.call(snoozeTicket, {
      params: { ticketId: into.id },
      body: { until: new Date(t.world.clock.now().getTime() + 3_600_000).toISOString() },
    })
    await merge(own.id, into.id)
    expect(await desk(into.id)).toMatchObject({ waiting_since: since, snoozed_until: null })
    await isSound()
    await unmerge(own.id)
    expect(await desk(into.id)).toMatchObject({ waiting_since: null, snoozed_until: expect.any(String) })
    expect(await desk(own.id)).toMatchObject({ waiting_since: since })
  })
})

describe('undoing', () => {
  test('restores both tickets, unless somebody has written since', async () => {
    const { own, into } = await two()
    await answer(t.agent, own.id, 'Смотрим')
    const was = { own: await desk(own.id), into: await desk(into.id) }
    const seen = await t.B.call(listMessages, { params: { ticketId: own.id } })
    await t.agent.call(addNote, { params: { ticketId: own.id }, form: { text: 'Заметка' } })
    await merge(own.id, into.id)
    expect((await t.agent.call(getRelations, { params: { ticketId: into.id } })).merged).toMatchObject([
      { id: own.id, number: own.number, can_undo: true, into: { id: into.id } },
    ])
    expect(await unmerge(own.id)).toEqual({ id: own.id, number: own.number })
    expect(await desk(own.id)).toEqual(was.own)
    expect(await desk(into.id)).toEqual(was.into)
    const again = await t.B.call(listMessages, { params: { ticketId: own.id } })
    expect(again.results.flatMap((day) => day.results.map(({ id }) => id))).toEqual(
      seen.results.flatMap((day) => day.results.map(({ id }) => id)),
    )
    expect((await t.agent.call(listNotes, { params: { ticketId: own.id } })).total_items).toBe(1)
    expect((await t.agent.call(listNotes, { params: { ticketId: into.id } })).total_items).toBe(0)
    expect(await acts(own.id)).toEqual(['unmerged_from', 'merged_into', 'noted'])
    expect(await acts(into.id)).toEqual(['unmerged', 'merged'])
    expect(await refusalOf(unmerge(own.id))).toMatchObject({ code: 'not_merged' })

    await merge(own.id, into.id)
    await reply(t.A, into.id, 'После объединения')
    expect((await t.agent.call(getRelations, { params: { ticketId: into.id } })).merged).toMatchObject([
      { can_undo: false },
    ])
    expect(await refusalOf(unmerge(own.id))).toMatchObject({ code: 'merge_settled' })
    await isSound()
  })

  test('leaves alone what a colleague has changed since', async () => {
    const { own, into } = await two()
    await t.agent.call(assignTicket, { params: { ticketId: own.id }, body: {} })
    await merge(own.id, into.id)
    await t.agent.call(assignTicket, { params: { ticketId: into.id }, body: { assignee: null } })
    await t.agent.call(closeTicket, { params: { ticketId: into.id } })
    await unmerge(own.id)
    expect(await desk(into.id)).toMatchObject({ status: 'processed', assignee: null })
    expect(await desk(own.id)).toMatchObject({ assignee: { id: t.walls.agent.id } })
    await isSound()
  })
})

describe('C loops, chains and two agents at once', () => {
  test('A→B→C leads to C from everywhere, and comes apart from the outside in', async () => {
    const [a, b, c] = [await writeTicket(t.A, 'а'), await writeTicket(t.B, 'б'), await writeTicket(t.A, 'в')]
    await merge(a.id, b.id)
    await merge(b.id, c.id)
    expect(await texts(t.B, a.id)).toEqual(['а', 'б', 'в'])
    await reply(t.B, a.id, 'г')
    await merge((await writeTicket(t.A, 'д')).id, a.id)
    expect(await texts(t.A, c.id)).toEqual(['а', 'б', 'в', 'г', 'д'])
    // A cycle: a leads to c already.
    expect(await refusalOf(merge(c.id, a.id))).toMatchObject({ code: 'merged_already' })
    expect(await refusalOf(merge(a.id, a.id))).toMatchObject({ code: 'invalid' })
    expect(await merge(a.id, c.id)).toEqual({ id: c.id, number: c.number })
    expect(await refusalOf(merge(a.id, (await writeTicket(t.A, 'е')).id))).toMatchObject({
      code: 'merged_already',
    })
    expect(await refusalOf(unmerge(a.id))).toMatchObject({ code: 'merge_settled' })
    await isSound()

    const [x, y, z] = [await writeTicket(t.A, 'х'), await writeTicket(t.A, 'у'), await writeTicket(t.A, 'ц')]
    await merge(x.id, y.id)
    await merge(y.id, z.id)
    await unmerge(y.id)
    expect([await texts(t.A, x.id), await texts(t.A, z.id)]).toEqual([['х', 'у'], ['ц']])
    await unmerge(x.id)
    expect([await texts(t.A, x.id), await texts(t.A, y.id)]).toEqual([['х'], ['у']])
    await isSound()
  })

  test('both directions, the same one twice, and replies of both in the middle of it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { own, into } = await two()
      const outcomes = await Promise.allSettled([
        merge(own.id, into.id),
        merge(into.id, own.id),
        merge(own.id, into.id),
        reply(t.A, into.id, `А${round}`),
        reply(t.B, own.id, `Б${round}`),
        answer(t.agent, own.id, `П${round}`),
      ])
      const merged = outcomes.slice(0, 3).filter(({ status }) => status === 'fulfilled')
      expect(merged.length).toBeGreaterThan(0)
      for (const outcome of outcomes.slice(0, 3))
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'merged_already' })
      // No message is lost or duplicated.
      for (const outcome of outcomes.slice(3)) expect(outcome.status).toBe('fulfilled')
      const all = await texts(t.B, own.id)
      expect(all).toEqual(await texts(t.A, into.id))
      expect(all.toSorted()).toEqual(
        ['Касса молчит', 'У нас касса молчит', `А${round}`, `Б${round}`, `П${round}`].toSorted(),
      )
    }
    const { own, into } = await two()
    await merge(own.id, into.id)
    const undone = await Promise.allSettled([unmerge(own.id), unmerge(own.id), reply(t.B, own.id, 'Ещё')])
    expect(undone[2].status).toBe('fulfilled')
    expect(undone.slice(0, 2).filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
    expect([...(await texts(t.A, own.id)), ...(await texts(t.A, into.id))]).toContain('Ещё')
    await isSound()
  })
})

test('T both streams get both tickets, and a reader who missed them gets them later', async () => {
  const base = await t.world.listen()
  const { own, into } = await two()
  const token = { agent: await t.world.signIn(t.walls.agent.login), A: await t.world.signIn(t.walls.A.login) }
  const headers = { authrestaurantid: t.walls.r11 }
  const open = (last?: string) => openDeskStream(base, token.agent, last)
  const staff = await openStream({ url: `${base}/api/events/`, kinds: EVENTS, token: token.A, headers })
  const stream = await open()
  onTestFinished(() => stream.hangUp())
  const { id: last } = await stream.next('counts')
  await staff.next('unread')
  await merge(own.id, into.id)
  const gone = { id: own.id, merged_into: { id: into.id, number: into.number }, is_rewritten: true }
  expect((await stream.next('ticket')).data).toMatchObject(gone)
  expect((await stream.next('ticket')).data).toMatchObject({ id: into.id, is_rewritten: true })
  // In the staff app's existing format: the merged ticket's id with the surviving ticket's data.
  expect((await staff.next('ticket')).data).toEqual({
    id: own.id,
    number: into.number,
    status: 'awaiting_response',
    status_readable: 'Awaiting response',
  })
  expect((await staff.next('ticket')).data).toMatchObject({ id: into.id, number: into.number })
  const late = await open(last ?? undefined)
  expect((await late.next('ticket')).data).toMatchObject(gone)
})

test('Z only the agents of the business merge, and only what is theirs', async () => {
  const { own, into } = await two()
  const foreign = await writeTicket(t.D, 'Чужой')
  for (const [id, to] of [
    [own.id, foreign.id],
    [foreign.id, own.id],
    [own.id, '999999999'],
    [own.id, 'abc'],
    ['abc', own.id],
  ] as const)
    expect(await refusalOf(merge(id, to))).toMatchObject({ code: 'not_found', status: 404 })
  expect(await refusalOf(merge(own.id, into.id, t.agent2.call))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(merge(own.id, into.id, t.A.call))).toMatchObject({ status: 403 })
  await merge(own.id, into.id)
  expect(await refusalOf(unmerge(own.id, t.agent2.call))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(unmerge(into.id))).toMatchObject({ code: 'not_merged' })
  for (const into of [null, 5, ['1'], {}, '', '../1', '1'.repeat(65)] as string[])
    expect(await refusalOf(merge(own.id, into))).toMatchObject({ status: 400 })
  await t.agent.call(listDeskMessages, { params: { ticketId: own.id } })
  expectCleanRefusals(t.refusals)
})
