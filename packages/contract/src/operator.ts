import { z } from 'zod'
import { Ok } from './desk/knowledge-shapes.ts'
import { endpoint } from './endpoint.ts'
import { Id, PathId, Text, Time } from './fields/fields.ts'
import { WholeNumber } from './fields/whole-number.ts'
import { Moment } from './moment.ts'
import { cursorPaged } from './page.ts'

export const OperatedBusiness = z.object({
  id: Id,
  name: z.string(),
  network: z.string().nullable(),
  /** When the subscription ends; null: never. After that, staff calls are refused with `subscription_expired`. */
  paid_until: Time.nullable(),
  people: z.number().int(),
  restaurants: z.number().int(),
  /** Limits; null: no limit. */
  people_max: z.number().int().nullable(),
  restaurants_max: z.number().int().nullable(),
})
export type OperatedBusiness = z.infer<typeof OperatedBusiness>

export const listBusinesses = endpoint({
  name: 'listBusinesses',
  summary: 'Бизнесы установки: до какого дня оплачены, сколько людей и ресторанов',
  method: 'GET',
  path: 'operator/businesses/',
  auth: 'operator',
  ...cursorPaged(OperatedBusiness),
  refusals: ['not_found'],
})

const Most = WholeNumber(1, 1_000_000).nullable()

export const BusinessTerms = z.object({
  paid_until: Moment.nullable(),
  people_max: Most,
  restaurants_max: Most,
})

export const changeBusiness = endpoint({
  name: 'changeBusiness',
  summary: 'До какого дня бизнес оплачен и его пределы; в журнале самого бизнеса это видно',
  method: 'POST',
  path: 'operator/businesses/:businessId/',
  auth: 'operator',
  confirmed: 'always',
  params: z.object({ businessId: PathId }),
  body: BusinessTerms,
  answer: Ok,
  refusals: ['not_found'],
})

export const TicketReason = Text(500).refine((text) => text.trim().length >= 10, {
  error: 'Напишите причину подробнее: её прочтёт администратор бизнеса',
})

/** The only call that shows an operator what people wrote. */
export const readTicketAsOperator = endpoint({
  name: 'readTicketAsOperator',
  summary: 'Прочитать тикет бизнеса, назвав причину: она остаётся в журнале этого бизнеса',
  method: 'POST',
  path: 'operator/businesses/:businessId/ticket/',
  auth: 'operator',
  confirmed: 'always',
  params: z.object({ businessId: PathId }),
  body: z.object({ number: WholeNumber(1, 2_000_000_000), reason: TicketReason }),
  answer: z.object({
    number: z.number().int(),
    status: z.string(),
    restaurant: z.string(),
    /** The newest 200, oldest first. */
    messages: z.array(z.object({ text: z.string(), created_at: Time, from_support: z.boolean() })),
  }),
  refusals: ['not_found'],
})
