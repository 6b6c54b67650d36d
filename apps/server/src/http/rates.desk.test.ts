import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import { addCanned, addCannedFiles } from '@podmoga/contract/desk/canned'
import { addNote } from '@podmoga/contract/desk/notes'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { getPlaces } from '@podmoga/contract/session'
import { afterAll, describe, expect, test } from 'vitest'
import { seedKeepers } from '../business/business.testing.ts'
import { openWorld } from '../testing.ts'
import { countKept, openTicketWorld, picture, writeTicket } from '../tickets/tickets.testing.ts'
import { expectCleanRefusals, refusalOf } from './testing-refusals.ts'

const DESK = ENDPOINTS.filter(({ path }) => path.startsWith('desk/'))

describe('R01 R11 T02: the rate of requests at the desk', () => {
  test('every call, the stream and what takes files too, is refused once it is used up, and does nothing', async () => {
    const world = await openWorld({ REQUESTS_PER_MINUTE: '1' })
    afterAll(() => world.close())
    const walls = await seedKeepers(world)
    const who = { agent: walls.agent, editor: walls.editor, manager: walls.manager, admin: walls.admin }
    const tokens = new Map<string, string>()
    for (const [role, { login }] of Object.entries(who)) {
      const token = await world.signIn(login)
      await world.as({ token })(getPlaces, {})
      tokens.set(role, token)
    }
    const refusals = []
    for (const call of DESK) {
      const token = tokens.get(call.auth)
      // The desk's first question is for anybody signed in.
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
