import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { APPEAL_TYPES } from '../fields/choices.ts'
import { FIELD } from '../fields/field-texts.ts'
import { DeviceCode, Id, MessageText, PathId } from '../fields/fields.ts'

/** What somebody of a restaurant has said on the phone. */
export const CallerTicket = z.object({
  /** Whose ticket it is: they belong to the restaurant. */
  customer: PathId,
  restaurant: PathId,
  category: z.enum(
    APPEAL_TYPES.map(({ key }) => key),
    { error: FIELD.required },
  ),
  /** Whoever calls may not know it: it can be left out. */
  topic: z.string().max(64).default(''),
  text: MessageText,
  /** The code on the sticker of the device that it is about. */
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
