// @vitest-environment happy-dom
// A colleague changes the ticket while a dialog over it is being filled in: the dialog stays open, the refusal is shown, and
// no text is lost.

import { followUp, getRelations } from '@podmoga/contract/desk/relations'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, listAgents } from '@podmoga/contract/desk/work'
import { refusalText } from '@podmoga/contract/refusals'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { eventually, field, fill, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { atMinute, shown } from '../tickets.testing.ts'
import { useTicketMutations } from '../use-ticket-mutations.ts'
import { AssigneePart } from './assignee-part.tsx'
import { RelationsPart } from './relations-part.tsx'
import { useWork } from './use-work.ts'

const wire = wireOfEach()
beforeEach(() => {
  stubDisk()
  wire.answer(getRelations, { merged: [], linked: [], of_restaurant: [] })
  wire.answer(listAgents, { agents: [{ id: '9', name: 'Севара', business_ids: ['1'] }] })
})
afterEach(() => vi.unstubAllGlobals())

const CLOSED = { status: 'processed', status_readable: 'Обработан', closed_at: atMinute(9) } as const
const nothing = () => undefined

/** A part of ticket 5, with a button that simulates a colleague's change. */
function Ticket({
  before,
  after,
  children,
}: {
  before: Partial<DeskTicket>
  after: Partial<DeskTicket>
  children: (ticket: DeskTicket) => ReactNode
}) {
  const [is, setIs] = useState(before)
  return (
    <>
      <button type="button" onClick={() => setIs(after)}>
        Коллега
      </button>
      {children(shown('5', is))}
    </>
  )
}
function Relations({ ticket }: { ticket: DeskTicket }) {
  const { call } = useScope()
  const mutations = useTicketMutations(call, nothing)
  return (
    <RelationsPart {...{ call, ticket, mutations, go: nothing }} view={{ tab: 'waiting', number: null }} />
  )
}
function Assignee({ ticket }: { ticket: DeskTicket }) {
  const { call } = useScope()
  return <AssigneePart call={call} ticket={ticket} me="7" work={useWork(call)} />
}

test('a closed ticket that is to go on is opened', async () => {
  openScreen(
    wire,
    <Ticket before={CLOSED} after={{}}>
      {(ticket) => <Relations ticket={ticket} />}
    </Ticket>,
  )
  await press('Продолжить новым…')
  await fill('Первое сообщение', 'Банк ответил')
  await press('Коллега')
  wire.fail(followUp, { code: 'ticket_open', error: refusalText('ticket_open') })
  await press('Создать тикет')
  await says(refusalText('ticket_open'))
  expect((await field('Первое сообщение')).value).toBe('Банк ответил')
  wire.answer(followUp, { id: '6', number: 6 })
  await press('Создать тикет')
  await eventually(() => expect(wire.sent(followUp)).toHaveLength(2))
})

test('a ticket that is handed over is closed', async () => {
  const assignee = { id: '8', name: 'Малика' }
  openScreen(
    wire,
    <Ticket before={{ assignee }} after={{ assignee, ...CLOSED }}>
      {(ticket) => <Assignee ticket={ticket} />}
    </Ticket>,
  )
  await press('Исполнитель: Малика')
  await press('Передать…')
  await says('Севара')
  await fill('Кому', '9')
  await fill('Пара слов коллеге', 'Ждём банк')
  await press('Коллега')
  wire.fail(assignTicket, { code: 'ticket_closed', error: refusalText('ticket_closed') })
  await press('Передать')
  await says(refusalText('ticket_closed'))
  expect((await field('Пара слов коллеге')).value).toBe('Ждём банк')
})
