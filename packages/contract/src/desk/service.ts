import { z } from 'zod'
import { RestaurantGroups } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, PathId, Text, Time } from '../fields/fields.ts'
import { LIST_LIMITS } from '../fields/list-limits.ts'
import { Timezone } from '../fields/timezone.ts'
import { WholeNumber } from '../fields/whole-number.ts'
import { DESK_FIELD } from './field-texts.ts'
import { LevelKind, Priority } from './tickets.ts'

const RESTAURANTS_MAX = 1000
/** One year. */
const MINUTES_MAX = 525_600

const Minutes = WholeNumber(1, MINUTES_MAX).nullable()

/** Minutes within support's hours; null: no target of that kind. */
const Target = z.object({
  name: Text(80),
  /** null: any. */
  priority: Priority.nullable(),
  category: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .nullable(),
  restaurant_ids: z.array(Id).max(RESTAURANTS_MAX),
  /** Groups of restaurants, with their current members. A restaurant matches this or `restaurant_ids`. Both empty: any. */
  restaurant_groups: RestaurantGroups.optional(),
  first_minutes: Minutes,
  next_minutes: Minutes,
  solution_minutes: Minutes,
})

const SPAN = String.raw`(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)`
/** "09:00-13:00, 14:00-18:00"; a span that ends before its start crosses midnight, overlapping time counts once. */
export const DayHours = z
  .string()
  .max(80)
  .transform((text) => text.trim().replace(/\s*,\s*/g, ', '))
  .pipe(z.string().regex(new RegExp(`^(?:${SPAN}(?:, ${SPAN})*)?$`), DESK_FIELD.day_hours))

/** Whether at least one day has working hours. */
const isEverOpen = (week: readonly string[] | null): boolean =>
  week === null || week.some((day) => day !== '')

const Shift = z.object({
  zone: Timezone,
  /** For each weekday from Monday, "" for a day off; null: the working hours of the business's settings. */
  week: z.array(DayHours).length(7).nullable().refine(isEverOpen, { error: DESK_FIELD.never_open }),
})

export const ServiceLevels = z.object({
  /** A ticket gets the first target that matches it. */
  targets: z.array(Target).max(LIST_LIMITS.targets.max, LIST_LIMITS.targets.message),
  /** Support is open while any of the shifts is. */
  shifts: z
    .array(Shift)
    .min(1, { error: FIELD.required })
    .max(LIST_LIMITS.shifts.max, LIST_LIMITS.shifts.message),
})
export type ServiceLevels = z.infer<typeof ServiceLevels>

const Answered = z.object({
  targets: ServiceLevels.shape.targets,
  shifts: z.array(
    z.object({ zone: z.string(), week: z.array(z.string()).nullable(), is_zone_known: z.boolean() }),
  ),
  /** From the business's settings: the week that null stands for, and the days without support. */
  usual_week: z.array(z.string()).nullable(),
  days_off: z.array(z.string()),
  restaurants: z.array(z.object({ id: Id, name: z.string(), groups: z.array(z.string()) })),
  /** A save based on an older version is refused. */
  version: Id,
})

export const getServiceLevels = endpoint({
  name: 'getServiceLevels',
  summary: 'Сроки ответа и решения и часы, в которых они считаются',
  method: 'GET',
  path: 'desk/levels/',
  auth: 'admin',
  answer: Answered,
  refusals: [],
})

export const setServiceLevels = endpoint({
  name: 'setServiceLevels',
  summary: 'Изменить сроки и часы: новое действует на всё, что ещё не отвечено',
  method: 'POST',
  path: 'desk/levels/',
  auth: 'admin',
  body: ServiceLevels.extend({ version: PathId }),
  answer: Answered,
  refusals: ['stale_draft'],
})

const Duty = z.object({
  kind: LevelKind,
  /** `running` and `paused`: still open; `done`: had no target; `dropped`: closed before it was answered. */
  state: z.enum(['running', 'paused', 'kept', 'missed', 'done', 'dropped']),
  /** Milliseconds within support's hours; `target` is null if there is none. */
  spent: z.number().int(),
  target: z.number().int().nullable(),
  /** Set only while it runs towards a target that is reachable within support's hours. */
  due_at: Time.nullable(),
  is_late: z.boolean(),
})
export type Duty = z.infer<typeof Duty>

export const getTicketClock = endpoint({
  name: 'getTicketClock',
  summary: 'Сроки тикета: сколько прошло и осталось в часах поддержки, на паузе ли они, что просрочено',
  method: 'GET',
  path: 'desk/tickets/:ticketId/clock/',
  auth: 'agent',
  params: z.object({ ticketId: PathId }),
  answer: z.object({ duties: z.array(Duty), at: Time }),
  refusals: ['not_found'],
})
