import {
  addMacro,
  deleteMacro,
  editMacro,
  getMacroRun,
  listMacros,
  type MacroActs,
  runMacro,
  undoMacroRun,
} from '@podmoga/contract/desk/macros'
import { getDeskTicket } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import {
  addColleague,
  answer,
  expectSound,
  reply,
  useTicketWorld,
  writeTicket,
} from '../../tickets/tickets.testing.ts'

const t = useTicketWorld()
const HOUR = 3_600_000
const NOTHING: MacroActs = { text: null, tags: [], priority: null, assignee: null, close: false }
let made = 0
const keep = (acts: Partial<MacroActs>) => {
  made += 1
  return t.agent.call(addMacro, { body: { name: `Макрос ${made}`, acts: { ...NOTHING, ...acts } } })
}
const run = (macroId: string, tickets: string[], seen: Record<string, number | string> = {}) =>
  t.agent.call(runMacro, { params: { macroId }, body: { tickets, seen } })
/** Moves the clock past the undo delay and waits for the result. */
const outcome = async (runId: string) => {
  t.world.clock.move(6000)
  await expect
    .poll(async () => (await t.agent.call(getMacroRun, { params: { runId } })).state)
    .toMatch(/done|undone/)
  return t.agent.call(getMacroRun, { params: { runId } })
}
const ticketOf = (ticketId: string) => t.agent.call(getDeskTicket, { params: { ticketId } })
const textsIn = async (ticketId: string) =>
  (
    await t.world.sql<
      { text: string }[]
    >`select text from messages where ticket_id = ${ticketId} order by position`
  ).map(({ text }) => text)

test('a macro answers with the ticket filled in, tags, presses, assigns and closes, once for each ticket', async () => {
  const one = await writeTicket(t.A)
  const two = await writeTicket(t.A)
  const text = '{Имя}, деньги по №{номер} вернутся. {ресторан}'
  const { id } = await keep({ text, tags: ['возврат'], priority: 'high', assignee: 'me', close: true })
  const begun = await run(id, [one.id, two.id, one.id, '999999'], { [one.id]: 1 })
  expect(begun).toMatchObject({ state: 'waiting', total: 3, results: [] })
  expect(await textsIn(one.id)).toHaveLength(1)
  const { results } = await outcome(begun.id)
  expect(results.map(({ fate }) => fate)).toEqual(['done', 'done', 'not_found'])
  for (const { id: ticketId, number } of [one, two]) {
    const ticket = await ticketOf(ticketId)
    expect(ticket).toMatchObject({ status: 'processed', priority: 'high', tags: ['возврат'] })
    expect(ticket.assignee?.id).toBe(t.walls.agent.id)
    const [, text_sent] = await textsIn(ticketId)
    expect(text_sent).toBe(
      `${ticket.customer.first_name}, деньги по №${number} вернутся. ${ticket.restaurant.name}`,
    )
    const log = await t.agent.call(listLog, { params: { ticketId } })
    expect(log.results.map(({ act }) => act)).toEqual(['closed', 'assigned', 'tags', 'priority'])
  }
  await expectSound(t.world)
})

test('a run undone in time does nothing; one that has begun cannot be undone', async () => {
  const { id: ticketId } = await writeTicket(t.A)
  const { id } = await keep({ text: 'Сделано', close: true })
  const first = await run(id, [ticketId])
  expect(await t.agent.call(undoMacroRun, { params: { runId: first.id } })).toMatchObject({ state: 'undone' })
  expect((await outcome(first.id)).state).toBe('undone')
  expect(await textsIn(ticketId)).toHaveLength(1)
  const second = await run(id, [ticketId])
  await outcome(second.id)
  expect(await t.agent.call(undoMacroRun, { params: { runId: second.id } })).toMatchObject({ state: 'done' })
  expect(await textsIn(ticketId)).toEqual(['Касса не печатает чек', 'Сделано'])
})

test('a macro that fails on a ticket reports why and changes nothing in it', async () => {
  const [unread, unreadToo, closed, unnamed, foreign] = [
    await writeTicket(t.A),
    await writeTicket(t.A),
    await writeTicket(t.A),
    await writeTicket(t.A),
    await writeTicket(t.D),
  ]
  await answer(t.agent, closed.id, 'Готово', { close: 'true' })
  const { id } = await keep({ text: 'Готово', tags: ['да'], close: true })
  const [first] = await t.world.sql<{ id: string }[]>`
    select id::text as id from messages where ticket_id = ${unreadToo.id}`
  const begun = await run(id, [unread.id, unreadToo.id, closed.id, foreign.id], {
    [unread.id]: 1,
    [unreadToo.id]: first?.id ?? '',
  })
  for (const { id: ticketId } of [unread, unreadToo]) await reply(t.A, ticketId, 'Ещё вот что')
  expect((await outcome(begun.id)).results.map(({ fate }) => fate)).toEqual([
    'unseen_message',
    'unseen_message',
    'ticket_closed',
    'not_found',
  ])
  expect(await ticketOf(unread.id)).toMatchObject({ status: 'awaiting_response', tags: [] })
  const asks = await keep({ text: 'Приедем {когда}', tags: ['да'] })
  const stranger = await keep({ assignee: t.walls.agent2.id, tags: ['да'] })
  for (const [macro, fate] of [
    [asks, 'unfilled'],
    [stranger, 'no_such_agent'],
  ] as const)
    expect((await outcome((await run(macro.id, [unnamed.id])).id)).results[0]?.fate).toBe(fate)
  expect(await ticketOf(unnamed.id)).toMatchObject({ tags: [], assignee: null })
})

test('N05: a run ends where its agent no longer serves, and is dropped when it is an hour late', async () => {
  const { sql, clock } = t.world
  const { id: ticketId } = await writeTicket(t.A)
  const { id } = await keep({ text: 'Сделано', close: true })
  const colleague = await addColleague(t)
  const begin = async () => {
    const body = { tickets: [ticketId], seen: {} }
    return (await colleague.call(runMacro, { params: { macroId: id }, body })).id
  }
  const ended = async (runId: string, state: string) => {
    const rows = () => sql<{ state: string }[]>`select state, results from macro_runs where id = ${runId}`
    await expect.poll(async () => (await rows())[0]?.state).toBe(state)
    return (await rows())[0]
  }
  const late = await begin()
  clock.move(HOUR + 6000)
  expect(await ended(late, 'undone')).toMatchObject({ results: [] })
  const removed = await begin()
  await sql`delete from desk_members where person_id = ${colleague.id}`
  clock.move(6000)
  expect(await ended(removed, 'done')).toMatchObject({ results: [{ fate: 'not_found' }] })
  await sql`insert into desk_members (person_id, business_id, role, state, sort_name)
    select ${colleague.id}, business_id, role, state, sort_name from desk_members
    where person_id = ${t.walls.agent.id} and business_id = ${t.walls.businesses.n1}`
  expect(await textsIn(ticketId)).toEqual(['Касса не печатает чек'])
})

test('agents of a business keep macros together: a name once, nobody writes over what he has not seen', async () => {
  const { id, name, version, acts } = await keep({ close: true })
  const edit = (more: object) =>
    t.agent.call(editMacro, { params: { macroId: id }, body: { name, acts, version, ...more } })
  expect(await edit({ name: 'Закрыть' })).toMatchObject({ name: 'Закрыть', version: version + 1 })
  expect(await refusalOf(edit({}))).toMatchObject({ code: 'changed_meanwhile' })
  const other = await keep({ close: true })
  const taken = { name: 'закрыть', acts, version: other.version }
  expect(
    await refusalOf(t.agent.call(editMacro, { params: { macroId: other.id }, body: taken })),
  ).toMatchObject({ code: 'name_taken' })
  expect(await refusalOf(t.agent.call(addMacro, { body: { name: 'Ничего', acts: NOTHING } }))).toMatchObject({
    code: 'invalid',
  })
  expect((await t.agent2.call(listMacros, {})).results).toEqual([])
  await t.agent.call(deleteMacro, { params: { macroId: id } })
  expect((await t.agent.call(listMacros, {})).results.map((one) => one.id)).not.toContain(id)
})
