import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId } from '../fields/fields.ts'
import { BULK_MAX } from '../fields/limits.ts'
import { Moment } from '../moment.ts'
import { Priority } from './tickets.ts'
import { Tag } from './work.ts'

/** What the caller knew of each ticket: the id of its newest message, or the number of its messages. */
export const Seen = z.record(PathId, z.union([PathId, z.number().int().min(0).max(2_147_483_647)]))
export type Seen = z.infer<typeof Seen>

/** The action for each of the tickets. */
export const BulkAct = z.discriminatedUnion('do', [
  /** `assignee` null: unassign. `from`: only tickets that are now assigned to this agent (null: to nobody). */
  z.object({
    do: z.literal('assign'),
    assignee: PathId.nullable(),
    from: PathId.nullable().optional(),
  }),
  z.object({ do: z.literal('tag'), tag: Tag }),
  z.object({ do: z.literal('untag'), tag: Tag }),
  z.object({ do: z.literal('priority'), priority: Priority }),
  /** Null ends the snooze. */
  z.object({ do: z.literal('snooze'), until: Moment.nullable() }),
  /** A ticket with a message by someone else newer than `seen` stays open. */
  z.object({ do: z.literal('close'), seen: Seen.optional() }),
  z.object({ do: z.literal('reopen') }),
])
export type BulkAct = z.infer<typeof BulkAct>

/** The result for one ticket. `same`: no change needed; `no_such_agent`: not assignable to them; the others are refusals. */
export const BulkFate = z.enum([
  'done',
  'same',
  'not_found',
  'ticket_closed',
  'ticket_open',
  'assigned_meanwhile',
  'no_such_agent',
  'too_many_tags',
  'unseen_message',
])
export type BulkFate = z.infer<typeof BulkFate>

export const changeMany = endpoint({
  name: 'changeMany',
  summary: 'Сделать одно и то же с несколькими тикетами; в ответ — что стало с каждым',
  method: 'POST',
  path: 'desk/tickets/many/',
  auth: 'agent',
  body: z.object({ tickets: z.array(PathId).min(1).max(BULK_MAX), act: BulkAct }),
  answer: z.object({
    results: z.array(
      z.object({
        id: Id,
        number: z.number().int().nullable(),
        fate: BulkFate,
        /** The previous value: an agent's id, a priority, or the time of the snooze; null if there was none. */
        before: z.string().nullable(),
      }),
    ),
  }),
  refusals: ['idempotency_conflict'],
  creates: true,
})
