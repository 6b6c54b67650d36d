import { addNote } from '@podmoga/contract/desk/notes'
import { closeTicket } from '@podmoga/contract/desk/tickets'
import { listTickets } from '@podmoga/contract/tickets'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { answer, reply, useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()
let oven: { id: string; number: number }
let scales: { id: string; number: number }
const FOREIGN = 'Гидравлический подъёмник застрял'
let foreign: { id: string; number: number }
let other: { id: string; number: number }

beforeAll(async () => {
  oven = await writeTicket(t.A, 'Пароконвектомат пищит и не греет')
  scales = await writeTicket(t.B, 'Весы показывают чужой вес')
  await answer(t.agent, oven.id, 'Проверьте, закрыта ли дверца до щелчка')
  other = await writeTicket(t.C, FOREIGN)
  foreign = await writeTicket(t.D, 'Люстра искрит')
  const gone = await writeTicket(t.C, 'Кофемолка рассыпалась')
  await t.agent.call(closeTicket, { params: { ticketId: gone.id } })
  await t.agent.call(addNote, {
    params: { ticketId: oven.id },
    form: { text: 'Звонил Рустаму: контактор сгорел' },
  })
})

const search = (
  text: string,
  status: 'awaiting_response' | 'processed' = 'awaiting_response',
  by = t.A.call,
) => by(listTickets, { query: { search: text, status } })
const ids = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).results.map(({ id }) => id)

test('a restaurant finds its tickets by words in any form, with typos, in the other layout and by number', async () => {
  expect(await ids('пароконвектоматы')).toEqual([oven.id])
  expect(await ids('щелчка дверцы')).toEqual([oven.id])
  expect(await ids('парконвектомат')).toEqual([oven.id])
  expect(await ids('dtcs')).toEqual([scales.id])
  expect(await ids(`№${scales.number}`)).toEqual([scales.id])
  expect((await ids('  ')).toSorted()).toEqual([oven.id, scales.id].toSorted())
  const { results, total_items, total_pages } = await search('весы')
  expect({ total_items, total_pages }).toEqual({ total_items: 1, total_pages: 1 })
  expect(results[0]).toMatchObject({ number: scales.number, found: 'Весы показывают чужой вес' })
  expect((await search(String(scales.number))).results[0]).not.toHaveProperty('found')
  expect(await refusalOf(search('а\u0000'))).toMatchObject({ status: 400, code: 'invalid' })
})

test('W not one word of another restaurant, of another business or of a note is found', async () => {
  const words = `${FOREIGN} Люстра искрит Кофемолка рассыпалась Звонил Рустаму контактор сгорел`.split(
    /[\s:]+/,
  )
  // Short words and numbers may occur in the restaurant's own tickets as well.
  for (const status of ['awaiting_response', 'processed'] as const)
    for (const word of words.filter((one) => one.length > 3))
      expect(await search(word, status), word).toMatchObject({ results: [], total_items: 0, total_pages: 0 })
  for (const number of [other.number, foreign.number].filter(
    (one) => ![oven.number, scales.number].includes(one),
  ))
    expect(await search(`№${number}`), String(number)).toMatchObject({ results: [], total_items: 0 })
  expect(await ids('подъёмник', 'awaiting_response', t.C.call)).toEqual([other.id])
})

test('each tab finds its own tickets', async () => {
  const { id } = await writeTicket(t.A, 'Миксер гудит')
  await reply(t.A, id, 'И пахнет')
  await t.agent.call(closeTicket, { params: { ticketId: id } })
  expect(await ids('миксер')).toEqual([])
  expect(await ids('миксер', 'processed')).toEqual([id])
})
