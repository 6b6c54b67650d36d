import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { APPEAL_TYPES, topicKindOf } from './fields/choices.ts'
import { FIELD } from './fields/field-texts.ts'
import { DeviceCode, Id, isStorable, MessageText, PathId, Text, Time } from './fields/fields.ts'
import { READ_IDS_MAX, SEARCH_MAX, WORD_MAX } from './fields/limits.ts'
import { Page, PageSize, paged } from './page.ts'
import { ScanState } from './scan.ts'

export const TicketStatus = z.enum(['awaiting_response', 'processed'])
export type TicketStatus = z.infer<typeof TicketStatus>
export const Option = z.object({ key: z.string(), name: z.string() })
export type Option = z.infer<typeof Option>

export const Unread = z.object({ unread: z.number().int().nullable() })

/** A whole number here; another backend may send text. */
export const TicketNumber = z
  .number()
  .int()
  .or(z.string())
  .meta({ wire: { type: 'integer' } })

export const TicketItem = z.object({
  id: Id,
  number: TicketNumber,
  /** Readable Russian text. */
  category: z.string(),
  created_at: Time,
  last_message: z.string().nullable().default(null),
  unread: z.number().int().optional(),
  /** Who wrote last; absent if the backend does not send it. */
  last_author: z.string().optional(),
  last_is_mine: z.boolean().optional(),
  last_from_support: z.boolean().optional(),
  /** Pictures with the last message. */
  last_pictures: z.number().int().optional(),
  /** In search results: the text around the match in a message; absent if the number matched. */
  found: z.string().optional(),
})
export type TicketItem = z.infer<typeof TicketItem>

/** `skipped`: the person declined and is not asked again. */
const Score = z.enum(['good', 'bad', 'skipped'])

export const Rating = z.object({ score: Score, word: z.string().nullable() })
export type Rating = z.infer<typeof Rating>

/** The usual answer time of support; absent if nothing is promised. */
const Promised = {
  /** Minutes, within support's hours, until the first answer. */
  promise: z.number().int().nullish(),
  /** When support starts to work; null while it works. */
  opens_at: Time.nullish(),
}

export const Ticket = z.object({
  id: Id.optional(),
  number: TicketNumber,
  status: z.string().optional(),
  status_readable: z.string(),
  category: z.string(),
  category_readable: z.string().nullable().default(null),
  topic: z.string().nullable().default(null),
  topic_readable: z.string().nullable().default(null),
  initial_message: z.string(),
  created_at: Time.optional(),
  /** The rating of a processed ticket: null if not rated yet; absent if it is not asked. */
  rating: Rating.nullish(),
  /** The agent who took it; null: nobody yet. Absent if the backend does not send it. */
  assignee_name: z.string().nullish(),
  ...Promised,
})
export type Ticket = z.infer<typeof Ticket>

export const Attachment = z.object({
  id: Id,
  file_url: z.string(),
  file_name: z.string(),
  /** Bytes. */
  size: z.number().int().optional(),
  content_type: z.string().optional(),
  scan: ScanState.optional(),
})
export type Attachment = z.infer<typeof Attachment>

export const Message = z.object({
  id: Id,
  text: z.string(),
  created_at: Time,
  user_name: z.string().nullable().default(null),
  user_image: z.string().nullable().default(null),
  is_mine: z.boolean().optional(),
  from_support: z.boolean().optional(),
  /** The caller has not read it yet. */
  is_unread: z.boolean().optional(),
  /** A Russian label, such as «Не решено», if the message is more than a reply. */
  mark: z.string().optional(),
  attachments: z.array(Attachment).default([]),
})
export type Message = z.infer<typeof Message>

export const MessagePage = z.object({
  current_page: z.number().int(),
  total_pages: z.number().int(),
  results: z.array(z.object({ date: z.string().optional(), results: z.array(Message) })),
})
export type MessagePage = z.infer<typeof MessagePage>

const TicketPath = z.object({ ticketId: PathId })

/** The new-ticket form: the topic belongs to its category, and "other" has none. */
export const NewTicket = z
  .object({
    category: z.enum(
      APPEAL_TYPES.map((type) => type.key),
      { error: FIELD.required },
    ),
    topic: z.string().max(64).default(''),
    initial_message: MessageText,
    /** The code on the sticker of the device that the ticket is about. */
    device: DeviceCode.optional(),
  })
  .refine(
    // Each business has its own topics: the server checks them.
    (form) => topicKindOf(String(form.category)) === null || form.topic !== '',
    // Reported together with the errors of the other fields, not only once those are fixed.
    {
      path: ['topic'],
      error: FIELD.required,
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )

export const Reply = z.object({ text: MessageText })

export const getUnread = endpoint({
  name: 'getUnread',
  summary: 'Сколько сообщений поддержки не прочитано в этом ресторане',
  method: 'GET',
  path: 'help_desk/messages/unread/',
  auth: 'staff',
  answer: Unread,
  refusals: [],
})

export const listTickets = endpoint({
  name: 'listTickets',
  summary: 'Тикеты ресторана, свежие первыми',
  method: 'GET',
  path: 'help_desk/tickets/',
  auth: 'staff',
  query: z.object({
    page: Page,
    page_size: PageSize,
    status: TicketStatus.default('awaiting_response'),
    search: z.string().max(SEARCH_MAX).refine(isStorable, { error: FIELD.bad_characters }).optional(),
  }),
  answer: paged(TicketItem).extend({ yours: z.array(TicketItem).optional() }),
  compressed: true,
  refusals: [],
})

export const getTicket = endpoint({
  name: 'getTicket',
  summary: 'Один тикет',
  method: 'GET',
  path: 'help_desk/tickets/:ticketId/',
  auth: 'staff',
  params: TicketPath,
  answer: Ticket,
  refusals: ['not_found'],
})

export const listMessages = endpoint({
  name: 'listMessages',
  summary: 'Страница переписки по дням; первая страница хранит самые новые сообщения',
  method: 'GET',
  path: 'help_desk/tickets/:ticketId/messages/',
  auth: 'staff',
  params: TicketPath,
  query: z.object({ page: Page, page_size: PageSize }),
  answer: MessagePage,
  compressed: true,
  refusals: ['not_found'],
})

export const sendReply = endpoint({
  name: 'sendReply',
  summary: 'Ответить в тикете, с файлами или без',
  method: 'POST',
  path: 'help_desk/tickets/:ticketId/messages/',
  auth: 'staff',
  params: TicketPath,
  form: Reply,
  files: { field: 'files', kind: 'attachments' },
  answer: Message,
  refusals: ['not_found', 'ticket_closed', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})

export const rateTicket = endpoint({
  name: 'rateTicket',
  summary: 'Оценить закрытый тикет: помогли или нет; слова можно добавить потом, один раз',
  method: 'POST',
  path: 'help_desk/tickets/:ticketId/rate/',
  auth: 'staff',
  params: TicketPath,
  body: z.object({
    score: Score.optional(),
    word: Text(WORD_MAX).optional(),
  }),
  answer: z.object({ rating: Rating }),
  refusals: ['not_found', 'ticket_open', 'already_rated'],
})

export const readMessages = endpoint({
  name: 'readMessages',
  summary: 'Отметить сообщения прочитанными',
  method: 'POST',
  path: 'help_desk/messages/read/',
  auth: 'staff',
  body: z.object({
    ids: z.array(z.string().max(40).or(z.number().int().nonnegative())).min(1).max(READ_IDS_MAX),
  }),
  answer: z.object({ ok: z.boolean().optional(), unread: z.number().int().optional() }),
  refusals: [],
})

export const createTicket = endpoint({
  name: 'createTicket',
  summary: 'Написать новый тикет, с файлами или без',
  method: 'POST',
  path: 'help_desk/tickets/',
  auth: 'staff',
  form: NewTicket,
  files: { field: 'files', kind: 'attachments' },
  answer: z.object({ id: Id.optional(), number: TicketNumber.optional() }),
  refusals: ['not_found', 'idempotency_conflict', 'too_many_files'],
  creates: true,
})

export const listAppealTypes = endpoint({
  name: 'listAppealTypes',
  summary: 'Категории тикета',
  method: 'GET',
  path: 'help_desk/select/appeal-types/',
  auth: 'staff',
  answer: z.array(Option),
  refusals: [],
})

export const listModuleTypes = endpoint({
  name: 'listModuleTypes',
  summary: 'Модули',
  method: 'GET',
  path: 'help_desk/select/module-types/',
  auth: 'staff',
  answer: z.array(Option),
  refusals: [],
})

export const listPaymentIssueTypes = endpoint({
  name: 'listPaymentIssueTypes',
  summary: 'Платёжные системы',
  method: 'GET',
  path: 'help_desk/select/payment-issue-types/',
  auth: 'staff',
  answer: z.array(Option),
  refusals: [],
})

export const Limits = z.object({
  /** Bytes of one file. */
  max_file_size: z.number().int(),
  max_files: z.number().int(),
  /** Extensions with their dot. */
  accept: z.array(z.string()),
  /** Bytes of all files of one message. */
  max_total_size: z.number().int().optional(),
  ...Promised,
  /** The `promise` of each category that has one. */
  promises: z.record(z.string(), z.number().int()).optional(),
})
export type Limits = z.infer<typeof Limits>

export const getLimits = endpoint({
  name: 'getLimits',
  summary: 'Сколько и каких файлов можно приложить',
  method: 'GET',
  path: 'help_desk/limits/',
  auth: 'staff',
  answer: Limits,
  refusals: [],
})

/** Whether the ticket is closed for replies, in either of the two forms that backends send. */
export const isProcessed = (ticket: { status?: string | undefined; status_readable: string }): boolean =>
  ticket.status === 'processed' || /^processed$/i.test(ticket.status_readable)
