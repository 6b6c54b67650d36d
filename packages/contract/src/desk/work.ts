import { z } from 'zod'
import { ListedName } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { Id, oneLine, PathId, Text, Time } from '../fields/fields.ts'
import { TAG_MAX, TAGS_MAX, WORD_MAX } from '../fields/limits.ts'
import { Moment } from '../moment.ts'
import { Page, PageSize, paged, some } from '../page.ts'
import { Option } from '../tickets.ts'
import { Agent, Priority } from './tickets.ts'

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

/** The new assignee: absent means the caller, null means nobody. `from`: the assignee that the caller saw. */
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

/** One line, lower-cased: tags are case-insensitive. */
export const Tag = z
  .string()
  .transform((text) => oneLine(text).toLowerCase())
  .pipe(Text(TAG_MAX))

export const takeNext = endpoint({
  name: 'takeNext',
  summary: 'Взять следующий: самый давний из ждущих, которого никто не ведёт; null — таких нет',
  method: 'POST',
  path: 'desk/tickets/next/',
  auth: 'agent',
  body: z.object({
    restaurant: some(PathId),
    restaurant_group: some(ListedName),
    category: some(Key),
    topic: some(Key),
    tag: some(Tag),
    priority: some(Priority),
  }),
  is_body_optional: true,
  answer: z.object({ id: Id.nullable(), number: z.number().int().nullable() }),
  refusals: ['idempotency_conflict'],
  creates: true,
})

/** One line of a ticket's log. `from`, `to` and `word` are readable texts, as of that time. */
export const LogLine = z.object({
  id: Id,
  at: Time,
  /** null: an automatic action. */
  person_name: z.string().nullable(),
  act: z.enum([
    // opened by an agent, for a customer who called
    'opened',
    'closed',
    'reopened',
    'assigned',
    'priority',
    'category',
    'tags',
    'snoozed',
    'woken',
    'noted',
    'rated',
    // `other` was merged into this ticket, or taken out of it again
    'merged',
    'unmerged',
    // this ticket was merged into `other`, or taken out of it again
    'merged_into',
    'unmerged_from',
    'linked',
    'unlinked',
    // a message of this ticket became `other`, or this ticket began as a message of `other`
    'split_off',
    'split_from',
    // `other` continues this ticket, or this ticket continues `other`
    'followed_up',
    'follows',
    // an article, named `to`, was drafted from it
    'drafted',
    // the rule `to` fired; `word`: what prevented it
    'rule',
  ]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  word: z.string().nullable(),
  /** The other ticket involved. */
  other: z.object({ id: Id, number: z.number().int() }).nullable(),
  /** The number of the ticket whose log it was in, if that ticket was merged into this one. */
  of_number: z.number().int().nullable(),
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

export const listTopics = endpoint({
  name: 'listTopics',
  summary: 'Категории и их темы, как их называет каждый бизнес',
  method: 'GET',
  path: 'desk/topics/',
  auth: 'agent',
  answer: z.object({
    businesses: z.array(
      z.object({ id: Id, categories: z.array(Option.extend({ topics: z.array(Option) })) }),
    ),
  }),
  compressed: true,
  refusals: [],
})

export const listTags = endpoint({
  name: 'listTags',
  summary: 'Метки, которыми уже пользуются, по алфавиту',
  method: 'GET',
  path: 'desk/tags/',
  auth: 'agent',
  answer: z.object({ tags: z.array(z.string()) }),
  refusals: [],
})

/** The fields to change; absent fields stay unchanged. A `category` without a `topic` is accepted only if it has no topics. */
export const TicketEdit = z.object({
  priority: Priority.optional(),
  category: Key.optional(),
  topic: z.string().max(64).optional(),
  tags: z.array(Tag).max(TAGS_MAX).optional(),
  /** The tags that the user saw: tags added or removed by a colleague since are kept. Absent: `tags` replaces all tags. */
  tags_were: z.array(Tag).max(TAGS_MAX).optional(),
})

export const editTicket = endpoint({
  name: 'editTicket',
  summary: 'Исправить срочность, категорию с темой или метки',
  method: 'POST',
  path: 'desk/tickets/:ticketId/edit/',
  auth: 'agent',
  params: TicketPath,
  body: TicketEdit,
  answer: z.object({ id: Id }),
  refusals: ['not_found'],
})

export const snoozeTicket = endpoint({
  name: 'snoozeTicket',
  summary: 'Отложить до времени или до ответа клиента; null — вернуть в очередь сейчас',
  method: 'POST',
  path: 'desk/tickets/:ticketId/snooze/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ until: Moment.nullable() }),
  answer: z.object({ id: Id, snoozed_until: Time.nullable() }),
  refusals: ['not_found', 'ticket_closed'],
})

/** An agent who has the ticket open now, and what they are doing. */
export const Present = Agent.extend({ doing: z.enum(['looking', 'answering']) })
export type Present = z.infer<typeof Present>

export const tellPresence = endpoint({
  name: 'tellPresence',
  summary: 'Я смотрю тикет, отвечаю в нём или ушёл; в ответ — кто здесь ещё',
  method: 'POST',
  path: 'desk/tickets/:ticketId/presence/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ doing: z.enum(['looking', 'answering', 'gone']) }),
  answer: z.object({ people: z.array(Present) }),
  refusals: ['not_found'],
})
