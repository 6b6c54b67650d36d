import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, MessageText, PathId, Time } from '../fields/fields.ts'
import { TicketStatus } from '../tickets.ts'

const TicketPath = z.object({ ticketId: PathId })

/** A reference to a ticket. */
const Reference = z.object({ id: Id, number: z.number().int() })

/** A short summary, enough to recognize a ticket. */
export const TicketGlance = Reference.extend({
  status: TicketStatus,
  category_readable: z.string(),
  customer_name: z.string().nullable(),
  restaurant: z.object({ id: Id, name: z.string() }),
  created_at: Time,
  /** The beginning of its first message. */
  first_words: z.string(),
})
export type TicketGlance = z.infer<typeof TicketGlance>

/** `follow_up`: continues a closed ticket; `split`: a message of another ticket became this one. */
export const LinkKind = z.enum(['related', 'follow_up', 'split'])
export type LinkKind = z.infer<typeof LinkKind>

export const TicketRelations = z.object({
  /** Tickets that were merged into this one, newest first. */
  merged: z.array(
    Reference.extend({
      customer_name: z.string().nullable(),
      merged_at: Time,
      /** The ticket that it was merged into: this one, or one that was merged later. */
      into: Reference,
      /** False once someone has written since the merge. */
      can_undo: z.boolean(),
    }),
  ),
  linked: z.array(TicketGlance.extend({ kind: LinkKind, is_later: z.boolean() })),
  /** The newest other tickets of the restaurant, at most ten. */
  of_restaurant: z.array(TicketGlance),
})
export type TicketRelations = z.infer<typeof TicketRelations>

export const getRelations = endpoint({
  name: 'getRelations',
  summary: 'С чем тикет объединён и связан, и другие тикеты ресторана',
  method: 'GET',
  path: 'desk/tickets/:ticketId/related/',
  auth: 'agent',
  params: TicketPath,
  answer: TicketRelations,
  compressed: true,
  refusals: ['not_found'],
})

export const mergeTicket = endpoint({
  name: 'mergeTicket',
  summary:
    'Объединить тикет с другим того же ресторана: переписка переходит туда, прежний номер ведёт туда же',
  method: 'POST',
  path: 'desk/tickets/:ticketId/merge/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ into: PathId }),
  /** The ticket that now contains both. */
  answer: Reference,
  refusals: ['not_found', 'merged_already', 'other_restaurant'],
})

export const unmergeTicket = endpoint({
  name: 'unmergeTicket',
  summary: 'Разъединить: вернуть объединённому тикету его переписку, пока после объединения никто не писал',
  method: 'POST',
  path: 'desk/tickets/:ticketId/unmerge/',
  auth: 'agent',
  params: TicketPath,
  answer: Reference,
  refusals: ['not_found', 'not_merged', 'merge_settled'],
})

export const linkTicket = endpoint({
  name: 'linkTicket',
  summary: 'Связать тикет с другим тикетом бизнеса',
  method: 'POST',
  path: 'desk/tickets/:ticketId/link/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ to: PathId }),
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})

export const unlinkTicket = endpoint({
  name: 'unlinkTicket',
  summary: 'Снять связь с другим тикетом',
  method: 'POST',
  path: 'desk/tickets/:ticketId/unlink/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ to: PathId }),
  answer: z.object({ ok: z.boolean() }),
  refusals: ['not_found'],
})

export const splitTicket = endpoint({
  name: 'splitTicket',
  summary: 'Вынести сообщение клиента в новый тикет; объединение обратно отменяет это',
  method: 'POST',
  path: 'desk/tickets/:ticketId/split/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ message: PathId }),
  answer: Reference,
  refusals: ['not_found', 'not_splittable', 'idempotency_conflict'],
  creates: true,
})

export const followUp = endpoint({
  name: 'followUp',
  summary: 'Продолжить закрытый тикет новым: тот же клиент и ресторан, первое слово за поддержкой',
  method: 'POST',
  path: 'desk/tickets/:ticketId/follow-up/',
  auth: 'agent',
  params: TicketPath,
  body: z.object({ text: MessageText }),
  answer: Reference,
  refusals: ['not_found', 'ticket_open', 'idempotency_conflict'],
  creates: true,
})

export const draftArticle = endpoint({
  name: 'draftArticle',
  summary: 'Сделать из закрытого тикета черновик материала: вопрос и ответ без имён, телефонов и файлов',
  method: 'POST',
  path: 'desk/tickets/:ticketId/article/',
  auth: 'agent',
  params: TicketPath,
  /** The target subcategory; default: the first one. An editor can move the material later. */
  body: z.object({ subcategory: PathId.optional() }),
  is_body_optional: true,
  answer: z.object({
    /** The id of the material. */
    id: Id,
    title: z.string(),
    /** False: it already exists, and nothing is overwritten. */
    is_new: z.boolean(),
    /** The number of names, contacts and files that were left out. */
    left_out: z.object({
      names: z.number().int(),
      contacts: z.number().int(),
      files: z.number().int(),
    }),
  }),
  refusals: ['not_found', 'ticket_open', 'nothing_answered', 'no_subcategory', 'idempotency_conflict'],
  creates: true,
})

export const listSimilar = endpoint({
  name: 'listSimilar',
  summary: 'Похожие тикеты бизнеса: по смыслу слов самого тикета, самые похожие первыми; не больше пяти',
  method: 'GET',
  path: 'desk/tickets/:ticketId/similar/',
  auth: 'agent',
  params: TicketPath,
  answer: z.object({
    results: z.array(TicketGlance),
    /** False if no result is certainly about the same problem; absent means true. */
    sure: z.boolean().optional(),
  }),
  compressed: true,
  refusals: ['not_found'],
})
