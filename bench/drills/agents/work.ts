import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { changeMany } from '@podmoga/contract/desk/bulk'
import { addNote } from '@podmoga/contract/desk/notes'
import { closeTicket, listDeskMessages, listQueue, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { takeNext, tellPresence } from '@podmoga/contract/desk/work'
import { Refusal } from '@podmoga/contract/refusals'
import { createTicket, listMessages, sendReply } from '@podmoga/contract/tickets'
import type { enter } from '../../desk-base.ts'
import { AGENTS, RESTAURANTS } from './base.ts'
import type { Ledger } from './ledger.ts'

type Entered = Awaited<ReturnType<typeof enter>>

/** State shared by all participants. */
export interface Hour {
  ledger: Ledger
  stopped: () => boolean
  /** Tickets on which an agent is working now, with their restaurant: customers write mostly there. */
  busy: Map<string, number>
}

const between = (least: number, most: number): number => least + Math.random() * (most - least)
const chance = (part: number): boolean => Math.random() < part
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** Returns the code of a refusal, or any other error as text for the ledger. */
const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error))

/** Actions of an agent after an answer: close the ticket, close all answered ones, mention a colleague. */
const makeEnds = ({ ledger, busy }: Pick<Hour, 'ledger' | 'busy'>, call: Call, agent: string) => {
  const closeOne = async (ticketId: string, seen: string) => {
    await pause(between(500, 4000))
    try {
      await call(closeTicket, { params: { ticketId }, body: { seen } })
      ledger.closes.push({ ticket: ticketId, agent, seen: { message: seen } })
    } catch (error) {
      if (codeOf(error) === 'unseen_message') ledger.stopped.close += 1
      else if (codeOf(error) !== 'ticket_closed') throw error
    }
  }

  const closeMany = async () => {
    const { results } = await call(listQueue, {
      query: { status: 'awaiting_response', assignee: 'me', page: '1', page_size: '30' },
    })
    const answered = results.filter((item) => item.waiting_since === null)
    if (answered.length === 0) return
    const counts = new Map(answered.map((item) => [item.id, item.message_count ?? 0]))
    for (const item of answered) busy.set(item.id, Number(item.restaurant.id))
    await pause(between(1000, 4000))
    const seen = Object.fromEntries(counts)
    const done = await call(
      changeMany,
      { body: { tickets: [...counts.keys()], act: { do: 'close', seen } } },
      { idempotency_key: randomUUID() },
    )
    for (const { id, fate } of done.results) {
      busy.delete(id)
      if (fate === 'unseen_message') ledger.stopped.bulk += 1
      if (fate === 'done') ledger.closes.push({ ticket: id, agent, seen: { count: counts.get(id) ?? 0 } })
    }
  }

  const mention = async (ticketId: string) => {
    const mentioned = String(1 + Math.floor(Math.random() * AGENTS))
    const { note_id } = await call(
      addNote,
      {
        params: { ticketId },
        form: { text: `Заметка ${randomUUID()}`, mentions: mentioned },
        files: [],
      },
      { idempotency_key: randomUUID() },
    )
    ledger.notes.push({ id: note_id, mentioned })
  }
  return { closeOne, closeMany, mention }
}

/** Simulates an agent: takes tickets, reads, writes for some seconds, replies, closes one or many at once. */
export const workAsAgent = async ({ ledger, stopped, busy }: Hour, { call }: Entered, agent: string) => {
  const note = (what: string, error: unknown) => ledger.refused.push(`${what}: ${codeOf(error)}`)

  /** Picks a ticket by «Взять», or from the top of the queue, also a colleague's, so that two agents meet at one ticket. */
  const pick = async (): Promise<{ id: string; restaurant: string } | undefined> => {
    const first = { status: 'awaiting_response', waiting: 'true', page: '1', page_size: '10' } as const
    if (chance(0.5)) {
      const { id } = await call(takeNext, { body: {} }, { idempotency_key: randomUUID() })
      if (id === null) return undefined
      ledger.takes.push({ ticket: id, agent })
      const { results } = await call(listQueue, { query: { ...first, assignee: 'me' } })
      const own = results.find((item) => item.id === id)
      return own && { id, restaurant: own.restaurant.id }
    }
    const { results } = await call(listQueue, { query: first })
    const item = oneOf(results)
    return item && { id: item.id, restaurant: item.restaurant.id }
  }

  const read = async (ticketId: string) => {
    const page = await call(listDeskMessages, {
      params: { ticketId },
      query: { page: '1', page_size: '30' },
    })
    const all = page.results.flatMap(({ results }) => results)
    return all.reduce((newest, one) => (Number(one.id) > Number(newest.id) ? one : newest))
  }

  /** Returns the id of the newest message that the agent has read at the end; undefined if a colleague was faster. */
  const reply = async (ticketId: string): Promise<string | undefined> => {
    for (let tries = 0; tries < 5; tries++) {
      const newest = await read(ticketId)
      if (newest.from_support === true) return undefined
      await call(tellPresence, { params: { ticketId }, body: { doing: 'answering' } })
      await pause(between(1500, 7000))
      const closes = chance(0.2)
      try {
        const sent = await call(
          sendDeskReply,
          {
            params: { ticketId },
            form: { text: `Ответ ${randomUUID()}`, seen: newest.id, close: closes ? 'true' : 'false' },
            files: [],
          },
          { idempotency_key: randomUUID() },
        )
        ledger.replies.push({ id: sent.id, ticket: ticketId, agent, seen: newest.id, closes })
        return closes ? undefined : sent.id
      } catch (error) {
        if (codeOf(error) === 'ticket_closed') return undefined
        if (codeOf(error) !== 'unseen_message') throw error
        ledger.stopped.reply += 1
      }
    }
    return undefined
  }

  const { closeOne, closeMany, mention } = makeEnds({ ledger, busy }, call, agent)
  while (!stopped()) {
    await pause(between(500, 3000))
    try {
      const ticket = await pick()
      if (ticket === undefined) continue
      busy.set(ticket.id, Number(ticket.restaurant))
      await call(tellPresence, { params: { ticketId: ticket.id }, body: { doing: 'looking' } })
      const seen = await reply(ticket.id)
      if (chance(0.05)) await mention(ticket.id)
      if (seen !== undefined && chance(0.4)) await closeOne(ticket.id, seen)
      busy.delete(ticket.id)
      await call(tellPresence, { params: { ticketId: ticket.id }, body: { doing: 'gone' } })
      if (chance(0.1)) await closeMany()
    } catch (error) {
      note('агент', error)
    }
  }
}

/** Simulates customers of all restaurants: new tickets, and messages in tickets on which an agent is working. */
export const writeAsCustomers = async (
  { ledger, stopped, busy }: Hour,
  a_minute: number,
  entry: (restaurant: number) => Promise<Entered>,
) => {
  const one = async () => {
    const [ticketId, at] = (chance(0.5) ? oneOf([...busy]) : undefined) ?? []
    const restaurant = at ?? 1 + Math.floor(Math.random() * RESTAURANTS)
    const { call } = await entry(restaurant)
    const since = performance.now()
    const text = `Касса стоит ${randomUUID()}`
    const key = { idempotency_key: randomUUID() }
    if (ticketId !== undefined) {
      try {
        const sent = await call(sendReply, { params: { ticketId }, form: { text }, files: [] }, key)
        ledger.written.set(sent.id, since)
      } catch (error) {
        if (codeOf(error) !== 'ticket_closed') throw error
      }
      return
    }
    const form = { category: 'technical_issue', topic: 'printing', initial_message: text } as const
    const { id } = await call(createTicket, { form, files: [] }, key)
    if (id === undefined) return
    const page = await call(listMessages, {
      params: { ticketId: id },
      query: { page: '1', page_size: '30' },
    })
    const first = page.results.flatMap(({ results }) => results).find((message) => message.text === text)
    if (first !== undefined) ledger.written.set(first.id, since)
  }
  const under_way = new Set<Promise<void>>()
  while (!stopped()) {
    const writing = one()
      .catch((error: unknown) => void ledger.refused.push(`клиент: ${codeOf(error)}`))
      .finally(() => under_way.delete(writing))
    under_way.add(writing)
    await pause(between(0.5, 1.5) * (60_000 / a_minute))
  }
  await Promise.all(under_way)
}
