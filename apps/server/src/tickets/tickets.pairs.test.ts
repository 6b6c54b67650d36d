import type { Call } from '@podmoga/contract/client'
import { changeMany } from '@podmoga/contract/desk/bulk'
import { addCanned, addCannedFiles, listCanned } from '@podmoga/contract/desk/canned'
import { DESK_EVENTS } from '@podmoga/contract/desk/events'
import { addNote, listNotes } from '@podmoga/contract/desk/notes'
import { followUp, getRelations, mergeTicket, splitTicket } from '@podmoga/contract/desk/relations'
import {
  closeTicket,
  getDeskTicket,
  listDeskMessages,
  reopenTicket,
  sendDeskReply,
} from '@podmoga/contract/desk/tickets'
import { addSavedView, listSavedViews } from '@podmoga/contract/desk/views'
import { assignTicket, editTicket, snoozeTicket, takeNext } from '@podmoga/contract/desk/work'
import type { CallInput } from '@podmoga/contract/endpoint'
import { TAGS_MAX } from '@podmoga/contract/limits'
import { Refusal } from '@podmoga/contract/refusals'
import { expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { newKey } from '../testing.ts'
import { openStream } from './tickets.testing.stream.ts'
import {
  addColleague,
  answer,
  expectSound,
  picture,
  reply,
  useTicketWorld,
  writeTicket,
} from './tickets.testing.ts'

const t = useTicketWorld()

const texts = async (ticketId: string): Promise<string[]> =>
  (
    await t.agent.call(listDeskMessages, { params: { ticketId }, query: { page_size: '100' } })
  ).results.flatMap((day) => day.results.map(({ text }) => text))
const lastMessage = async (ticketId: string): Promise<string> => {
  const [row] = await t.world.sql<
    { id: string }[]
  >`select max(id) as id from messages where ticket_id = ${ticketId}`
  return row?.id ?? ''
}

interface Scene {
  ticketId: string
  into: string
  message: string
  word: string
}

/** What two agents may do with one ticket. */
const ACTS: Record<string, (call: Call, scene: Scene) => Promise<unknown>> = {
  take: (call, { ticketId }) => call(assignTicket, { params: { ticketId }, body: { from: null } }),
  lay_down: (call, { ticketId }) => call(assignTicket, { params: { ticketId }, body: { assignee: null } }),
  reply: (call, { ticketId, word }) => call(sendDeskReply, { params: { ticketId }, form: { text: word } }),
  reply_and_close: (call, { ticketId, word }) =>
    call(sendDeskReply, { params: { ticketId }, form: { text: word, close: 'true' } }),
  close: (call, { ticketId }) => call(closeTicket, { params: { ticketId } }),
  reopen: (call, { ticketId }) => call(reopenTicket, { params: { ticketId } }),
  edit: (call, { ticketId }) =>
    call(editTicket, { params: { ticketId }, body: { priority: 'high', tags: ['касса'] } }),
  snooze: (call, { ticketId }) =>
    call(snoozeTicket, {
      params: { ticketId },
      body: { until: new Date(t.world.clock.now().getTime() + 3_600_000).toISOString() },
    }),
  note: (call, { ticketId, word }) => call(addNote, { params: { ticketId }, form: { text: word } }),
  split: (call, { ticketId, message }) => call(splitTicket, { params: { ticketId }, body: { message } }),
  merge: (call, { ticketId, into }) => call(mergeTicket, { params: { ticketId }, body: { into } }),
  merge_back: (call, { ticketId, into }) =>
    call(mergeTicket, { params: { ticketId: into }, body: { into: ticketId } }),
  many: (call, { ticketId, into }) =>
    call(changeMany, { body: { tickets: [into, ticketId], act: { do: 'close' } } }),
}

test('C two agents on one ticket, each act beside each: both come through or are told why, nothing is lost or askew', async () => {
  const colleague = await addColleague(t)
  const SPEAKS = ['reply', 'reply_and_close']
  for (const [one, first] of Object.entries(ACTS)) {
    const outcomes = await Promise.all(
      Object.entries(ACTS).map(async ([other, second]) => {
        const { id: ticketId } = await writeTicket(t.A, `${one} и ${other}`)
        const { id: into } = await writeTicket(t.B, 'Рядом')
        await reply(t.A, ticketId, 'И ещё')
        const scene = { ticketId, into, message: await lastMessage(ticketId) }
        const settled = await Promise.allSettled([
          first(t.agent.call, { ...scene, word: `Первый: ${other}` }),
          second(colleague.call, { ...scene, word: `Второй: ${one}` }),
        ])
        return { one, other, scene, settled }
      }),
    )
    for (const { one, other, scene, settled } of outcomes) {
      const named = `${one} and ${other}`
      for (const each of settled)
        if (each.status === 'rejected') {
          expect(each.reason, named).toBeInstanceOf(Refusal)
          expect(each.reason.status, `${named}: ${each.reason.code}`).toBeLessThan(500)
        }
      expect(
        settled.some(({ status }) => status === 'fulfilled') || [one, other].includes('reopen'),
        named,
      ).toBe(true)
      const said = await texts(scene.ticketId)
      const [began, ended] = settled.map(({ status }) => status === 'fulfilled')
      if (SPEAKS.includes(one))
        expect(
          said.filter((text) => text === `Первый: ${other}`),
          named,
        ).toHaveLength(began ? 1 : 0)
      if (SPEAKS.includes(other))
        expect(
          said.filter((text) => text === `Второй: ${one}`),
          named,
        ).toHaveLength(ended ? 1 : 0)
    }
  }
  await expectSound(t.world)
})

test('I01 I02 I05 what an agent makes is made once, however often and on whichever line it is sent', async () => {
  const { id: ticketId } = await writeTicket(t.A, 'Дважды')
  await reply(t.A, ticketId, 'Вынести')
  const message = await lastMessage(ticketId)
  const { id: closed } = await writeTicket(t.A, 'Закрытый')
  await answer(t.agent, closed, 'Готово', { close: 'true' })
  const file = await picture()
  const thrice = async <T>(make: (key: { idempotency_key: string }) => Promise<T>): Promise<T> => {
    const key = { idempotency_key: newKey() }
    const [one, two] = await Promise.all([make(key), make(key)])
    expect(two).toEqual(one)
    // Later, as after an answer that was lost.
    expect(await make(key)).toEqual(one)
    return one
  }
  const params = { params: { ticketId } }
  await thrice((key) =>
    t.agent.call(sendDeskReply, { ...params, form: { text: 'Один раз' }, files: [file] }, key),
  )
  await thrice((key) => t.agent.call(addNote, { ...params, form: { text: 'Одна' }, files: [file] }, key))
  await thrice((key) => t.agent.call(splitTicket, { ...params, body: { message } }, key))
  const next = { params: { ticketId: closed } }
  await thrice((key) => t.agent.call(followUp, { ...next, body: { text: 'Как дела?' } }, key))
  expect(await texts(ticketId)).toEqual(['Дважды', 'Один раз'])
  expect((await t.agent.call(listNotes, params)).results).toHaveLength(1)
  expect((await t.agent.call(getRelations, params)).linked).toHaveLength(1)
  expect((await t.agent.call(getRelations, next)).linked).toHaveLength(1)

  const text = 'Здравствуйте!'
  const canned = await thrice((key) => t.agent.call(addCanned, { body: { title: 'Привет', text } }, key))
  const where = { params: { cannedId: canned.id }, files: [file] }
  expect((await thrice((key) => t.agent.call(addCannedFiles, where, key))).files).toHaveLength(1)
  expect((await t.agent.call(listCanned, {})).results.filter(({ title }) => title === 'Привет')).toHaveLength(
    1,
  )
  const view = { name: 'Моё', filters: { tab: 'open' } } as const
  await thrice((key) => t.agent.call(addSavedView, { body: view }, key))
  expect((await t.agent.call(listSavedViews, {})).results.filter(({ name }) => name === 'Моё')).toHaveLength(
    1,
  )
  const taken = await thrice((key) => t.agent.call(takeNext, { body: {} }, key))
  await expectSound(t.world)
  expect(taken).not.toEqual(await t.agent.call(takeNext, { body: {} }))
})

test('C11 two agents change the tags of one ticket from stale pages: what each added and took away stays so', async () => {
  const { id } = await writeTicket(t.A)
  const edit = (body: CallInput<typeof editTicket>['body']) =>
    t.agent.call(editTicket, { params: { ticketId: id }, body })
  const tags = async () => (await t.agent.call(getDeskTicket, { params: { ticketId: id } })).tags
  await edit({ tags: ['касса', 'терминал'] })
  const tags_were = ['касса', 'терминал']
  await edit({ tags: ['касса', 'терминал', 'возврат'], tags_were })
  await edit({ tags: ['vip', 'Касса'], tags_were })
  expect(await tags()).toEqual(['касса', 'возврат', 'vip'])
  await edit({ tags: ['касса'] })
  expect(await tags()).toEqual(['касса'])
  const many = Array.from({ length: TAGS_MAX }, (_, at) => `метка ${at}`)
  const refused = await refusalOf(edit({ tags: many, tags_were: [] }))
  expect(refused).toMatchObject({ code: 'invalid', fields: { tags: expect.any(String) } })
})

test('T03 the stream of the desk ends with its reason when the token runs out', async () => {
  const token = await t.world.signIn(t.walls.agent.login)
  const base = await t.world.listen()
  const stream = await openStream({ url: `${base}/api/desk/events/`, kinds: DESK_EVENTS, token })
  await stream.next('counts')
  t.world.clock.move(400 * 24 * 3600 * 1000)
  expect((await stream.rest()).at(-1)).toMatchObject({ name: 'end', data: { reason: 'token_expired' } })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
