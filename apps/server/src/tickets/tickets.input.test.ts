import { getTicket, listMessages, listTickets } from '@podmoga/contract/tickets'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../http/testing-refusals.ts'
import { countKept, multipart, picture, reply, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()
let ticketId: string
beforeAll(async () => {
  ticketId = (await writeTicket(t.A)).id
})

interface RawField {
  name: string
  value: string | Buffer
  extra?: string
}

const TICKET: Record<string, string> = { category: 'technical_issue', topic: 'pos', initial_message: 'Текст' }

const newTicket = (fields: readonly RawField[]) =>
  t.A.raw({ method: 'POST', url: '/api/help_desk/tickets/', ...multipart(fields) })

const ticketWith = (change: Record<string, string | Buffer | undefined>) =>
  newTicket(
    Object.entries({ ...TICKET, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value }],
    ),
  )

const replyWith = (value: string | Buffer) =>
  t.A.raw({
    method: 'POST',
    url: `/api/help_desk/tickets/${ticketId}/messages/`,
    ...multipart([{ name: 'text', value }]),
  })

/** Expects a refusal with a text for each field named, and nothing stored. */
const expectRefused = async (
  request: () => Promise<{ statusCode: number; json: () => { fields?: object } }>,
  fields: Record<string, unknown>,
  status = 400,
) => {
  const before = await countKept(t.world)
  const refusal = await request()
  expect(refusal.statusCode).toBe(status)
  expect(refusal.json().fields ?? {}).toEqual(fields)
  expect(await countKept(t.world)).toEqual(before)
}

const REQUIRED = 'Обязательное поле'

describe('the new-ticket form', () => {
  test('V01 all missing fields are reported at once', async () => {
    await expectRefused(() => newTicket([{ name: 'nothing', value: 'x' }]), {
      category: REQUIRED,
      initial_message: REQUIRED,
    })
    await expectRefused(() => ticketWith({ initial_message: undefined }), { initial_message: REQUIRED })
    await expectRefused(() => ticketWith({ category: undefined }), { category: REQUIRED })
    await expectRefused(() => ticketWith({ topic: undefined }), { topic: REQUIRED })
  })

  test('V10 only the four categories are known', async () => {
    for (const category of [
      'unknown',
      'Technical_Issue',
      'other ',
      '__proto__',
      'constructor',
      'toString',
      '',
    ])
      await expectRefused(() => ticketWith({ category }), { category: REQUIRED })
  })

  test('V11 a topic belongs to its category, and "other" has none', async () => {
    for (const category of ['technical_issue', 'functionality_issue', 'trouble_paying'])
      for (const topic of [undefined, '', 'unknown', '__proto__'])
        await expectRefused(() => ticketWith({ category, topic }), { topic: REQUIRED })
    await expectRefused(() => ticketWith({ category: 'technical_issue', topic: 'payme' }), {
      topic: REQUIRED,
    })
    for (const topic of [undefined, '', 'pos']) {
      const made = await ticketWith({ category: 'other', topic })
      expect(made.statusCode).toBe(200)
      const ticket = await t.A.call(getTicket, { params: { ticketId: made.json().id } })
      expect(ticket).toMatchObject({ category: 'other', topic: null, topic_readable: null })
    }
  })

  test('V13 a field that comes twice is refused', async () => {
    const fields = Object.entries(TICKET).map(([name, value]) => ({ name, value }))
    for (const name of ['initial_message', 'category', 'topic'])
      await expectRefused(() => newTicket([...fields, { name, value: 'ещё' }]), {
        [name]: expect.any(String),
      })
  })

  test('V25 names that reach a prototype are refused and change nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      await expectRefused(
        () => newTicket([{ name, value: '{"x":1}' }, ...Object.entries(TICKET).map(fieldOf)]),
        {},
      )
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('V24 fields that nobody asked for are ignored', async () => {
    const made = await ticketWith({ id: '1', number: '5', status: 'processed', restaurant_id: t.walls.r21 })
    expect(made.statusCode).toBe(200)
    const ticket = await t.A.call(getTicket, { params: { ticketId: made.json().id } })
    expect(ticket).toMatchObject({ status: 'awaiting_response', number: made.json().number })
  })

  test('V30 only a multipart form is a form', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
      await expectRefused(
        () =>
          t.A.raw({
            method: 'POST',
            url: '/api/help_desk/tickets/',
            headers: { 'content-type': type },
            payload: '{}',
          }),
        {},
        415,
      )
  })
})

const fieldOf = ([name, value]: [string, string]): RawField => ({ name, value })

describe('a text', () => {
  test('V02 V09 of 10,000 code points is kept exactly; one more is refused, millions are refused fast', async () => {
    for (const letter of ['ы', '🙂', 'a']) {
      const longest = letter.repeat(10_000)
      const { id } = await writeTicket(t.A, longest)
      expect((await t.A.call(getTicket, { params: { ticketId: id } })).initial_message).toBe(longest)
      expect((await reply(t.A, ticketId, longest)).text).toBe(longest)
      const tooLong = { initial_message: expect.stringContaining('10') }
      await expectRefused(() => ticketWith({ initial_message: longest + letter }), tooLong)
      await expectRefused(() => replyWith(longest + letter), { text: expect.stringContaining('10') })
    }
    const before = performance.now()
    await expectRefused(() => replyWith('a'.repeat(5_000_000)), { text: expect.any(String) }, 413)
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  test('V03 with NUL is refused', async () => {
    await expectRefused(() => replyWith('a\0b'), { text: expect.any(String) })
    await expectRefused(() => ticketWith({ initial_message: 'a\0b' }), {
      initial_message: expect.any(String),
    })
    await expectRefused(() => ticketWith({ category: 'other\0' }), { category: expect.any(String) })
    await expectRefused(() => ticketWith({ topic: 'pos\0' }), { topic: expect.any(String) })
  })

  test('V05 in another encoding is refused rather than stored garbled', async () => {
    const cp1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    await expectRefused(() => replyWith(cp1251), { text: expect.any(String) })
    await expectRefused(() => ticketWith({ initial_message: cp1251 }), {
      initial_message: expect.any(String),
    })
  })

  test('V06 of any script, direction and joiner comes back as it went', async () => {
    for (const text of [
      'abc\u202Edef',
      '\u2067שלום\u2069 и мир',
      'a\u200Bb',
      '👩‍👩‍👧‍👦 семья',
      `и${'\u0301'.repeat(100)}`,
      '  с краями\n\nи строками\t',
      '<img src=x onerror=alert(1)>',
      "Robert'); drop table tickets; --",
    ])
      expect((await reply(t.A, ticketId, text)).text).toBe(text)
    const page = await t.A.call(listMessages, { params: { ticketId } })
    expect(page.results.at(-1)?.results.at(-1)?.text).toBe("Robert'); drop table tickets; --")
  })

  test('V08 of invisible characters alone counts as missing', async () => {
    for (const text of ['', '   ', '\n\t', '\u200B\u200B', '\u00A0', '\u2800', '\u3164']) {
      await expectRefused(() => replyWith(text), { text: REQUIRED })
      await expectRefused(() => ticketWith({ initial_message: text }), { initial_message: REQUIRED })
    }
  })

  test('U28 a reply of files alone is refused with its files', async () => {
    const before = await countKept(t.world)
    const refusal = await refusalOf(reply(t.A, ticketId, ' ', [await picture()]))
    expect(refusal).toMatchObject({ status: 400, fields: { text: REQUIRED } })
    expect(await countKept(t.world)).toEqual(before)
  })
})

test('V32 a status is one of two words', async () => {
  for (const status of ['awaiting_response', 'processed'])
    expect((await t.A.raw({ url: `/api/help_desk/tickets/?status=${status}` })).statusCode).toBe(200)
  for (const query of [
    'status=all',
    'status=',
    'status=Processed',
    'status=processed&status=processed',
    'status[]=processed',
    'status=__proto__',
  ]) {
    const expected = query.startsWith('status[]') ? 200 : 400
    expect((await t.A.raw({ url: `/api/help_desk/tickets/?${query}` })).statusCode, query).toBe(expected)
  }
  expect((await t.A.call(listTickets, {})).total_items).toBeGreaterThan(0)
})

test('an id that cannot be one is not found', async () => {
  for (const id of [
    '0',
    '-1',
    '1.5',
    'abc',
    '9'.repeat(18),
    '9'.repeat(19),
    '9'.repeat(64),
    '%00',
    '1%27',
    '１',
  ])
    for (const tail of ['', 'messages/']) {
      const given = await t.A.raw({ url: `/api/help_desk/tickets/${id}/${tail}` })
      expect(given.statusCode, id).toBe(404)
    }
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
