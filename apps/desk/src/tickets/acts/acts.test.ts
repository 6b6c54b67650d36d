import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { Outbox } from '@podmoga/web/outbox/outbox'
import { makeOutboxStore } from '@podmoga/web/outbox/store'
import { stubBrowser } from '@podmoga/web/outbox/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskOutbox } from '../../lib/outbox.ts'
import { type Act, actKind, perform, waitingActs } from './acts.ts'

let browser: ReturnType<typeof stubBrowser>
let outbox: DeskOutbox
let calls: [call: string, body: unknown][]
let refused: string[]
let answer: (name: string) => object

beforeEach(() => {
  browser = stubBrowser()
  browser.setOnline(false)
  calls = []
  refused = []
  answer = () => ({})
  const call = async ({ name }: { name: string }, { body }: { body?: unknown }) => {
    if (!isThere) throw new Refusal({ code: 'network', message: 'Нет сети' })
    calls.push([name, body])
    return answer(name)
  }
  outbox = new Outbox({
    store: makeOutboxStore('test-acts'),
    scope: { call: call as unknown as Call },
    person: 'p1',
    scopeKey: 'desk',
  })
  outbox.register([
    actKind({
      onRefused: ({ name }, error) => refused.push(`${name}: ${error instanceof Refusal ? error.code : ''}`),
      onAnswered: () => {},
    }),
  ])
})
let isThere = false
const setOnline = (is: boolean) => {
  isThere = is
  browser.setOnline(is)
}
afterEach(() => {
  outbox.close()
  setOnline(false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const act = (what: Act, name = what.do as string) =>
  perform(outbox, { ticket_id: '7', number: 1007, act: what, name, before: {} })
const names = () => waitingActs(outbox.all(), '7').map(({ data }) => data.name)
const gone = () => vi.waitFor(() => expect(outbox.all()).toEqual([]))

test('without a network everything that is done to a ticket waits, and goes in its order once there is one', async () => {
  expect(await act({ do: 'assign', assignee: '5', from: null })).toBeNull()
  await act({ do: 'priority', body: { priority: 'urgent' } })
  await act({ do: 'tags', body: { tags: ['касса'], tags_were: [] } })
  await act({ do: 'snooze', until: '2026-11-24T04:00:00.000Z' })
  await act({ do: 'status', to: 'closed', seen: '40' })
  expect(names()).toEqual(['assign', 'priority', 'tags', 'snooze', 'status'])
  setOnline(true)
  await gone()
  expect(calls).toEqual([
    ['assignTicket', { assignee: '5', from: null }],
    ['editTicket', { priority: 'urgent' }],
    ['editTicket', { tags: ['касса'], tags_were: [] }],
    ['snoozeTicket', { until: '2026-11-24T04:00:00.000Z' }],
    ['closeTicket', { seen: '40' }],
  ])
})

test('two changes become one, based on the first state, so that a colleague’s change is still detected', async () => {
  await act({ do: 'assign', assignee: '5', from: '2' })
  await act({ do: 'assign', assignee: '6', from: '5' })
  await act({ do: 'tags', body: { tags: ['а'], tags_were: [] } })
  await act({ do: 'tags', body: { tags: ['а', 'б'], tags_were: ['а'] } })
  setOnline(true)
  await gone()
  expect(calls).toEqual([
    ['assignTicket', { assignee: '6', from: '2' }],
    ['editTicket', { tags: ['а', 'б'], tags_were: [] }],
  ])
})

test('a refused action is reported and does not block others; closing a closed ticket succeeds', async () => {
  await act({ do: 'assign', assignee: '5', from: null }, 'Исполнитель: Азиз')
  await act({ do: 'status', to: 'closed' }, 'Закрыть')
  answer = (name) => {
    throw new Refusal({
      code: name === 'closeTicket' ? 'ticket_closed' : 'assigned_meanwhile',
      message: 'Нет',
    })
  }
  setOnline(true)
  await gone()
  expect(refused).toEqual(['Исполнитель: Азиз: assigned_meanwhile'])
})

test('with a network an action is sent at once, and a refusal rejects', async () => {
  setOnline(true)
  expect(await act({ do: 'priority', body: { priority: 'low' } })).toEqual({})
  answer = () => {
    throw new Refusal({ code: 'unseen_message', message: 'Нет' })
  }
  await expect(act({ do: 'status', to: 'closed', seen: '1' })).rejects.toMatchObject({
    code: 'unseen_message',
  })
  expect(outbox.all()).toEqual([])
})
