import type { DueClock, Priority, QueueOrder } from '@podmoga/contract/desk/tickets'
import { type Db, seldom } from '@podmoga/sql/sql'
import { type Listed, listed, type TicketFacts } from '../tickets.sql.ts'
import {
  byRank,
  COUNTED,
  type DeskList,
  IN_QUEUE,
  isNarrowed,
  OF_PLACE,
  PAGE,
  PLACES,
  partsOf,
  together,
  UP_TO_PAGE,
} from './queue.filters.sql.ts'

/** The assignee, priority, tags and snooze time of a ticket. */
export interface WorkRow {
  assignee: { id: string; name: string } | null
  priority: Priority
  tags: string[]
  snoozed_until: Date | null
}

export interface DeskTicketListRow extends TicketFacts, WorkRow {
  restaurant_id: string
  restaurant_name: string
  customer_name: string | null
  message_count: number
  last_message: string
  last_from_support: boolean
  last_author_name: string | null
  created_at: Date
  last_message_at: Date
  waiting_since: Date | null
  merged_into: { id: string; number: number } | null
  /** The target due first; null: none. `is_clock_current`: whether it was computed from the ticket's present state. */
  clock: DueClock | null
  is_clock_current: boolean
}

/** The agent `a` with their name, or their number if they have none. */
export const AGENT = (db: Db) => db`
  case when a.id is not null then json_build_object('id', a.id::text,
    'name', coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), '№' || a.id)) end`

// A subquery, which is planned separately: with two more tables, choosing the join order takes longer than reading the page.
const LAST_AUTHOR = (db: Db) => db`(
  select nullif(concat_ws(' ', first_name, last_name), '') from people where id = (
    select author_id from messages where ticket_id = page.id and position = page.message_count))`

const COLUMNS = (db: Db) => db`
  page.id, page.number, case when page.status = 'merged' then 'processed' else page.status end as status, page.category, page.topic, page.topic_name,
  page.restaurant_id, r.name as restaurant_name,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as customer_name, page.message_count, page.last_message, page.last_from_support,
  ${LAST_AUTHOR(db)} as last_author_name,
  page.created_at, page.last_message_at, page.waiting_since, page.priority, page.tags, page.snoozed_until,
  ${AGENT(db)} as assignee,
  case when k.is_open and k.kind is not null then json_build_object('kind', k.kind,
    'due_at', k.due_at, 'soon_at', k.soon_at, 'late_at', k.late_at) end as clock,
  k.kind is null or not k.is_open or k.basis is not distinct from
    ticket_basis(page.message_count, page.status, page.priority, page.category, page.snoozed_until) as is_clock_current,
  case when page.status = 'merged' then (
    select json_build_object('id', id::text, 'number', number) from tickets where id = surviving_ticket(page.id)
  ) end as merged_into`

const NAMES = (db: Db) => db`
  left join restaurants r on r.id = page.restaurant_id
  left join people p on p.id = page.author_id
  left join people a on a.id = page.assignee_id
  left join ticket_clocks k on k.ticket_id = page.id`

/** Counting stops here: nobody pages that far, and counters for each combination of filters would cost more. */
const COUNTED_MOST = 10_000

// The best index depends on the values (except the assignee's), and there are too many combinations to keep a plan for each.
const PLANNED = (db: Db, list: DeskList) => (isNarrowed({ ...list, assignee: [] }) ? seldom : db``)

type Counted = { total_items: number; waiting_items: number }
export type DeskListed = Listed<DeskTicketListRow> & { waiting_items: number }

const deskListed = (rows: readonly (DeskTicketListRow & Counted)[], list: DeskList): DeskListed => {
  const result = listed(rows)
  const waiting_items = rows[0]?.waiting_items ?? 0
  // A number is unique in a business: the rows found are all there are.
  return list.number === null
    ? { ...result, waiting_items }
    : { ...result, total_items: result.rows.length, waiting_items }
}

/** The order of open tickets; 'waiting': the longest wait first. */
export type OpenOrder = 'waiting' | QueueOrder

const RANK = (db: Db, of: 't' | 'page') =>
  of === 't'
    ? db`array_position(array['urgent','high','normal','low'], t.priority)`
    : db`array_position(array['urgent','high','normal','low'], page.priority)`

/** Ties are broken by id. */
const ORDER = (db: Db, order: OpenOrder, of: 't' | 'page') => {
  if (order === 'due') return of === 't' ? db`t.due_at, t.id` : db`page.due_at, page.id`
  if (order === 'newest') return of === 't' ? db`t.id desc` : db`page.id desc`
  const wait =
    of === 't'
      ? db`t.waiting_since, t.last_message_at, t.id`
      : db`page.waiting_since, page.last_message_at, page.id`
  return order === 'priority' ? db`${RANK(db, of)}, ${wait}` : wait
}

/** The first rows of one part (see {@link partsOf}), in index order. */
const openPart = (db: Db, list: DeskList & { waiting: boolean }, order: OpenOrder) => {
  const of_place = list.restaurant_ids === null ? db`o.business_id` : db`o.restaurant_id`
  const from =
    order === 'due'
      ? db`select t.*, o.due_at from ticket_clocks o join tickets t on t.id = o.ticket_id
          where o.is_open and ${of_place} = place.id`
      : db`select t.*, null::timestamptz as due_at from tickets t where true`
  // Within one priority the wait decides; the index of clocks has its own order.
  const inner =
    order === 'due' ? db`o.due_at, o.ticket_id` : ORDER(db, order === 'priority' ? 'waiting' : order, 't')
  return db`select t.* from ${PLACES(db, list)} cross join lateral (
    ${from} and ${IN_QUEUE(db, list)} order by ${inner} ${UP_TO_PAGE(db, list)}) t`
}

/** Open tickets in the given order. `waiting_items` counts all waiting ones, whatever the page shows. */
export const listQueueRows = async (
  db: Db,
  list: DeskList & { waiting: boolean; order: OpenOrder },
): Promise<DeskListed> => {
  const { order } = list
  const wanted = IN_QUEUE(db, list)
  const parts = partsOf(order === 'priority' ? { ...list, priority: byRank(list.priority) } : list)
  const kept = list.waiting ? db`c.waiting` : list.snoozed ? db`c.snoozed` : db`c.items - c.snoozed`
  const counted = isNarrowed(list) || (list.waiting && list.snoozed)
  const rows = await db<(DeskTicketListRow & Counted)[]>`
    ${order === 'priority' ? seldom : PLANNED(db, list)} select total.total_items, total.waiting_items, ${COLUMNS(db)}
    from (
      select ${
        counted
          ? db`(select count(*)::int from ${PLACES(db, list)}
              cross join lateral (select from tickets t where ${wanted} limit ${COUNTED_MOST}) t)`
          : db`coalesce(sum(${kept}), 0)::int`
      } as total_items, coalesce(sum(c.waiting), 0)::int as waiting_items
      from ${COUNTED(db, list)} and c.status = 'awaiting_response'
    ) total
    left join (
      select t.* from (${together(
        db,
        parts.map((part) => openPart(db, { ...part, waiting: list.waiting }, order)),
      )}) t
      order by ${ORDER(db, order, 't')}
      ${PAGE(db, list)}
    ) page on true
    ${NAMES(db)}
    order by ${ORDER(db, order, 'page')}`
  return deskListed(rows, list)
}

/** Counting stops here: a view's number only tells whether to look. */
const VIEW_COUNTED_MOST = 100

/** Counts the open tickets of each view in one statement; null for null. */
export const countInQueue = async (
  db: Db,
  views: readonly ((DeskList & { waiting: boolean }) | null)[],
): Promise<(number | null)[]> => {
  const counted = views.flatMap((list, at) => (list === null ? [] : [{ list, at }]))
  if (counted.length === 0) return views.map(() => null)
  const all = counted.map(
    ({ list, at }) => db`
      select ${at}::int as at, (select count(*)::int from (
        select from ${PLACES(db, list)}
        cross join lateral (select from tickets t where ${IN_QUEUE(db, list)} limit ${VIEW_COUNTED_MOST}) t
        limit ${VIEW_COUNTED_MOST}
      ) counted) as count`,
  )
  const rows = await db<{ at: number; count: number }[]>`${seldom} ${together(db, all)}`
  const found = new Map(rows.map(({ at, count }) => [at, count]))
  return views.map((_, at) => found.get(at) ?? null)
}

/** Processed tickets, most recently closed first. */
export const listArchiveRows = async (db: Db, list: DeskList): Promise<DeskListed> => {
  const wanted = db`t.status = 'processed' and ${OF_PLACE(db, list)}`
  const rows = await db<(DeskTicketListRow & Counted)[]>`
    ${PLANNED(db, list)} select total.total_items, total.waiting_items, ${COLUMNS(db)}
    from (
      select ${
        isNarrowed(list)
          ? db`(select count(*)::int from ${PLACES(db, list)}
              cross join lateral (select from tickets t where ${wanted} limit ${COUNTED_MOST}) t)`
          : db`coalesce(sum(c.items) filter (where c.status = 'processed'), 0)::int`
      } as total_items,
        coalesce(sum(c.waiting) filter (where c.status = 'awaiting_response'), 0)::int as waiting_items
      from ${COUNTED(db, list)}
    ) total
    left join (
      select t.* from (${together(
        db,
        partsOf(list).map(
          (part) => db`select t.* from ${PLACES(db, part)} cross join lateral (
            select * from tickets t where t.status = 'processed' and ${OF_PLACE(db, part)}
            order by t.closed_at desc, t.id desc ${UP_TO_PAGE(db, list)}) t`,
        ),
      )}) t
      order by t.closed_at desc, t.id desc
      ${PAGE(db, list)}
    ) page on true
    ${NAMES(db)}
    order by page.closed_at desc, page.id desc`
  return deskListed(rows, list)
}

/** Tickets by their ids, as the list shows them. */
export const findItemRows = (db: Db, ids: readonly string[]): Promise<DeskTicketListRow[]> => db`
  select ${COLUMNS(db)} from tickets page ${NAMES(db)} where page.id = any(${[...ids]}::bigint[])`
