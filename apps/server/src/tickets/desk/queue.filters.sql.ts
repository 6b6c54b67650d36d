import { Priority } from '@podmoga/contract/desk/tickets'
import type { Db, Fragment } from '@podmoga/sql/sql'
import { isRowId } from '../../http/refuse.ts'

/** Maps an invalid id to one that matches no row: such a filter finds nothing and is not an error. */
export const possibleId = (id: string): string => (isRowId(id) ? id : '0')

/** Filters of a desk list. A ticket must match one value of each filter; an empty filter matches all. */
export interface DeskList {
  business_ids: readonly string[]
  /** null: every restaurant of these businesses. */
  restaurant_ids: readonly string[] | null
  /** null: any. A given number is also found among snoozed tickets. */
  number: number | null
  /** Agents' ids; 'none': unassigned. */
  assignee: readonly string[]
  category: readonly string[]
  topic: readonly string[]
  tag: readonly string[]
  priority: readonly Priority[]
  /** Only snoozed tickets, or only others. */
  snoozed: boolean
  page: number
  page_size: number
}

/** Filters whose values can each be read in index order, the most selective first. */
const APART = ['assignee', 'topic', 'category', 'priority'] as const

/** Maximum lists merged for one page; further filters are checked row by row. */
const PARTS_MOST = 24

/**
 * Splits a list with several values per filter into lists of one value each, which an index returns in order; their first
 * rows are merged. A single query for all values would read and sort the whole list.
 */
export const partsOf = (list: DeskList): DeskList[] =>
  APART.reduce<DeskList[]>(
    (parts, filter) => {
      const values = [...new Set<string>(list[filter])]
      if (values.length < 2 || parts.length * values.length > PARTS_MOST) return parts
      return parts.flatMap((part) => values.map((value) => ({ ...part, [filter]: [value] })))
    },
    [list],
  )

/** These priorities, or all of them if none is given, as separate parts. */
export const byRank = (some: readonly Priority[]): readonly Priority[] =>
  some.length === 0 ? Priority.options : some

/** Joins the parts with `union all`. */
export const together = (db: Db, parts: readonly Fragment[]): Fragment =>
  parts.slice(1).reduce((all, part) => db`${all} union all ${part}`, parts[0] ?? db``)

/**
 * One row per id. A single id is the usual case: for an array PostgreSQL misjudges the length, and so re-plans the statement
 * each time, which takes longer than the page.
 */
const eachOf = (db: Db, ids: readonly string[]) =>
  ids.length === 1 ? db`(values (${ids[0] ?? ''}::bigint))` : db`unnest(${[...ids]}::bigint[])`

const isOf = (db: Db, column: Fragment, ids: readonly string[]) =>
  ids.length === 1 ? db`${column} = ${ids[0] ?? ''}` : db`${column} = any(${[...ids]}::bigint[])`

// Each business or restaurant is one short index read; their pages are merged afterwards.
export const PLACES = (db: Db, list: DeskList) =>
  list.restaurant_ids === null
    ? db`${eachOf(db, list.business_ids)} as place (id)`
    : db`(select id from restaurants where ${isOf(db, db`id`, list.restaurant_ids)}
        and ${isOf(db, db`business_id`, list.business_ids)}) as place`

/**
 * A literal limit lets a statement keep one plan. Each size has its own plan, so only round sizes of the first page are
 * literal.
 */
const isInSight = ({ page, page_size }: DeskList): boolean => page === 1 && page_size % 10 === 0

/** As many rows of each business or restaurant as the page may need. */
export const UP_TO_PAGE = (db: Db, list: DeskList): Fragment =>
  isInSight(list) ? db.unsafe(`limit ${list.page_size}`) : db`limit ${list.page * list.page_size}`

/** The page itself, of the merged rows. */
export const PAGE = (db: Db, list: DeskList): Fragment =>
  isInSight(list)
    ? db.unsafe(`limit ${list.page_size}`)
    : db`limit ${list.page_size} offset ${(list.page - 1) * list.page_size}`

const ASSIGNEE = (db: Db, asked: readonly string[]) => {
  const [first = 'none', ...others] = asked
  const ids = asked.filter((one) => one !== 'none')
  if (others.length === 0) return first === 'none' ? db`t.assignee_id is null` : db`t.assignee_id = ${first}`
  return ids.length === asked.length
    ? db`t.assignee_id = any(${ids}::bigint[])`
    : db`(t.assignee_id is null or t.assignee_id = any(${ids}::bigint[]))`
}

// A single value is compared with `=`: only then can a plan keep an index's order.
const ONE_OF = (db: Db, column: Fragment, values: readonly string[]) =>
  values.length === 0
    ? db``
    : values.length === 1
      ? db`and ${column} = ${values[0] ?? ''}`
      : db`and ${column} = any(${[...values]}::text[])`

/** Conditions on category, topic, tags and priority. */
export const ABOUT = (db: Db, list: Pick<DeskList, 'category' | 'topic' | 'tag' | 'priority'>) => db`
  ${ONE_OF(db, db`t.category`, list.category)}
  ${ONE_OF(db, db`t.topic`, list.topic)}
  ${list.tag.length === 0 ? db`` : db`and t.tags && ${[...list.tag]}::text[]`}
  ${ONE_OF(db, db`t.priority`, list.priority)}`

export const OF_PLACE = (db: Db, list: DeskList) =>
  db`${list.restaurant_ids === null ? db`t.business_id` : db`t.restaurant_id`} = place.id
    ${list.number === null ? db`` : db`and t.number = ${list.number}`}
    ${list.assignee.length === 0 ? db`` : db`and ${ASSIGNEE(db, list.assignee)}`}
    ${ABOUT(db, list)}`

export const IN_QUEUE = (db: Db, list: DeskList & { waiting: boolean }) => db`
  t.status = 'awaiting_response' and ${OF_PLACE(db, list)}
  ${list.number !== null ? db`` : list.snoozed ? db`and t.snoozed_until is not null` : db`and t.snoozed_until is null`}
  ${list.waiting ? db`and t.waiting_since is not null` : db``}`

export const COUNTED = (db: Db, list: DeskList) => db`
  ticket_counts c join restaurants r on r.id = c.restaurant_id
  where ${isOf(db, db`r.business_id`, list.business_ids)}
    ${list.restaurant_ids === null ? db`` : db`and ${isOf(db, db`c.restaurant_id`, list.restaurant_ids)}`}`

/** Whether the total must be counted: the stored counters know no filters but business and restaurant. */
export const isNarrowed = (list: DeskList): boolean =>
  [...APART, 'tag' as const].some((filter) => list[filter].length > 0)

/** A list's filters by restaurant. */
interface RestaurantFilters {
  restaurant?: string | readonly string[] | undefined
  restaurant_group?: string | readonly string[] | undefined
}

/** The restaurants of each list: those named, and those in its groups now. null: any. One query for all lists. */
export const restaurantsOf = async (
  db: Db,
  business_ids: readonly string[],
  lists: readonly RestaurantFilters[],
): Promise<(string[] | null)[]> => {
  const named = [...new Set(lists.flatMap(({ restaurant_group = [] }) => restaurant_group))]
  const rows =
    named.length === 0
      ? []
      : await db<{ id: string; groups: string[] }[]>`
          select id, groups from restaurants
          where business_id = any(${[...business_ids]}::bigint[]) and groups && ${named}::text[]`
  return lists.map(({ restaurant, restaurant_group }) => {
    if (restaurant === undefined && restaurant_group === undefined) return null
    const groups = [restaurant_group ?? []].flat()
    const within = rows.filter((row) => groups.some((group) => row.groups.includes(group)))
    return [...new Set([...[restaurant ?? []].flat().map(possibleId), ...within.map(({ id }) => id)])]
  })
}

/** Normalizes one value, several or none to an array. */
export const listOf = <T extends string>(some: T | T[] | undefined): T[] =>
  some === undefined ? [] : Array.isArray(some) ? some : [some]
