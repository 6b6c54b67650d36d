import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PathId, Time } from '../fields/fields.ts'

export const getRestaurantHealth = endpoint({
  name: 'getRestaurantHealth',
  summary: 'Как дела в ресторане: тикеты по неделям, что повторяется, что не прочитано, кто не входил',
  method: 'GET',
  path: 'desk/admin/restaurants/:restaurantId/health/',
  auth: 'manager',
  params: z.object({ restaurantId: PathId }),
  answer: z.object({
    name: z.string(),
    /** From the oldest; the last one is not over. Days of the restaurant's calendar. */
    weeks: z.array(z.object({ begins: z.string(), tickets: z.number().int() })),
    /** The median of the whole weeks; null: the restaurant is younger than four of them. */
    usual: z.number().nullable(),
    /** What was asked about three times and more in four weeks, and how often in the four before. */
    repeats: z.array(z.object({ about: z.string(), tickets: z.number().int(), before: z.number().int() })),
    /** Answers of the last 30 days that whoever wrote the ticket has not opened; the oldest 20. */
    unread: z.object({
      total: z.number().int(),
      oldest: z.array(z.object({ number: z.number().int(), author: z.string(), answered_at: Time })),
    }),
    /** Who works here and has no sign-in on record; the first 20 by name. `is_invited`: has not taken the invitation. */
    absent: z.object({
      total: z.number().int(),
      first: z.array(z.object({ name: z.string(), is_invited: z.boolean() })),
    }),
  }),
  refusals: ['not_found'],
})
