import { addNote } from '@podmoga/contract/desk/notes'
import { mergeTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erase } from '../../business/personal-data/erase.ts'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { MODULES } from '../../modules.ts'
import { addPerson } from '../../session/session.testing.ts'
import { answer, openTicketWorld, picture, reply, writeTicket } from '../tickets.testing.ts'
import { meantOf } from './alike.ts'
import { fillSome } from './fill.sql.ts'
import { fillMessageWords } from './fill.ts'
import { findMessages, nextStretch, queryOfAll, termsOf } from './index.sql.ts'

const HOUR_MS = 3_600_000

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

  test('a typo finds similar words, says so and marks them', async () => {
    expect(await search('терминлы humo')).toMatchObject({
      is_guess: true,
      results: [
        {
          ticket: { id: terminal.id },
          message: {
            pieces: [
              { text: 'Терминалы', is_hit: true },
              { text: ' ', is_hit: false },
              { text: 'Humo', is_hit: true },
              { is_hit: false },
            ],
          },
        },
      ],
    })
    for (const q of ['тирминалы', 'птинтер', 'рлуон', 'принттер лену'])
      expect((await search(q)).results, q).not.toEqual([])
    expect((await search('терминал')).is_guess).toBe(false)
    expect(await search('самолёт')).toMatchObject({ is_guess: false, results: [] })
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

  test('filters by ticket narrow too, with words and without; the other layout is understood', async () => {
    await t.agent.call(editTicket, {
      params: { ticketId: printer.id },
      body: { priority: 'urgent', tags: ['бумага'] },
    })
    await t.agent.call(assignTicket, { params: { ticketId: printer.id } })
    expect(await ids('метка:Бумага')).toEqual([printer.id])
    expect(await ids('срочность:срочно лента')).toEqual([printer.id])
    expect(await ids('срочность:обычная лента')).toEqual([])
    expect(await ids('агент:agent')).toEqual([printer.id])
    await t.world
      .sql`update people set first_name = 'Бахтиёр', last_name = 'Семенов' where email = 'agent@walls.test'`
    for (const named of ['Бахтиёр', 'бахтиер', 'Семёнов']) {
      expect(await ids(`агент:${named}`), named).toEqual([printer.id])
      expect(await ids(`от:${named}`), named).toEqual([printer.id])
    }
    expect(await ids('агент:никто платежи')).toEqual([terminal.id])
    expect(await ids('статус:открыт рулон')).toEqual([printer.id])
    expect(await ids('статус:закрыт рулон')).toEqual([])
    expect(await ids('метка:бумага', t.agent2.call)).toEqual([])
    // A filter with an invalid value is an ordinary word.
    expect(await ids('статус:странный')).toEqual([])
    expect(await search('nthvbyfk')).toMatchObject({
      is_guess: true,
      results: [{ ticket: { id: terminal.id } }],
    })
    expect(await ids('ргьщ')).toEqual([terminal.id])
  })

  test('days narrow by when it was written, each in the calendar of the ticket’s restaurant', async () => {
    const { sql } = t.world
    // 00:30 of the 12th in Tashkent, and still the 11th in Moscow.
    const moment = new Date('2024-10-11T19:30:00Z')
    const old = await writeTicket(t.A, 'Весы показывают ноль')
    await sql`update tickets set created_at = ${moment}, last_message_at = ${moment} where id = ${old.id}`
    await sql`update messages set created_at = ${moment} where ticket_id = ${old.id}`
    const later = await reply(t.A, old.id, 'Весы опять сломаны')
    const whenSaid = async (q: string) => (await search(q)).results.map(({ message }) => message?.id)
    const first = await ids('весы с:12.10.2024 по:12.10.2024')
    expect(first).toEqual([old.id])
    expect(await ids('весы по:11.10.2024')).toEqual([])
    expect(await ids('весы с:13.10.2024 по:31.12.2024')).toEqual([])
    expect(await whenSaid('весы с:13.10.2024')).toEqual([later.id])
    expect(await ids('по:12.10.2024')).toEqual([old.id])
    expect(await ids('по:2024-10-12 метка:бумага')).toEqual([])
    expect(await ids('с:сегодня')).toContain(old.id)
    await sql`update restaurants set timezone = 'Europe/Moscow' where id = ${t.walls.r11}`
    expect(await ids('весы по:11.10.24')).toEqual([old.id])
    await sql`update restaurants set timezone = 'Asia/Tashkent' where id = ${t.walls.r11}`
    expect(await ids('с:сегодня', t.agent2.call)).not.toContain(old.id)
    // Today is another day on the other side of the date line.
    for (const [zone, hours] of [
      ['Pacific/Kiritimati', 14],
      ['Pacific/Pago_Pago', -11],
    ] as const) {
      await sql`update restaurants set timezone = ${zone} where id = ${t.walls.r11}`
      const offset = hours * HOUR_MS
      const midnight =
        Math.floor((t.world.clock.now().getTime() + offset) / (24 * HOUR_MS)) * 24 * HOUR_MS - offset
      for (const [at, isFound] of [
        [midnight, true],
        [midnight - 1000, false],
      ] as const) {
        const moment = new Date(at)
        await sql`update tickets set created_at = ${moment}, last_message_at = ${moment} where id = ${old.id}`
        await sql`update messages set created_at = ${moment} where ticket_id = ${old.id}`
        expect((await ids('весы с:сегодня')).includes(old.id), `${zone} ${isFound}`).toBe(isFound)
      }
    }
    await sql`update restaurants set timezone = 'Asia/Tashkent' where id = ${t.walls.r11}`
    // A filter with an invalid day is an ordinary word.
    expect(await ids('весы с:31.02')).toEqual([])
    expect(await ids('с:утра')).toEqual(await ids('утра'))
  })

  test('Russian in Latin letters and slang of the thesaurus are understood where nothing is as typed', async () => {
    for (const q of ['terminaly', 'printer', 'пинпад', 'пинпады платёж', 'pinpad'])
      expect(await search(q), q).toMatchObject({
        is_guess: true,
        results: [{ ticket: { id: q === 'printer' ? printer.id : terminal.id } }],
      })
    // The other words must still match, and a word that only resembles slang is a typo first.
    expect(await ids('пинпад рулон')).toEqual([])
    const [found] = (await search('пинпад')).results
    expect(found?.message?.pieces[0]).toEqual({ text: 'Терминалы', is_hit: true })
    expect(await ids('пинпад', t.agent2.call)).not.toContain(terminal.id)
  })

  test('Z messages of another business are not found, nor are notes', async () => {
    await t.agent.call(addNote, { params: { ticketId: terminal.id }, form: { text: 'щщпримета' } })
    expect(await ids('щщпримета')).toEqual([])
    expect(await ids('терминал', t.agent2.call)).not.toContain(terminal.id)
    expect(await ids(String(terminal.number), t.agent2.call)).not.toContain(terminal.id)
    expect(await refusalOf(search('терминал', t.A.call))).toMatchObject({ status: 403 })
  })

  test('I any input is treated as words only', async () => {
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
    for (let round = 0; round < 3; round += 1) await reply(t.A, terminal.id, `Касса ${round}`)
    const page = await t.agent.call(searchTickets, { query: { q: 'касса', page_size: '1', page: '2' } })
    expect(page).toMatchObject({ results: [], total_items: 1, total_pages: 1 })
  })

  test('words are found whatever separates them', async () => {
    const { id } = await writeTicket(t.A, 'Оплата/возврат: чек №12.5 на kassa-7@click.uz →выдача «зала»')
    // «Касса» in the other ticket is a synonym of this one's word.
    for (const q of ['возврат', 'kassa', 'click', 'выдача', '12', 'залы', 'чек 5', 'возв'])
      expect(await ids(q), q).toEqual(q === 'kassa' ? [id, terminal.id] : [id])
  })

  test('an erased person is not found by name, and what they wrote stays', async () => {
    const { world, walls } = t
    const person = await addPerson(world.sql, {
      business_id: walls.businesses.n1,
      email: 'zabytov@walls.test',
      first_name: 'Забытов',
      restaurants: [walls.r11],
    })
    const call = world.as({ token: await world.signIn('zabytov@walls.test'), restaurant_id: walls.r11 })
    const { id } = await writeTicket({ call, raw: t.A.raw }, 'Морозильник гудит')
    for (const q of ['забытов', 'zabytov@walls.test', 'от:забытов', 'от:забытов морозильник'])
      expect(await ids(q), q).toEqual([id])
    await world.sql.begin((tx) => erase(tx, MODULES, { person_id: person.id, now: world.clock.now() }))
    for (const q of ['забытов', 'zabytov@walls.test', 'от:забытов']) expect(await ids(q), q).toEqual([])
    expect(await ids('морозильник')).toEqual([id])
  })

  test('merged messages are found in the surviving ticket, and in their own again after an unmerge', async () => {
    const one = await writeTicket(t.A, 'Кофемашина протекает')
    const into = await writeTicket(t.A, 'Вода под стойкой')
    await t.agent.call(mergeTicket, { params: { ticketId: one.id }, body: { into: into.id } })
    for (const q of ['кофемашина', 'ресторан:11 вода', String(one.number)])
      expect((await ids(q))[0], q).toBe(into.id)
    await t.agent.call(unmergeTicket, { params: { ticketId: one.id } })
    for (const q of ['кофемашина', 'ресторан:11 кофемашина', String(one.number)])
      expect((await ids(q))[0], q).toBe(one.id)
  })

  test('a word in nearly every message is checked on what the others found, within the same scope', async () => {
    for (const call of [t.A, t.D]) await writeTicket(call, 'Самовар кипит, самовар свистит')
    const { sql } = t.world
    const within = async (common: ReadonlySet<string>, words: string, business: string) => {
      const { query, filter } = queryOfAll(await termsOf(sql, [business], words), common)
      const own = { business_ids: [business], common, query, filter }
      return { filter, found: await findMessages(sql, own, 300) }
    }
    const { n1, n2 } = t.walls.businesses
    const common = new Set(['самовар', `b${n1}`, `b${n2}`])
    for (const business of [n1, n2]) {
      const asked = await within(new Set(), 'самовары свист', business)
      expect(asked).toMatchObject({ filter: null, found: [expect.any(String)] })
      expect(await within(common, 'самовары свист', business)).toEqual({ ...asked, filter: "('самовар')" })
      // No other term to query the index with.
      expect((await within(common, 'самовары', business)).filter).toBeNull()
    }
    expect((await within(common, 'самовары платёж', n1)).found).toEqual([])
  })

  test('messages older than the index are indexed, the newest first, and until then the answer says so', async () => {
    const { sql } = t.world
    const older = await writeTicket(t.A, 'Гриль дымит')
    const newer = await writeTicket(t.A, 'Гриль погас', [await picture()])
    await sql`delete from message_words where message_id in (
      select id from messages where ticket_id = any(${[older.id, newer.id]}::bigint[]))`
    await sql`delete from search_vocabulary where word = 'грил'`
    await sql`insert into message_words_fill select max(id) from messages`
    expect(await search('гриль')).toMatchObject({ is_partial: true, results: [] })
    expect(await sql.begin((tx) => fillSome(tx, 1))).toBe(1)
    expect(await ids('гриль файл:есть')).toEqual([newer.id])
    // A second server does not interfere.
    await sql.begin(async (tx) => {
      expect(await fillSome(tx, 1)).toBe(1)
      expect(await sql.begin((other) => fillSome(other, 1))).toBeNull()
    })
    expect(await search('гриль')).toMatchObject({ is_partial: true, total_items: 2 })
    await fillMessageWords({ sql, log: t.world.app.log })
    expect(await search('гриль')).toMatchObject({ is_partial: false, total_items: 2 })
    const [missing] = await sql`
      select from messages m where not exists (select from message_words where message_id = m.id)`
    expect(missing).toBeUndefined()
  })

  test('a ticket is ranked by its newest hit, however old its others are', async () => {
    const long = await writeTicket(t.A, 'Мармит не греет')
    const short = await writeTicket(t.A, 'Мармит течёт')
    await reply(t.A, long.id, 'Мармит всё ещё холодный')
    expect(await ids('мармит')).toEqual([long.id, short.id])
  })

  test('synonyms of the typed words are found too, after the words themselves', async () => {
    const named = await writeTicket(t.A, 'Пинпад в баре моргает')
    const newer = await writeTicket(t.A, 'Опять терминал, теперь на веранде')
    const { results, is_guess, total_items } = await search('пинпад')
    expect(results.map(({ ticket }) => ticket.id)).toEqual([named.id, newer.id, terminal.id])
    expect({ is_guess, total_items }).toEqual({ is_guess: false, total_items: 3 })
    expect(results[1]?.message?.pieces).toContainEqual({ text: 'терминал', is_hit: true })
    // The other words must still match, and the scope holds.
    expect(await ids('пинпад веранда')).toEqual([newer.id])
    expect(await ids('пинпад в баре')).toEqual([named.id])
    expect(await ids('пинпад', t.agent2.call)).not.toContain(named.id)
  })
})

test('a mistyped word means the nearest ones, whatever their ending', () => {
  const words = ['принтер', 'приня', 'касс', 'кассир', 'терминал', 'термина', 'терм']
  expect(meantOf('принитер', 'принитер', words)).toEqual(['принтер'])
  expect(meantOf('ксса', 'ксса', words)).toEqual(['касс'])
  expect(meantOf('тирминалы', 'тирминал', words)).toContain('терминал')
  expect(meantOf('холодильник', 'холодильник', words)).toEqual([])
})

test('the next range is sized by the matches so far', () => {
  expect(nextStretch(1000, 0, 300)).toBe(16_000)
  expect(nextStretch(1000, 1, 299)).toBe(16_000)
  expect(nextStretch(1000, 100, 200)).toBe(3000)
  expect(nextStretch(17_000, 299, 1)).toBeLessThan(100)
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
