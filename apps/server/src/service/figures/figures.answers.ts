import type { FigureBy, Figures, FiguresAnswer } from '@podmoga/contract/desk/figures'
import { DEVICE_KINDS } from '@podmoga/contract/devices'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { totalPages } from '@podmoga/contract/page'
import type { Db } from '@podmoga/sql/sql'
import { ERASED_NAME } from '../../module.ts'
import { isCounted } from './cursor.sql.ts'
import {
  countGaps,
  countWaiting,
  type FigureRow,
  type FiguresQuery,
  listAgentNames,
  listGroupNames,
  listKeys,
  listNamedRestaurants,
  listTopicNames,
  readRows,
  readTotals,
} from './figures.sql.ts'
import { measureMinutes } from './minutes.ts'
import type { Counts } from './periods.sql.ts'

const DAY_MS = 86_400_000
/** Rows per page; tables by day and by hour are not paged. */
const PAGE_ROWS = 50

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Returns the period of the same length just before. */
const before = ({ from, to }: { from: string; to: string }): { from: string; to: string } => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return {
    from: dayOf(Date.parse(from) - days * DAY_MS),
    to: dayOf(Date.parse(from) - DAY_MS),
  }
}

export const figuresOf = (row: FigureRow | undefined): Figures => {
  const n = (what: keyof Counts): number => row?.[what] ?? 0
  return {
    opened: n('opened'),
    first: measureMinutes(row?.first_minutes ?? null),
    solved: measureMinutes(row?.solved_minutes ?? null),
    kept: n('kept'),
    missed: n('missed'),
    reopened: n('reopened'),
    good: n('good'),
    bad: n('bad'),
    answers: n('answer'),
    looked: n('looked'),
    deflected: n('deflected'),
  }
}

const allKeys = ({ by, from, to }: FiguresQuery): string[] | null => {
  if (by === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  if (by !== 'day') return null
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at))
  return days
}

const namesOf = async (
  db: Db,
  { by, business_ids }: { by: FigureBy; business_ids: readonly string[] },
  keys: readonly string[],
): Promise<Map<string, string>> => {
  if (by === 'restaurant') {
    const rows = await listNamedRestaurants(db, { business_ids, restaurant_ids: keys })
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  if (by === 'kind') return new Map(DEVICE_KINDS.map(({ key, name }) => [key, name]))
  if (by === 'group')
    return new Map((await listGroupNames(db, business_ids)).map(({ key, name }) => [key, name]))
  if (by === 'category') return new Map(APPEAL_TYPES.map(({ key, name }) => [key, name]))
  if (by !== 'topic' && by !== 'agent') return new Map()
  const rows =
    by === 'topic' ? await listTopicNames(db, { business_ids, keys }) : await listAgentNames(db, keys)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Returns one page of a table's rows, and the total number of rows. */
export const readTable = async (db: Db, asked: FiguresQuery, page: number) => {
  const fixed = allKeys(asked)
  const { keys, total_items } =
    fixed === null
      ? await listKeys(db, asked, { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS })
      : { keys: fixed, total_items: fixed.length }
  const byKey = new Map((await readRows(db, asked, keys)).map((row) => [row.key, row]))
  const names = await namesOf(db, asked, keys)
  const rows = keys.map((key) => ({
    key,
    name: names.get(key) ?? (asked.by === 'agent' ? ERASED_NAME : key || '—'),
    ...figuresOf(byKey.get(key)),
  }))
  return { rows, total_items, total_pages: fixed === null ? totalPages(total_items, PAGE_ROWS) : 1 }
}

/** Reads everything that the figures page shows. `visible`: restaurants that the user may choose; null: all. */
export const readFiguresAnswer = async (
  db: Db,
  asked: FiguresQuery,
  { page, visible, sees_gaps }: { page: number; visible: readonly string[] | null; sees_gaps: boolean },
): Promise<FiguresAnswer> => {
  const { from, to, business_ids } = asked
  const previous = before(asked)
  const [table, totals, of_before, waiting, gaps, restaurants, is_counted] = await Promise.all([
    readTable(db, asked, page),
    readTotals(db, asked),
    readTotals(db, { ...asked, ...previous }),
    countWaiting(db, asked),
    sees_gaps ? countGaps(db, business_ids) : null,
    listNamedRestaurants(db, { business_ids, restaurant_ids: visible }),
    isCounted(db, business_ids[0] ?? ''),
  ])
  return {
    from,
    to,
    ...table,
    totals: figuresOf(totals),
    previous: figuresOf(of_before),
    previous_from: previous.from,
    previous_to: previous.to,
    waiting,
    gaps,
    is_counted,
    restaurants,
  }
}
