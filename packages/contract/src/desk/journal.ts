import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, isStorable, PathId, Time } from '../fields/fields.ts'
import { Moment } from '../moment.ts'
import { LongPageSize } from '../page.ts'
import { Download } from './imports.ts'

export const JournalEntry = z.object({
  id: Id,
  at: Time,
  event: z.string(),
  /** What happened, as one Russian line. */
  text: z.string(),
  person: z.string().nullable(),
  person_id: Id.nullable(),
  subject: z.string().nullable(),
  /** When it was done to a person. */
  subject_id: Id.nullable(),
  ip: z.string().nullable(),
  session: z.string().nullable(),
  /** The API key of the program that did it, in its maker's name. */
  key: z.object({ id: Id, name: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The same in Russian words, field by field; a side the journal does not know is null. */
  changes: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type JournalEntry = z.infer<typeof JournalEntry>

const JournalFilter = z.object({
  event: z.string().max(64).refine(isStorable).optional(),
  /** Who did it. */
  person: PathId.optional(),
  /** To which person it was done. */
  whom: PathId.optional(),
  from: Moment.optional(),
  to: Moment.optional(),
})

export const listJournal = endpoint({
  name: 'listJournal',
  summary: 'Журнал: кто, что, с какими значениями до и после, откуда; новые первыми',
  method: 'GET',
  path: 'desk/admin/journal/',
  auth: 'admin',
  query: JournalFilter.extend({
    after: PathId.optional(),
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
  answer: z.object({ events: z.array(z.object({ event: z.string(), text: z.string() })) }),
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
