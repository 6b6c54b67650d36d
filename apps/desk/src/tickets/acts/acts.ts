import type { Call } from '@podmoga/contract/client'
import { closeTicket, type DeskTicket, reopenTicket } from '@podmoga/contract/desk/tickets'
import { assignTicket, editTicket, snoozeTicket, type TicketEdit } from '@podmoga/contract/desk/work'
import { isRefusal } from '@podmoga/web/explain'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { isNobodyHere, isPassing, type Kind } from '@podmoga/web/outbox/kind'
import type { z } from 'zod'
import type { DeskOutbox, DeskScope } from '../../lib/outbox.ts'

/** An action on a ticket other than writing in it. */
export type Act =
  | { do: 'assign'; assignee: string | null; from: string | null; word?: string }
  | { do: 'priority' | 'about' | 'tags'; body: z.input<typeof TicketEdit> }
  | { do: 'snooze'; until: string | null }
  /** `seen`: the newest message on the screen; the server refuses to close the ticket if there is a newer one. */
  | { do: 'status'; to: 'closed' | 'open'; seen?: string | undefined }

export interface ActData {
  ticket_id: string
  number: number
  act: Act
  /** «Срочность: Срочно» */
  name: string
  /** The previous values of the changed ticket fields. */
  before: Partial<DeskTicket>
}
export type WaitingAct = OutboxItem<ActData>

const KIND = 'act'

/** Rejects with a Refusal. An action that a colleague has already done counts as success. */
const send = async (call: Call, { ticket_id, act }: ActData): Promise<object> => {
  const params = { ticketId: ticket_id }
  switch (act.do) {
    case 'assign': {
      const { do: _, ...body } = act
      return call(assignTicket, { params, body })
    }
    case 'snooze':
      return call(snoozeTicket, { params, body: { until: act.until } })
    case 'status': {
      const { to, seen } = act
      const done =
        to === 'closed'
          ? call(closeTicket, { params, body: seen === undefined ? {} : { seen } })
          : call(reopenTicket, { params })
      return done.catch((error: unknown) => {
        if (!isRefusal(error, to === 'closed' ? 'ticket_closed' : 'ticket_open')) throw error
        return {}
      })
    }
    default:
      return call(editTicket, { params, body: act.body })
  }
}

interface ActKindNeeds {
  /** Called when the server refuses an action that was queued offline. */
  onRefused: (data: ActData, error: unknown) => void
  /** Called once after each outbox run with at least one answer. */
  onAnswered: () => void
}

/** The outbox kind that sends actions queued offline once there is a network. */
export const actKind = ({ onRefused, onAnswered }: ActKindNeeds): Kind<DeskScope, ActData> => ({
  name: KIND,
  deliver: async ({ call }, { data }) => {
    try {
      await send(call, data)
    } catch (error) {
      if (isPassing(error) || isNobodyHere(error)) throw error
      onRefused(data, error)
    }
    return null
  },
  isPassing,
  onAnswered,
})

const isAct = (item: OutboxItem): item is WaitingAct => item.kind === KIND

/** A ticket's pending actions, the oldest first. */
export const waitingActs = (all: readonly OutboxItem[], ticketId: string): WaitingAct[] =>
  all.filter(isAct).filter(({ queue, state }) => queue === ticketId && state === 'waiting')

/** Merges two pending actions of the same kind on a ticket: from the first one's initial state to the last one's result. */
const overEarlier = (earlier: ActData | undefined, data: ActData): ActData => {
  if (earlier === undefined) return data
  const { act } = data
  const { act: first, before } = earlier
  if (act.do === 'assign' && first.do === 'assign')
    return { ...data, before, act: { ...act, from: first.from } }
  if (act.do === 'tags' && first.do === 'tags')
    return { ...data, before, act: { ...act, body: { ...act.body, tags_were: first.body.tags_were } } }
  return { ...data, before }
}

/** The outbox item of the action, merged with a pending one of the same kind. */
const contentOf = (outbox: DeskOutbox, data: ActData) => {
  const id = `${KIND}/${data.ticket_id}/${data.act.do}`
  const earlier = outbox.all().find((item) => item.id === id && item.state === 'waiting')
  const whole = overEarlier(earlier !== undefined && isAct(earlier) ? earlier.data : undefined, data)
  return { id, kind: KIND, queue: data.ticket_id, resend: 'always', data: whole } as const
}

/** Queues the action in the outbox. Refusals are reported to `onRefused`. Resolves to whether it is stored on disk. */
export const keepAct = (outbox: DeskOutbox, data: ActData): Promise<boolean> =>
  outbox.add(contentOf(outbox, data)).kept

/**
 * Performs an action at once. Without a network, or while other items of this ticket are pending, queues it in the outbox
 * and returns null. Rejects with a Refusal.
 */
export const perform = async (outbox: DeskOutbox, data: ActData): Promise<object | null> => {
  const content = contentOf(outbox, data)
  const isBehind = outbox
    .all()
    .some(
      ({ id, queue, state }) =>
        id !== content.id && queue === data.ticket_id && (state === 'waiting' || state === 'sending'),
    )
  if (!isBehind) return outbox.sendOrKeep(content, ({ call }) => send(call, content.data))
  await keepAct(outbox, data)
  return null
}
