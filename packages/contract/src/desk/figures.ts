import { z } from 'zod'
import { DeviceKind } from '../devices.ts'
import { endpoint } from '../endpoint.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { Page, paged } from '../page.ts'
import { DESK_FIELD } from './field-texts.ts'

/** The longest period of a query, in days. */
export const FIGURE_DAYS_MAX = 366
const DAY_MS = 86_400_000

const Day = z.iso
  .date({ error: DESK_FIELD.figure_day })
  .refine((day) => day >= '2000-01-01' && day <= '2100-12-31', { error: DESK_FIELD.figure_day })

/** Days of support's calendar, both inclusive. */
const period = { from: Day, to: Day }
interface Period {
  from: string
  to: string
}
const isForward = ({ from, to }: Period): boolean => from <= to
const isShort = ({ from, to }: Period): boolean =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS < FIGURE_DAYS_MAX
const backwards = { path: ['to'], error: DESK_FIELD.figure_order }
const too_long = { path: ['to'], error: DESK_FIELD.figure_period(FIGURE_DAYS_MAX) }

export const FigureBy = z.enum([
  'day',
  'hour',
  'restaurant',
  'category',
  'topic',
  'agent',
  /** By groups of agents, as they are now; an agent of two groups counts in both. */
  'group',
  /** By the device that the ticket is about. */
  'kind',
  'model',
])
export type FigureBy = z.infer<typeof FigureBy>

const asked = { ...period, by: FigureBy.default('day'), restaurant: PathId.optional(), page: Page }

const Count = z.number().int()
/** Whole minutes within support's hours; exact percentiles: 50% and 90% took no longer. Null: nothing to measure. */
const Measured = z.object({ count: Count, median: Count.nullable(), p90: Count.nullable() })

export const Figures = z.object({
  opened: Count,
  first: Measured,
  solved: Measured,
  /** Targets of all kinds that were met and missed. */
  kept: Count,
  missed: Count,
  reopened: Count,
  good: Count,
  bad: Count,
  /** Messages written by agents. */
  answers: Count,
  /** Searches by staff that are at least a day old, and those that were not followed by a ticket. */
  looked: Count,
  deflected: Count,
})
export type Figures = z.infer<typeof Figures>

const Answered = paged(Figures.extend({ key: z.string(), name: z.string() }))
  .omit({ results: true })
  .extend({
    ...period,
    totals: Figures,
    rows: z.array(Figures.extend({ key: z.string(), name: z.string() })),
    /** The totals of the preceding period of the same length. */
    previous: Figures,
    previous_from: z.string(),
    previous_to: z.string(),
    /** Current values: tickets waiting for an answer, and questions without an article (null: the reader may not see them). */
    waiting: Count,
    gaps: Count.nullable(),
    /** False while old tickets are still being counted. */
    is_counted: z.boolean(),
    restaurants: z.array(z.object({ id: Id, name: z.string() })),
  })
export type FiguresAnswer = z.infer<typeof Answered>

export const getFigures = endpoint({
  name: 'getFigures',
  summary:
    'Показатели за период: у руководителя всё, у управляющего его рестораны, у агента вся поддержка, а по агентам и группам он сам',
  method: 'GET',
  path: 'desk/service/figures/',
  auth: ['manager', 'agent'],
  query: z.object(asked).refine(isForward, backwards).refine(isShort, too_long),
  answer: Answered,
  compressed: true,
  refusals: ['not_found'],
})

export const getOwnFigures = endpoint({
  name: 'getOwnFigures',
  summary: 'Показатели агента за период: его собственные',
  method: 'GET',
  path: 'desk/service/figures/own/',
  auth: 'agent',
  query: z.object(asked).refine(isForward, backwards).refine(isShort, too_long),
  answer: Answered,
  compressed: true,
  refusals: ['not_found'],
})

/** A figure that can be broken down into tickets. */
export const FigureWhat = z.enum([
  'opened',
  'first',
  'solved',
  'kept',
  'missed',
  'reopened',
  'good',
  'bad',
  'answer',
])
export type FigureWhat = z.infer<typeof FigureWhat>

const behind = {
  ...period,
  what: FigureWhat,
  restaurant: PathId.optional(),
  category: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .optional(),
  topic: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .optional(),
  hour: z
    .string()
    .regex(/^(?:[01]\d|2[0-3])$/)
    .optional(),
  agent: PathId.optional(),
  group: PathId.optional(),
  kind: DeviceKind.optional(),
  model: z.string().max(200).refine(isStorable).optional(),
  /** The `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_\d{1,18}_\d{1,9}$/)
    .optional(),
}
const Behind = z.object({
  results: z.array(
    z.object({
      /** The id of the row: a ticket may have several rows, for example one for each answer. */
      id: z.string(),
      ticket: Id,
      number: Count,
      restaurant: z.string(),
      /** Absent: an older server. */
      restaurant_id: Id.optional(),
      at: Time,
      /** Only for measured figures. */
      minutes: Count.nullable(),
      agent: z.string().nullable(),
      /** The comment of a rating. */
      word: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})
export type FigureTickets = z.infer<typeof Behind>

export const listFigureTickets = endpoint({
  name: 'listFigureTickets',
  summary: 'Тикеты, из которых сложился показатель, и слова оценок',
  method: 'GET',
  path: 'desk/service/figures/tickets/',
  auth: ['manager', 'agent'],
  query: z.object(behind).refine(isForward, backwards).refine(isShort, too_long),
  answer: Behind,
  compressed: true,
  refusals: ['not_found'],
})

export const listOwnFigureTickets = endpoint({
  name: 'listOwnFigureTickets',
  summary: 'Тикеты, из которых сложился показатель агента',
  method: 'GET',
  path: 'desk/service/figures/own/tickets/',
  auth: 'agent',
  query: z.object(behind).refine(isForward, backwards).refine(isShort, too_long),
  answer: Behind,
  compressed: true,
  refusals: ['not_found'],
})

const format = z.enum(['csv', 'xlsx']).default('csv')
/** A path from the site's root: short-lived, and only valid for the caller. */
const FileLink = z.object({ url: z.string() })
const { page: _page, ...table } = asked

export const exportFigures = endpoint({
  name: 'exportFigures',
  summary: 'Ссылка на файл CSV или XLSX с таблицей показателей',
  method: 'GET',
  path: 'desk/service/figures/export/',
  auth: ['manager', 'agent'],
  by_key: false,
  query: z
    .object({ ...table, format })
    .refine(isForward, backwards)
    .refine(isShort, too_long),
  answer: FileLink,
  refusals: ['not_found'],
})

export const exportOwnFigures = endpoint({
  name: 'exportOwnFigures',
  summary: 'Ссылка на файл CSV или XLSX с показателями самого агента',
  method: 'GET',
  path: 'desk/service/figures/own/export/',
  auth: 'agent',
  by_key: false,
  query: z
    .object({ ...table, format })
    .refine(isForward, backwards)
    .refine(isShort, too_long),
  answer: FileLink,
  refusals: ['not_found'],
})

/** The maximum number of rows of a sheet, without the header. */
export const SHEET_ROWS_MAX = 1_048_575

export const exportTickets = endpoint({
  name: 'exportTickets',
  summary: 'Ссылка на файл CSV или XLSX со всеми тикетами, открытыми за период, без переписки',
  method: 'GET',
  path: 'desk/tickets/export/',
  auth: ['manager', 'agent'],
  by_key: false,
  confirmed: 'always',
  query: z
    .object({ ...period, restaurant: PathId.optional(), format })
    .refine(isForward, backwards)
    .refine(isShort, too_long),
  answer: FileLink,
  refusals: ['not_found'],
})
