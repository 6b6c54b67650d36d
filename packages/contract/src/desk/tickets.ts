import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { Page, PageSize, paged, several } from '../page.ts'
import { Business, DeskRole } from '../session.ts'
import { Message, MessagePage, Reply, TicketStatus } from '../tickets.ts'

const Place = z.object({ id: Id, name: z.string() })

/** An agent, as shown at the desk. */
export const Agent = z.object({ id: Id, name: z.string() })
export type Agent = z.infer<typeof Agent>

export const Priority = z.enum(['low', 'normal', 'high', 'urgent'])
export type Priority = z.infer<typeof Priority>

/** `due`: by deadline, none last; `priority`: within a priority, the longest waiting first; `newest`: by last message. */
export const QueueOrder = z.enum(['due', 'priority', 'newest'])
export type QueueOrder = z.infer<typeof QueueOrder>

/** The kinds of service targets. */
export const LevelKind = z.enum(['first', 'next', 'solution'])
export type LevelKind = z.infer<typeof LevelKind>

/** The ticket's first due target. `late_at`: from when it is late; after a deadline at closing time, that may be hours later. */
export const DueClock = z.object({ kind: LevelKind, due_at: Time, soon_at: Time, late_at: Time })
export type DueClock = z.infer<typeof DueClock>

/**
 * Deadlines of a ticket; null where nothing runs towards a target. `late` and `soon` concern the running targets;
 * `paused`: every target waits for the customer, or the ticket is snoozed. Absent: an older server.
 */
const Level = z
  .object({
    first_answer_due: Time.nullable(),
    next_answer_due: Time.nullable(),
    solution_due: Time.nullable(),
    state: z.enum(['ok', 'soon', 'late', 'paused']),
  })
  .optional()

/** The assignee of a ticket, its priority and tags, and the end of its snooze. */
const Work = {
  assignee: Agent.nullable(),
  priority: Priority,
  tags: z.array(z.string()),
  snoozed_until: Time.nullable(),
}

export const DeskTicketItem = z.object({
  id: Id,
  number: z.number().int(),
  status: TicketStatus,
  category: z.string(),
  category_readable: z.string(),
  topic: z.string().nullable(),
  topic_readable: z.string().nullable(),
  restaurant: Place,
  customer_name: z.string().nullable(),
  /** Absent: an older server. */
  message_count: z.number().int().optional(),
  last_message: z.string(),
  last_from_support: z.boolean(),
  /** The author of the last message: any member of the restaurant may write, not only the customer. */
  last_author_name: z.string().nullable(),
  created_at: Time,
  last_message_at: Time,
  /** Since when the customer has been waiting for an answer; null if support wrote last. */
  waiting_since: Time.nullable(),
  ...Work,
  /** null: nothing runs towards a target. Absent briefly while it is being recalculated. */
  clock: DueClock.nullable().optional(),
  /** Set only for a merged ticket: it is in no list, and a request for it returns the other ticket. */
  merged_into: z.object({ id: Id, number: z.number().int() }).optional(),
})
export type DeskTicketItem = z.infer<typeof DeskTicketItem>

export const DeskTicket = z.object({
  id: Id,
  number: z.number().int(),
  status: TicketStatus,
  status_readable: z.string(),
  category: z.string(),
  category_readable: z.string(),
  topic: z.string().nullable(),
  topic_readable: z.string().nullable(),
  created_at: Time,
  closed_at: Time.nullable(),
  waiting_since: Time.nullable(),
  ...Work,
  business: Business.extend({ name: z.string() }),
  restaurant: Place.extend({ timezone: z.string() }),
  customer: z.object({
    id: Id,
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    is_email_verified: z.boolean(),
    phone: z.string().nullable(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    image: z.string().nullable(),
  }),
  /** The customer's other tickets, newest first, at most ten. */
  past_tickets: z.array(
    z.object({
      id: Id,
      number: z.number().int(),
      category_readable: z.string(),
      status: TicketStatus,
      created_at: Time,
    }),
  ),
  level: Level,
})
export type DeskTicket = z.infer<typeof DeskTicket>

/** The key of a category or a topic. An unknown key finds nothing. */
const Key = z.string().regex(/^[a-z0-9_]{1,64}$/)

const TicketPath = z.object({ ticketId: PathId })
const Changed = z.object({ id: Id, status: TicketStatus, status_readable: z.string() })

export const getDesk = endpoint({
  name: 'getDesk',
  summary: 'Кто вошёл в рабочее место поддержки',
  method: 'GET',
  path: 'desk/me/',
  auth: 'person',
  answer: z.object({
    id: Id,
    first_name: z.string().nullable(),
    image: z.string().nullable(),
    roles: z.array(DeskRole).min(1),
    businesses: z.array(Place),
    /** Set if a business requires a second step that this session has not passed: the desk's calls are refused. */
    needs_second_step: z.literal(true).optional(),
    /** Set if the requirement starts later: from when. */
    second_step_from: Time.optional(),
  }),
  refusals: ['forbidden'],
})

export const listQueue = endpoint({
  name: 'listQueue',
  summary: 'Очередь: кто ждёт дольше, тот выше; архив — закрытые недавно первыми',
  method: 'GET',
  path: 'desk/tickets/',
  auth: 'agent',
  query: z.object({
    page: Page,
    page_size: PageSize,
    status: TicketStatus.default('awaiting_response'),
    /** Only tickets whose customer is waiting. */
    waiting: z.enum(['true', 'false']).optional(),
    /** Each filter may have several values; a ticket matches if any of them does. */
    restaurant: several(PathId),
    /** Current members of the group. A ticket matches this or `restaurant`. */
    restaurant_group: several(z.string().max(80).refine(isStorable, { error: FIELD.bad_characters })),
    /** `me`, `none`, or an agent's id. */
    assignee: several(PathId),
    category: several(Key),
    topic: several(Key),
    tag: several(z.string().max(64).refine(isStorable, { error: FIELD.bad_characters })),
    priority: several(Priority),
    /** Only snoozed tickets; by default they are left out. */
    snoozed: z.enum(['true', 'false']).optional(),
    /** The order of open tickets; default: the longest waiting first. */
    order: QueueOrder.optional(),
    /** A ticket number. */
    number: z
      .string()
      .regex(/^[0-9]{1,9}$/)
      .optional(),
  }),
  answer: paged(DeskTicketItem).extend({ waiting_items: z.number().int() }),
  compressed: true,
  refusals: [],
})

export const getDeskTicket = endpoint({
  name: 'getDeskTicket',
  summary: 'Тикет, клиент и откуда он',
  method: 'GET',
  path: 'desk/tickets/:ticketId/',
  auth: 'agent',
  params: TicketPath,
  answer: DeskTicket,
  refusals: ['not_found'],
})

export const listDeskMessages = endpoint({
  name: 'listDeskMessages',
  summary: 'Страница переписки',
  method: 'GET',
  path: 'desk/tickets/:ticketId/messages/',
  auth: 'agent',
  params: TicketPath,
  query: z.object({ page: Page, page_size: PageSize }),
  answer: MessagePage,
  compressed: true,
  refusals: ['not_found'],
})

export const sendDeskReply = endpoint({
  name: 'sendDeskReply',
  summary: 'Ответить клиенту; close=true ещё и закрывает тикет',
  method: 'POST',
  path: 'desk/tickets/:ticketId/messages/',
  auth: 'agent',
  params: TicketPath,
  form: Reply.extend({
    close: z.enum(['true', 'false']).default('false'),
    /** The newest message that the agent saw: if someone else has written since, the reply is refused once. */
    seen: PathId.optional(),
  }),
  files: { field: 'files', kind: 'attachments' },
  answer: Message,
  refusals: ['not_found', 'ticket_closed', 'unseen_message', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})

export const closeTicket = endpoint({
  name: 'closeTicket',
  summary: 'Закрыть тикет',
  method: 'POST',
  path: 'desk/tickets/:ticketId/close/',
  auth: 'agent',
  params: TicketPath,
  /** `seen`: the newest message that the caller saw; if someone else has written since, the ticket stays open. */
  body: z.object({ seen: PathId.optional() }),
  is_body_optional: true,
  answer: Changed,
  refusals: ['not_found', 'ticket_closed', 'unseen_message'],
})

export const reopenTicket = endpoint({
  name: 'reopenTicket',
  summary: 'Открыть закрытый тикет снова',
  method: 'POST',
  path: 'desk/tickets/:ticketId/reopen/',
  auth: 'agent',
  params: TicketPath,
  answer: Changed,
  refusals: ['not_found', 'ticket_open'],
})

export const listDeskRestaurants = endpoint({
  name: 'listDeskRestaurants',
  summary: 'Рестораны, которым отвечает этот человек',
  method: 'GET',
  path: 'desk/restaurants/',
  auth: 'agent',
  answer: z.object({
    restaurants: z.array(
      Place.extend({
        /** Absent: an older server. */
        groups: z.array(z.string()).optional(),
      }),
    ),
  }),
  compressed: true,
  refusals: [],
})
