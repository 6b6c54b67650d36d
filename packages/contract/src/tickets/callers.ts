import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { APPEAL_TYPES } from '../fields/choices.ts'
import { FIELD } from '../fields/field-texts.ts'
import { DeviceCode, Id, MessageText, PathId } from '../fields/fields.ts'
import { SEARCH_MAX } from '../fields/limits.ts'
import { LongPageSize } from '../page.ts'

/** A person who works in a restaurant, with the same details that a ticket of theirs shows. */
export const Caller = z.object({
  id: Id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The invitation is not accepted yet. */
  is_invited: z.boolean(),
  /** The business's open restaurants, in order of creation. */
  restaurants: z.array(z.object({ id: Id, name: z.string(), business_id: Id, is_manager: z.boolean() })),
})
export type Caller = z.infer<typeof Caller>

export const listCallers = endpoint({
  name: 'listCallers',
  summary: 'Кто работает в ресторанах, которым отвечает этот агент: по имени, телефону или почте, страницами',
  method: 'GET',
  path: 'desk/callers/',
  auth: 'agent',
  query: z.object({
    search: z.string().max(SEARCH_MAX).optional(),
    restaurant: PathId.optional(),
    /** The `next` of the previous page. */
    after: z.string().max(400).optional(),
    page_size: LongPageSize,
  }),
  answer: z.object({ results: z.array(Caller), next: z.string().nullable() }),
  compressed: true,
  refusals: ['not_found'],
})

/** A ticket that an agent opens for a person who called. */
export const CallerTicket = z.object({
  /** The author of the ticket, a member of the restaurant. */
  customer: PathId,
  restaurant: PathId,
  category: z.enum(
    APPEAL_TYPES.map(({ key }) => key),
    { error: FIELD.required },
  ),
  /** Optional: the person who calls may not know it. */
  topic: z.string().max(64).default(''),
  text: MessageText,
  /** The code on the sticker of the device that the ticket is about. */
  device: DeviceCode.optional(),
})

export const openTicketForCaller = endpoint({
  name: 'openTicketForCaller',
  summary: 'Открыть тикет за того, кто позвонил: тикет его, кто открыл — в журнале',
  method: 'POST',
  path: 'desk/tickets/',
  auth: 'agent',
  body: CallerTicket,
  answer: z.object({ id: Id, number: z.number().int() }),
  refusals: ['not_found', 'idempotency_conflict'],
  creates: true,
})
