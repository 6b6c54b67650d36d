import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, PathId, Text, Time } from './fields/fields.ts'
import { HANDOVER_NOTE_MAX, HANDOVER_TICKETS_MAX } from './fields/limits.ts'

/** A ticket that was handed over; a processed one was answered afterwards. */
const HandedTicket = z.object({
  id: Id,
  number: z.number().int(),
  category: z.string(),
  status: z.string(),
  last_message: z.string().nullable(),
  /** Messages of support that the caller has not read. */
  unread: z.number().int(),
})

/** What one shift leaves for the next, until someone accepts it. */
export const Handover = z.object({
  id: Id,
  note: z.string(),
  author_name: z.string(),
  is_mine: z.boolean(),
  created_at: Time,
  /** Newest activity first. */
  tickets: z.array(HandedTicket),
})
export type Handover = z.infer<typeof Handover>

export const Shift = z.object({
  /** Whether the caller is on shift. */
  is_on: z.boolean(),
  /** The people on shift, the longest first; at most 50. */
  people: z.array(z.object({ id: Id, name: z.string(), image: z.string().nullable(), since: Time })),
  /** The handovers that are not accepted yet, oldest first; at most 10. */
  handovers: z.array(Handover),
})
export type Shift = z.infer<typeof Shift>

export const getShift = endpoint({
  name: 'getShift',
  summary: 'Кто на смене и что передала прошлая',
  method: 'GET',
  path: 'help_desk/shift/',
  auth: 'staff',
  answer: Shift,
  refusals: [],
})

export const setShift = endpoint({
  name: 'setShift',
  summary: 'Начать или закончить свою смену',
  method: 'POST',
  path: 'help_desk/shift/',
  auth: 'staff',
  body: z.object({ is_on: z.boolean() }),
  answer: Shift,
  refusals: [],
})

export const handOver = endpoint({
  name: 'handOver',
  summary: 'Передать смену: заметка и открытые тикеты; своя смена на этом кончается',
  method: 'POST',
  path: 'help_desk/shift/handovers/',
  auth: 'staff',
  body: z.object({
    note: Text(HANDOVER_NOTE_MAX),
    /** Ids that are not open tickets of the restaurant are ignored. */
    ticket_ids: z.array(z.union([z.string(), z.number()])).max(HANDOVER_TICKETS_MAX),
  }),
  answer: z.object({ id: Id }),
  refusals: ['idempotency_conflict'],
  creates: true,
})

export const acceptHandover = endpoint({
  name: 'acceptHandover',
  summary: 'Принять смену: первый, кто принял, на смене',
  method: 'POST',
  path: 'help_desk/shift/handovers/:handoverId/accept/',
  auth: 'staff',
  params: z.object({ handoverId: PathId }),
  answer: Shift,
  refusals: ['not_found', 'accepted_already'],
})

export const listReaders = endpoint({
  name: 'listReaders',
  summary: 'Кто в ресторане прочитал последний ответ поддержки',
  method: 'GET',
  path: 'help_desk/tickets/:ticketId/readers/',
  auth: 'staff',
  params: z.object({ ticketId: PathId }),
  answer: z.object({
    /** null: no answer from support yet. */
    message_id: Id.nullable(),
    /** At most 50, by name. */
    readers: z.array(z.string()),
  }),
  refusals: ['not_found'],
})
