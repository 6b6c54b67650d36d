import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import { addNote, listNotes } from '@podmoga/contract/desk/notes'
import { closeTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, listLog } from '@podmoga/contract/desk/work'
import { describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { openDeskStream } from '../tickets.testing.stream.ts'
import { answer, countKept, picture, reply, useTwoAgents, writeTicket } from '../tickets.testing.ts'

const MARKER = 'щщтайнащщ'
const { t, two } = useTwoAgents()

const note = (
  ticketId: string,
  text: string,
  more: { mentions?: string; files?: readonly File[] } = {},
  by = t.agent.call,
) =>
  by(addNote, {
    params: { ticketId },
    form: { text, ...(more.mentions === undefined ? {} : { mentions: more.mentions }) },
    files: more.files ?? [],
  })

describe('notes of support', () => {
  test('are kept apart, newest first, with files and mentions', async () => {
    const { id } = await writeTicket(t.A)
    const stream = await openDeskStream(two.base, two.colleague.token)
    await stream.next('counts')
    const first = await note(id, 'Звонил, не берут трубку', {
      mentions: `${two.colleague.id},${t.walls.agent2.id},${t.walls.A.id}`,
      files: [await picture('Экран кассы.png')],
    })
    expect(first).toMatchObject({
      note_text: 'Звонил, не берут трубку',
      is_own: true,
      mentions: [{ id: two.colleague.id, name: 'Мадина' }],
      attachments: [{ file_name: 'Экран кассы.png', content_type: 'image/png' }],
    })
    expect((await stream.next('note')).data).toMatchObject({
      ticket_id: id,
      note: { note_id: first.note_id, is_own: false, mentions: [{ id: two.colleague.id }] },
    })
    await t.agent.call(closeTicket, { params: { ticketId: id } })
    await note(id, 'После закрытия', {}, t.world.as({ token: two.colleague.token }))
    const list = await t.agent.call(listNotes, { params: { ticketId: id } })
    expect(list.total_items).toBe(2)
    expect(list.results.map(({ note_text, is_own }) => [note_text, is_own])).toEqual([
      ['После закрытия', false],
      ['Звонил, не берут трубку', true],
    ])
    const opened = await fetch(two.base + (first.attachments[0]?.file_url ?? ''))
    expect(opened.status).toBe(200)
    const { results } = await t.agent.call(listLog, { params: { ticketId: id } })
    expect(results.map(({ act }) => act)).toEqual(['noted', 'closed', 'noted'])
  })

  test('I C bad input leaves nothing behind, a retry makes one note', async () => {
    const { id } = await writeTicket(t.A)
    const before = await countKept(t.world)
    const many = Array.from({ length: 21 }, (_, at) => at + 1).join(',')
    for (const [text, mentions] of [
      ['', ''],
      ['\u200b', ''],
      ['я'.repeat(10_001), ''],
      ['x', '1;drop'],
      ['x', many],
      ['x', '-1'],
    ])
      expect(await refusalOf(note(id, text ?? '', { mentions: mentions ?? '' }))).toMatchObject({
        status: 400,
      })
    for (const by of [t.agent2.call, t.A.call])
      expect([403, 404]).toContain((await refusalOf(note(id, 'Чужая', {}, by))).status)
    expect(await refusalOf(t.agent2.call(listNotes, { params: { ticketId: id } }))).toMatchObject({
      status: 404,
    })
    expect(await countKept(t.world)).toEqual(before)

    const options = { idempotency_key: '0a3b5c7e-1111-4222-8333-944455556666' }
    const press = () => t.agent.call(addNote, { params: { ticketId: id }, form: { text: 'Раз' } }, options)
    const [one, two] = await Promise.all([press(), press()])
    expect(one?.note_id).toBe(two?.note_id)
    expect((await t.agent.call(listNotes, { params: { ticketId: id } })).total_items).toBe(1)
  })

  test('no staff call, stream or export of the business contains a word of one', async () => {
    const { id } = await writeTicket(t.A, 'Вопрос')
    const stream = await fetch(`${two.base}/api/events/`, {
      headers: {
        authorization: `Bearer ${await t.world.signIn(t.walls.A.login)}`,
        authrestaurantid: t.walls.r11,
      },
    })
    const written = await note(id, MARKER, { files: [await picture(`${MARKER}.png`)] })
    await t.agent.call(assignTicket, {
      params: { ticketId: id },
      body: { assignee: two.colleague.id, word: MARKER },
    })
    await reply(t.A, id, 'Дополнение')
    await answer(t.agent, id, 'Ответ')
    await t.agent.call(closeTicket, { params: { ticketId: id } })

    const admin = await addPerson(t.world.sql, {
      business_id: t.walls.businesses.n1,
      email: 'admin-of-notes@walls.test',
      desk: [{ role: 'admin', business_id: t.walls.businesses.n1 }],
    })
    const admins = await t.world.signIn(admin.login)
    const asked: string[] = []
    for (const call of ENDPOINTS.filter(({ method, auth }) => method === 'GET' && auth !== 'agent')) {
      const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, id]))
      const found =
        call.query !== undefined && 'search' in call.query.shape
          ? `?search=${encodeURIComponent(MARKER)}`
          : ''
      const url = `/api/${pathOf(call, { params })}${found}`
      for (const told of [
        await t.A.raw({ url }),
        await t.world.app.inject({
          url,
          headers: { authorization: `Bearer ${admins}`, authrestaurantid: t.walls.r11 },
        }),
      ]) {
        expect(told.body, url).not.toContain(MARKER)
        expect(told.body, url).not.toContain(written.note_id === id ? MARKER : `"note_id"`)
        if (told.statusCode === 200) asked.push(call.name)
      }
    }
    expect(asked).toEqual(
      expect.arrayContaining(['getTicket', 'listMessages', 'listTickets', 'getUnread', 'exportPeople']),
    )

    let received = ''
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (!received.includes('"processed"')) received += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(received).toContain('Дополнение')
    expect(received).not.toContain(MARKER)
    // Nor do the restaurant's stored events and messages.
    const [kept] = await t.world.sql<{ told: number; outbox: number }[]>`
      select (select count(*)::int from ticket_events where note_id is not null and restaurant_id is not null) as told,
        (select count(*)::int from messages where text like ${`%${MARKER}%`}) as outbox`
    expect(kept).toEqual({ told: 0, outbox: 0 })
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
