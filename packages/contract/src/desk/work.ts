import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, PathId, Text, Time } from '../fields.ts'
import { WORD_MAX } from '../limits.ts'
import { Page, PageSize, paged } from '../page.ts'
import { Agent } from './tickets.ts'

const TicketPath = z.object({ ticketId: PathId })
const Key = z.string().regex(/^[a-z0-9_]{1,64}$/)

export const listAgents = endpoint({
  name: 'listAgents',
  summary: 'Кто отвечает на тикеты этих бизнесов, по имени',
  method: 'GET',
  path: 'desk/agents/',
  auth: 'agent',
  answer: z.object({ agents: z.array(Agent.extend({ business_ids: z.array(Id) })) }),
  refusals: [],
})

/** Who it is to be: without it the caller, null nobody. `from`: who it was when the caller looked. */
export const Assignment = z.object({
  assignee: PathId.nullable().optional(),
  from: PathId.nullable().optional(),
  word: Text(WORD_MAX).optional(),
})

export const assignTicket = endpoint({
  name: 'assignTicket',
  summary: 'Назначить тикет себе, передать со словом или снять назначение',
  method: 'POST',
  path: 'desk/tickets/:ticketId/assign/',
  auth: 'agent',
  params: TicketPath,
  body: Assignment,
  is_body_optional: true,
  answer: z.object({ id: Id, assignee: Agent.nullable() }),
  refusals: ['not_found', 'ticket_closed', 'assigned_meanwhile'],
})

export const takeNext = endpoint({
  name: 'takeNext',
  summary: 'Взять следующий: самый давний из ждущих, которого никто не ведёт; null — таких нет',
  method: 'POST',
  path: 'desk/tickets/next/',
  auth: 'agent',
  body: z.object({
    restaurant: PathId.optional(),
    category: Key.optional(),
    topic: Key.optional(),
  }),
  is_body_optional: true,
  answer: z.object({ id: Id.nullable(), number: z.number().int().nullable() }),
  refusals: ['idempotency_conflict'],
  creates: true,
})

/** One line of a ticket's log. `from`, `to` and `word` are readable, as they were then. */
export const LogLine = z.object({
  id: Id,
  at: Time,
  /** null: the product itself. */
  person_name: z.string().nullable(),
  act: z.enum(['closed', 'reopened', 'assigned']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  word: z.string().nullable(),
})
export type LogLine = z.infer<typeof LogLine>

export const listLog = endpoint({
  name: 'listLog',
  summary: 'Журнал тикета, новые первыми',
  method: 'GET',
  path: 'desk/tickets/:ticketId/log/',
  auth: 'agent',
  params: TicketPath,
  query: z.object({ page: Page, page_size: PageSize }),
  answer: paged(LogLine),
  refusals: ['not_found'],
})
