import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import { addCanned, addCannedFiles } from '@podmoga/contract/desk/canned'
import { addNote } from '@podmoga/contract/desk/notes'
import { followUp } from '@podmoga/contract/desk/relations'
import { getDeskTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { kindsOf } from '@podmoga/contract/rights'
import { getPlaces } from '@podmoga/contract/session'
import { openTicketForCaller } from '@podmoga/contract/tickets/callers'
import { afterAll, describe, expect, test } from 'vitest'
import { seedPeopleManagers } from '../business/business.testing.ts'
import { newKey, openWorld } from '../testing.ts'
import {
  addColleague,
  answer,
  countKept,
  openTicketWorld,
  picture,
  writeTicket,
} from '../tickets/tickets.testing.ts'
import { expectCleanRefusals, refusalOf } from './testing-refusals.ts'

const DESK = ENDPOINTS.filter(({ path }) => path.startsWith('desk/'))

describe('R01 R11 T02: the rate of requests at the desk', () => {
  test('every call, the stream and what takes files too, is refused once it is used up, and does nothing', async () => {
    const world = await openWorld({ REQUESTS_PER_MINUTE: '1' })
    afterAll(() => world.close())
    const walls = await seedPeopleManagers(world)
    const who = { agent: walls.agent, editor: walls.editor, manager: walls.manager, admin: walls.admin }
    const tokens = new Map<string, string>()
    for (const [role, { login }] of Object.entries(who)) {
      const token = await world.signIn(login)
      await world.as({ token })(getPlaces, {})
      tokens.set(role, token)
    }
    const refusals = []
    for (const call of DESK) {
      const token = tokens.get(kindsOf(call)[0] ?? '')
      // `getDesk` may be called by anyone signed in.
      const headers = { authorization: `Bearer ${token ?? tokens.get('agent')}`, 'accept-language': 'ru' }
      const params = Object.fromEntries(
        [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']),
      )
      const answer = await world.app.inject({
        method: call.method,
        url: `/api/${pathOf(call, { params })}`,
        headers,
        ...(call.method === 'POST' && { payload: {} }),
      })
      expect(answer.statusCode, call.name).toBe(429)
      expect(answer.json(), call.name).toMatchObject({ code: 'too_often' })
      expect(Number(answer.headers['retry-after']), call.name).toBeGreaterThan(0)
      refusals.push(answer)
    }
    expect(refusals.length).toBeGreaterThan(80)
    expectCleanRefusals(refusals)
  })
})

test('R08 R11 what agents upload is counted together, in replies, notes and canned replies; the refused leaves nothing', async () => {
  const file = await picture()
  const t = await openTicketWorld({ RATE_LIMITS: 'on', UPLOAD_BYTES_PER_HOUR: String(file.size + 1) })
  afterAll(() => t.world.close())
  const { id: ticketId } = await writeTicket(t.A)
  const params = { params: { ticketId } }
  const { id: cannedId } = await t.agent.call(addCanned, { body: { title: 'Привет', text: 'Здравствуйте!' } })
  await t.agent.call(addNote, { ...params, form: { text: 'С файлом' }, files: [file] })
  const before = await countKept(t.world)
  const files = [file]
  const refused = [
    () => t.agent.call(sendDeskReply, { ...params, form: { text: 'Ответ' }, files }),
    () => t.agent.call(addNote, { ...params, form: { text: 'Заметка' }, files }),
    () => t.agent.call(addCannedFiles, { params: { cannedId }, files }),
  ]
  for (const call of refused)
    expect(await refusalOf(call())).toMatchObject({ status: 429, code: 'too_often' })
  expect(await countKept(t.world)).toEqual(before)
  await t.agent.call(sendDeskReply, { ...params, form: { text: 'Без файла' } })
  t.world.clock.move(3_601_000)
  await t.agent.call(sendDeskReply, { ...params, form: { text: 'Через час' }, files })
  expectCleanRefusals(t.refusals)
})

describe('R02 R03 the rate at which an agent writes', () => {
  test('replies, notes and follow-ups count together, a refused or repeated one does not; nobody else waits for it', async () => {
    const t = await openTicketWorld({ RATE_LIMITS: 'on' })
    afterAll(() => t.world.close())
    const [{ id }, { id: closed }] = [await writeTicket(t.A), await writeTicket(t.A)]
    await answer(t.agent, closed, 'Закрыто', { close: 'true' })
    t.world.clock.move(61_000)
    const colleague = await addColleague(t)
    const params = { ticketId: id }
    const caller = {
      customer: t.walls.A.id,
      restaurant: t.walls.r11,
      category: 'other',
      text: 'Звонит',
    } as const
    expect(await refusalOf(answer(t.agent, closed, 'Ещё'))).toMatchObject({ code: 'ticket_closed' })

    // I07: requests without a key, or with another one, create two replies; with the same key, one, counted once.
    const before = await countKept(t.world)
    const key = { idempotency_key: newKey() }
    const same = [1, 2, 3].map(() =>
      t.agent.call(sendDeskReply, { params, form: { text: 'Один' } }, key).then((made) => made.id),
    )
    expect(new Set(await Promise.all(same)).size).toBe(1)
    const two = [1, 2].map(() => answer(t.agent, id, 'Два').then((made) => made.id))
    expect(new Set(await Promise.all(two)).size).toBe(2)
    for (let note = 0; note < 13; note += 1)
      await t.agent.call(addNote, { params, form: { text: `Заметка ${note}` } })
    await t.agent.call(followUp, { params: { ticketId: closed }, body: { text: 'Продолжим' } })
    for (let number = 18; number <= 30; number += 1) await answer(t.agent, id, `Ответ ${number}`)

    const full = await countKept(t.world)
    expect((full?.messages ?? 0) - (before?.messages ?? 0)).toBe(3 + 1 + 13)
    const more = [
      () => answer(t.agent, id, 'Тридцать первый'),
      () => t.agent.call(addNote, { params, form: { text: 'Тридцать первая' } }),
      () => t.agent.call(followUp, { params: { ticketId: closed }, body: { text: 'Ещё раз' } }),
      () => t.agent.call(openTicketForCaller, { body: caller }),
    ]
    for (const refused of await Promise.all(more.map((send) => refusalOf(send())))) {
      expect(refused).toMatchObject({ status: 429, code: 'too_often' })
      expect(refused.retry_after).toBeGreaterThan(0)
      expect(refused.retry_after).toBeLessThanOrEqual(60)
    }
    expect(await countKept(t.world)).toEqual(full)
    // A repeated request gets its first answer, and other agents can still write.
    expect((await t.agent.call(sendDeskReply, { params, form: { text: 'Один' } }, key)).id).toBe(
      await same[0],
    )
    await colleague.call(sendDeskReply, { params, form: { text: 'Коллега' } })
    await writeTicket(t.A)
    t.world.clock.move(61_000)
    await answer(t.agent, id, 'Через минуту')
    expectCleanRefusals(t.refusals)
  })

  test('R02 who floods the desk is refused alone', async () => {
    const t = await openTicketWorld({ RATE_LIMITS: 'on', REQUESTS_PER_MINUTE: '50' })
    afterAll(() => t.world.close())
    const colleague = await addColleague(t)
    const { id } = await writeTicket(t.A)
    const look = (call: typeof colleague.call) => call(getDeskTicket, { params: { ticketId: id } })
    const flood = await Promise.allSettled(Array.from({ length: 120 }, () => look(t.agent.call)))
    const passed = flood.filter(({ status }) => status === 'fulfilled').length
    expect([passed > 0, passed <= 50]).toEqual([true, true])
    for (const others of [colleague.call, colleague.call]) expect(await look(others)).toMatchObject({ id })
    await writeTicket(t.A)
    expectCleanRefusals(t.refusals)
  })
})
