import { addNote } from '@podmoga/contract/desk/notes'
import { searchTickets } from '@podmoga/contract/desk/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { piecesOf, readSought } from './tickets.search.words.ts'
import {
  answer,
  expectCleanRefusals,
  openTicketWorld,
  picture,
  refusalOf,
  reply,
  writeTicket,
} from './tickets.testing.ts'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let terminal: { id: string; number: number }
let printer: { id: string; number: number }

beforeAll(async () => {
  t = await openTicketWorld()
  terminal = await writeTicket(t.A, 'Терминалы Humo не проводят платежи с утра')
  printer = await writeTicket(t.A12, 'Принтер жуёт ленту', [await picture('Лента.png')])
  await answer(t.agent, printer.id, 'Откройте крышку и ещё раз заправьте рулон')
  await writeTicket(t.D, 'Чужой терминал не проводит платёж')
})
afterAll(() => t.world.close())

const search = (q: string, by = t.agent.call) => by(searchTickets, { query: { q } })
const ids = async (q: string, by = t.agent.call) =>
  (await search(q, by)).results.map(({ ticket }) => ticket.id)

describe('search over tickets', () => {
  test('finds every word in its other forms, whoever wrote it, and marks it', async () => {
    expect(await ids('терминал платеж')).toEqual([terminal.id])
    expect(await ids('ПРОВОДИТ')).toEqual([terminal.id])
    expect(await ids('крышка рулоны')).toEqual([printer.id])
    expect(await ids('жует')).toEqual([printer.id])
    expect(await ids('самолёт')).toEqual([])
    const [found] = (await search('терминалы')).results
    expect(found).toMatchObject({
      ticket: { number: terminal.number, restaurant: { id: t.walls.r11 } },
      message: { author_name: 'A', pieces: [{ text: 'Терминалы', is_hit: true }, { is_hit: false }] },
    })
  })

  test('a slip of the finger finds what is alike, and says so', async () => {
    expect(await search('терминлы humo')).toMatchObject({
      is_guess: true,
      results: [{ ticket: { id: terminal.id } }],
    })
    expect((await search('терминал')).is_guess).toBe(false)
  })

  test('a number, a customer and a restaurant are found too; filters narrow', async () => {
    expect((await ids(`№${printer.number}`))[0]).toBe(printer.id)
    expect((await ids(String(terminal.number)))[0]).toBe(terminal.id)
    expect(await ids('ресторан 12')).toEqual([printer.id])
    expect((await ids('a@walls.test')).toSorted()).toEqual([printer.id, terminal.id].toSorted())
    expect(await ids('файл:есть')).toEqual([printer.id])
    expect(await ids('от:agent')).toEqual([printer.id])
    expect(await ids('от:agent терминал')).toEqual([])
    expect(await ids('ресторан:"Ресторан 11" терминал')).toEqual([terminal.id])
    expect(await ids('ресторан:12 терминал')).toEqual([])
    expect(await ids('   ')).toEqual([])
  })

  test('Z another business’s words are not there; a note is no message', async () => {
    await t.agent.call(addNote, { params: { ticketId: terminal.id }, form: { text: 'щщпримета' } })
    expect(await ids('щщпримета')).toEqual([])
    expect(await ids('терминал', t.agent2.call)).not.toContain(terminal.id)
    expect(await ids(String(terminal.number), t.agent2.call)).not.toContain(terminal.id)
    expect(await refusalOf(search('терминал', t.A.call))).toMatchObject({ status: 403 })
  })

  test('I whatever is typed is only words', async () => {
    for (const q of [
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '"',
      ':*',
      '& | !',
      '<->',
      '(',
      'от:',
      'файл:',
      'от:"',
      '№',
      '😀',
      '\u202e',
      '--',
    ])
      expect((await search(q)).total_items, q).toBeGreaterThanOrEqual(0)
    for (const q of ['я'.repeat(201), 'a\u0000b'])
      expect(await refusalOf(search(q))).toMatchObject({ status: 400 })
    for (let turn = 0; turn < 3; turn += 1) await reply(t.A, terminal.id, `Касса ${turn}`)
    const page = await t.agent.call(searchTickets, { query: { q: 'касса', page_size: '1', page: '2' } })
    expect(page).toMatchObject({ results: [], total_items: 1, total_pages: 1 })
  })
})

test('filters are taken out of the words, quotes keep a name whole', () => {
  expect(readSought('касса от:"Азиза К" ресторан:Плов файл:есть не печатает')).toEqual({
    words: 'касса не печатает',
    from: 'Азиза К',
    restaurant: 'Плов',
    has_file: true,
    number: null,
  })
  expect(readSought('№ 1042').number).toBe(1042)
  expect(readSought('ОТ:азиз 12')).toMatchObject({ from: 'азиз', words: '12', number: 12 })
})

test('a long text is cut around its first hit', () => {
  const text = `${'Слова без дела. '.repeat(20)}А касса молчит. ${'И ещё. '.repeat(60)}`
  const pieces = piecesOf(text, ['касс'])
  expect(pieces.filter(({ is_hit }) => is_hit)).toEqual([{ text: 'касса', is_hit: true }])
  expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(260)
  expect(pieces.at(0)?.text).toBe('…')
  expect(pieces.at(-1)?.text).toBe('…')
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
