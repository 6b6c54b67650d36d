import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { Moment } from '../moment.ts'
import { LongPageSize } from '../page.ts'
import { Download } from './imports.ts'

/** The area of an entry. */
export const JOURNAL_AREAS = [
  'people',
  'sign_in',
  'restaurants',
  'tickets',
  'support',
  'knowledge',
  'business',
] as const
const JournalArea = z.enum(JOURNAL_AREAS)
export type JournalArea = z.infer<typeof JournalArea>

export const JournalEntry = z.object({
  id: Id,
  at: Time,
  event: z.string(),
  /** What happened, as one Russian line. */
  text: z.string(),
  person: z.string().nullable(),
  person_id: Id.nullable(),
  subject: z.string().nullable(),
  /** Set if the subject is a person. */
  subject_id: Id.nullable(),
  ip: z.string().nullable(),
  session: z.string().nullable(),
  /** The API key that was used, if a program acted on behalf of the key's owner. */
  key: z.object({ id: Id, name: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The changes of each field in Russian; an unknown side is null. */
  changes: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** True for an action with many parts, such as an import: `parts_of` lists them. */
  has_parts: z.boolean(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const JournalFilter = z.object({
  area: JournalArea.optional(),
  event: z.string().max(64).refine(isStorable).optional(),
  /** The person who acted. */
  person: PathId.optional(),
  /** The person acted on. */
  whom: PathId.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
})
export type JournalFilter = z.infer<typeof JournalFilter>

export const listJournal = endpoint({
  name: 'listJournal',
  summary: 'Журнал: кто, что, с какими значениями до и после, откуда; новые первыми',
  method: 'GET',
  path: 'desk/admin/journal/',
  auth: 'admin',
  query: JournalFilter.extend({
    after: PathId.optional(),
    /** The id of an action with parts: list them, entry by entry. */
    parts_of: PathId.optional(),
    page_size: LongPageSize,
  }),
  answer: z.object({ results: z.array(JournalEntry), next: Id.nullable() }),
  refusals: ['not_found'],
})

export const listJournalEvents = endpoint({
  name: 'listJournalEvents',
  summary: 'Какие события бывают в журнале',
  method: 'GET',
  path: 'desk/admin/journal/events/',
  auth: 'admin',
  answer: z.object({
    areas: z.array(z.object({ area: JournalArea, text: z.string() })),
    events: z.array(z.object({ event: z.string(), text: z.string(), area: JournalArea })),
  }),
  refusals: [],
})

export const exportJournal = endpoint({
  name: 'exportJournal',
  summary: 'Журнал файлом CSV: то, что выбрано, новые первыми',
  method: 'GET',
  path: 'desk/admin/journal/export/',
  auth: 'admin',
  confirmed: 'always',
  query: JournalFilter,
  answer: Download,
  refusals: ['not_found'],
  compressed: true,
})
