import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { WORD_MAX } from '../fields/limits.ts'
import { Version } from '../fields/version.ts'
import { storedText } from '../fields/written.ts'

const RestaurantPath = z.object({ restaurantId: PathId })

/** Subjects with three or more tickets in four weeks, with the number in the preceding four weeks. */
const Repeats = z.array(z.object({ about: z.string(), tickets: z.number().int(), before: z.number().int() }))

export const getRestaurantHealth = endpoint({
  name: 'getRestaurantHealth',
  summary: 'Как дела в ресторане: тикеты по неделям, что повторяется, что не прочитано, кто не входил',
  method: 'GET',
  path: 'desk/admin/restaurants/:restaurantId/health/',
  auth: 'manager',
  params: RestaurantPath,
  answer: z.object({
    name: z.string(),
    /** Oldest first; the last week is not over. Days of the restaurant's calendar. */
    weeks: z.array(z.object({ begins: z.string(), tickets: z.number().int() })),
    /** The median of the complete weeks; null: the restaurant is younger than four weeks. */
    usual: z.number().nullable(),
    repeats: Repeats,
    /** Answers of the last 30 days that the ticket's author has not opened; the oldest 20. */
    unread: z.object({
      total: z.number().int(),
      oldest: z.array(
        z.object({
          /** Absent: an older server. */
          id: Id.optional(),
          number: z.number().int(),
          author: z.string(),
          answered_at: Time,
        }),
      ),
    }),
    /** Members without a recorded sign-in; the first 20 by name. `is_invited`: the invitation is not accepted yet. */
    absent: z.object({
      total: z.number().int(),
      first: z.array(z.object({ name: z.string(), is_invited: z.boolean() })),
    }),
  }),
  refusals: ['not_found'],
})

export const getRestaurantCard = endpoint({
  name: 'getRestaurantCard',
  summary: 'Ресторан для агента: часы, управляющие, устройства, что повторяется и заметка для агентов',
  method: 'GET',
  path: 'desk/restaurants/:restaurantId/',
  auth: 'agent',
  params: RestaurantPath,
  answer: z.object({
    id: Id,
    name: z.string(),
    timezone: z.string(),
    /** "10:00-23:00" for each weekday from Monday, "" for a day off; null: not set. */
    hours: z.array(z.string()).length(7).nullable(),
    city: z.string().nullable(),
    chain: z.string().nullable(),
    groups: z.array(z.string()),
    archived_at: Time.nullable(),
    /** Managers who still have access, the first 20 by name. */
    managers: z.array(
      z.object({
        id: Id,
        name: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
      }),
    ),
    /** Devices in use; those with the most tickets in the last 90 days first. */
    devices: z.array(
      z.object({
        id: Id,
        name: z.string(),
        kind_name: z.string(),
        model: z.string(),
        serial: z.string(),
        place: z.string(),
        recent: z.number().int(),
      }),
    ),
    repeats: Repeats,
    /** The agents' shared note about the restaurant; "" if there is none. */
    note: z.object({
      text: z.string(),
      version: z.number().int(),
      author_name: z.string().nullable(),
      changed_at: Time.nullable(),
    }),
  }),
  compressed: true,
  refusals: ['not_found'],
})

export const setRestaurantNote = endpoint({
  name: 'setRestaurantNote',
  summary: 'Заметка о ресторане для агентов; в ресторане её не видят',
  method: 'POST',
  path: 'desk/restaurants/:restaurantId/note/',
  auth: 'agent',
  params: RestaurantPath,
  body: z.object({
    /** Empty removes the note. */
    text: z
      .string()
      .refine(isStorable, { error: FIELD.bad_characters, abort: true })
      .transform((text) => storedText(text.trim()))
      .refine((text) => text.length <= WORD_MAX, { error: () => FIELD.too_long(WORD_MAX) }),
    /** The version of the note that was read. */
    version: Version,
  }),
  answer: z.object({ version: z.number().int() }),
  refusals: ['not_found', 'changed_meanwhile'],
})
