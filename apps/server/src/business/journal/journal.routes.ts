import * as calls from '@podmoga/contract/desk/journal'
import type { Deps } from '../../deps.ts'
import { writeCsv } from '../../files/write-table.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { AREAS, EVENTS, eventText } from './events.ts'
import { type JournalFilter, type JournalRow, listJournalRows, namesOf } from './journal.sql.ts'
import { changesOf, idsOf, subjectText } from './words.ts'

const EXPORTS_PER_HOUR = 60
/** Rows per query of an export, and in the whole file, which a spreadsheet can still open. */
const LOOK = 1000
const ROWS_MAX = 50_000
const HEADING = ['Когда', 'Кто', 'Что', 'Кого', 'С адреса', 'Сессия', 'Ключ API', 'Было', 'Стало']

const subjectId = (subject: string | null): string | null => /^person (\d+)$/.exec(subject ?? '')?.[1] ?? null

/** The requested event, or all events of an area. */
const eventsOf = ({ event, area }: calls.JournalFilter): string[] | null => {
  if (event !== undefined) return [event]
  return area === undefined ? null : EVENTS.filter((one) => one.area === area).map((one) => one.event)
}

/** A filter by person or by event also matches the parts of a larger action. */
const wholesOf = ({ event, whom }: calls.JournalFilter) =>
  event === undefined && whom === undefined ? 'wholes' : 'all'

/** The journal of a business: who did what. It contains no secrets, and entries are never removed. */
export const journalRoutes = (on: On, deps: Deps): void => {
  const { sql, clock, rates } = deps
  const note = makeNote(clock)

  const filterOf = (
    business_id: string,
    query: calls.JournalFilter & { parts_of?: string | undefined },
  ): JournalFilter => ({
    business_id,
    events: eventsOf(query),
    person_id: query.person === undefined ? null : rowId(query.person),
    whom: query.whom === undefined ? null : rowId(query.whom),
    from: query.from === undefined ? null : new Date(query.from),
    to: query.to === undefined ? null : new Date(query.to),
    parts_of: query.parts_of === undefined ? wholesOf(query) : { id: rowId(query.parts_of) },
  })

  const entriesOf = async (
    business_id: string,
    rows: readonly JournalRow[],
  ): Promise<calls.JournalEntry[]> => {
    const names = await namesOf(sql, {
      business_id,
      ...idsOf(rows.flatMap(({ before, after }) => [before, after])),
    })
    return rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      event: row.event,
      text: eventText(row.event),
      person: row.person,
      person_id: row.person_id,
      subject: subjectText(row.subject, row.subject_name),
      subject_id: subjectId(row.subject),
      ip: row.ip,
      session: row.session_id,
      key: row.key_id === null ? null : { id: row.key_id, name: row.key_name ?? row.key_id },
      before: row.before,
      after: row.after,
      changes: changesOf(row.before, row.after, names),
      has_parts: row.has_parts,
    }))
  }

  on(calls.listJournal, async ({ who, query }) => {
    const { page_size } = query
    const rows = await listJournalRows(sql, {
      ...filterOf(who.business_id, query),
      after: query.after === undefined ? null : rowId(query.after),
      limit: page_size + 1,
    })
    const page = rows.slice(0, page_size)
    return {
      results: await entriesOf(who.business_id, page),
      next: rows.length > page_size ? (page.at(-1)?.id ?? null) : null,
    }
  })

  on(calls.listJournalEvents, async () => ({
    events: [...EVENTS],
    areas: calls.JOURNAL_AREAS.map((area) => ({ area, text: AREAS[area] })),
  }))

  const lines = async function* (filter: JournalFilter): AsyncGenerator<string[]> {
    yield HEADING
    let after: string | null = null
    for (let count = 0; count < ROWS_MAX; count += LOOK) {
      const rows: JournalRow[] = await listJournalRows(sql, { ...filter, after, limit: LOOK })
      for (const entry of await entriesOf(filter.business_id, rows)) {
        const side = (which: 'before' | 'after') =>
          entry.changes
            .filter((change) => change[which] !== null)
            .map((change) => `${change.name}: ${change[which]}`)
            .join('; ')
        const { at, person, text, subject, ip, session, key } = entry
        const where = [ip ?? '', session ?? '', key?.name ?? '']
        yield [at, person ?? '', text, subject ?? '', ...where, side('before'), side('after')]
      }
      after = rows.at(-1)?.id ?? null
      if (rows.length < LOOK) return
    }
  }

  on(calls.exportJournal, async ({ who, query, request }) => {
    await rates.take('export', who.person_id, EXPORTS_PER_HOUR, 3600)
    const { business_id } = who
    const bytes = await writeCsv(lines({ ...filterOf(business_id, query), parts_of: 'all' }))
    await note(sql, who, request, {
      event: 'journal_exported',
    })
    return {
      file_name: 'журнал.csv',
      content_type: 'text/csv; charset=utf-8',
      base64: bytes.toString('base64'),
    }
  })
}
