import { readMessages } from '@podmoga/contract/tickets'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals } from '../http/testing-refusals.ts'
import { answer, useTicketWorld, writeTicket } from './tickets.testing.ts'

const t = useTicketWorld()
let ticketId: string
beforeAll(async () => {
  ticketId = (await writeTicket(t.A)).id
})

const read = (options: InjectOptions) =>
  t.A.raw({ method: 'POST', url: '/api/help_desk/messages/read/', ...options })

describe('messages to mark as read', () => {
  test('V01 V23 are a list of 1 to 200 ids', async () => {
    for (const payload of [
      {},
      { ids: null },
      { ids: 1 },
      { ids: '1' },
      { ids: true },
      { ids: {} },
      { ids: { 0: 1 } },
      { ids: [] },
      { ids: [[1]] },
      { ids: [1.5] },
      { ids: [-1] },
      { ids: [null] },
      { ids: [true] },
      { ids: [2 ** 53 + 1] },
      { ids: Array.from({ length: 201 }, (_, index) => index) },
    ])
      expect((await read({ payload })).statusCode, JSON.stringify(payload)).toBe(400)
    expect(
      (await read({ headers: { 'content-type': 'application/json' }, payload: 'null' })).statusCode,
    ).toBe(400)
    expect(
      (await read({ headers: { 'content-type': 'application/json' }, payload: '{"ids":' })).statusCode,
    ).toBe(400)
  })

  test('V05 in another encoding they are refused', async () => {
    const payload = Buffer.concat([Buffer.from('{"ids":["'), Buffer.from([0xcf, 0xf0]), Buffer.from('"]}')])
    const given = await read({ headers: { 'content-type': 'application/json' }, payload })
    expect(given.statusCode).toBe(400)
  })

  test('V23 ids of nothing and repeated ids are harmless', async () => {
    const said = await answer(t.agent, ticketId, 'Ответ')
    for (const ids of [
      ['abc', '0', '-1', '1e3', '9'.repeat(40), 0, Number.MAX_SAFE_INTEGER],
      ["1' or '1'='1"],
    ])
      expect(await t.A.call(readMessages, { body: { ids } })).toEqual({ ok: true, unread: 1 })
    const twice = { ids: [said.id, said.id, Number(said.id)] }
    expect(await t.A.call(readMessages, { body: twice })).toEqual({ ok: true, unread: 0 })
    expect(await t.A.call(readMessages, { body: twice })).toEqual({ ok: true, unread: 0 })
  })

  test('V24 V25 extra keys are ignored, keys that reach a prototype are refused', async () => {
    expect((await read({ payload: { ids: ['1'], person_id: '1', extra: [] } })).statusCode).toBe(200)
    for (const payload of [
      '{"ids":["1"],"__proto__":{"x":1}}',
      '{"ids":["1"],"constructor":{"prototype":{"x":1}}}',
    ])
      expect((await read({ headers: { 'content-type': 'application/json' }, payload })).statusCode).toBe(400)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('V30 JSON in UTF-8 is taken by any of its names, nothing else is', async () => {
    const as = async (type: string | undefined) =>
      (
        await read({
          payload: Buffer.from('{"ids":["1"]}'),
          headers: type === undefined ? {} : { 'content-type': type },
        })
      ).statusCode
    for (const type of ['application/json', 'application/json;', 'application/JSON; charset=utf-8'])
      expect(await as(type), type).toBe(200)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json\tx',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
    ])
      expect(await as(type), type).toBe(415)
    expect([400, 415]).toContain(await as(undefined))
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
