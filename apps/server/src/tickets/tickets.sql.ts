import type { ScanState } from '@podmoga/contract/scan'
import type { Rating, TicketStatus } from '@podmoga/contract/tickets'
import type { Db } from '@podmoga/sql/sql'

/**
 * The scope of ticket queries: the restaurant of a member of staff, or the businesses that a desk member serves. Tickets
 * outside of it do not exist for the caller.
 */
export type TicketScope = { restaurant_id: string } | { business_ids: readonly string[] }

const within = (db: Db, scope: TicketScope) =>
  'restaurant_id' in scope
    ? db`t.restaurant_id = ${scope.restaurant_id}`
    : db`t.business_id = any(${[...scope.business_ids]}::bigint[])`

/** A page of a list with the total over all pages, which is set even if the page is empty. */
export interface Listed<Row> {
  total_items: number
  rows: Row[]
}

/** The rows of `total left join page`: a page without rows is one row of nulls. */
export const listed = <Row extends { id: string }>(
  rows: readonly (Row & { total_items: number })[],
): Listed<Row> => ({
  total_items: rows[0]?.total_items ?? 0,
  rows: rows.filter((row) => row.id !== null),
})

// With a literal limit PostgreSQL keeps one plan for the first page; with a parameter it would plan anew each time, which
// costs as much as the page itself.
const pageOf = (db: Db, { page, page_size }: { page: number; page_size: number }) =>
  page === 1
    ? db.unsafe(`limit ${Math.trunc(page_size)}`)
    : db`limit ${page_size} offset ${(page - 1) * page_size}`

export interface TicketListRow {
  id: string
  number: number
  category: string
  created_at: Date
  last_message: string
  unread: number
  author_id: string
  from_support: boolean
  first_name: string | null
  pictures: number
}

/** A ticket that waits for the restaurant and is shown above its list. */
export interface YoursRow extends Pick<TicketListRow, 'id' | 'number' | 'last_message'> {
  category: string
  created_at: string
}

/** Maximum tickets shown above the list. */
const YOURS = 5

/** Open tickets in which support waits for the restaurant, beyond those of the page; newest activity first. */
const YOURS_BEHIND = (db: Db, restaurant_id: string) => db`(
  select json_agg(json_build_object('id', id::text, 'number', number, 'category', category, 'created_at', created_at,
    'last_message', last_message) order by last_message_at desc, id desc)
  from (
    select * from tickets
    where restaurant_id = ${restaurant_id} and status = 'awaiting_response' and waiting_since is null
      and (last_message_at, id) < (select last_message_at, id from page order by last_message_at, id limit 1)
    order by last_message_at desc, id desc limit ${db.unsafe(String(YOURS))}
  ) behind)`

/**
 * A page of a restaurant's tickets, newest activity first, with this person's unread counts. `found`: these tickets instead.
 * `with_yours`: also tickets beyond the page that wait for the restaurant.
 */
export const listTicketRows = async (
  db: Db,
  list: {
    restaurant_id: string
    person_id: string
    status: TicketStatus
    page: number
    page_size: number
    found?: readonly string[]
    with_yours?: boolean
  },
): Promise<Listed<TicketListRow> & { yours: YoursRow[] }> => {
  const which =
    list.found === undefined
      ? db`status = ${list.status} order by last_message_at desc, id desc ${pageOf(db, list)}`
      : db`id = any(${[...list.found]}::bigint[])`
  const rows = await db<(TicketListRow & { total_items: number; yours: YoursRow[] | null })[]>`
    with page as (
      select id, number, category, created_at, last_message, last_message_at from tickets
      where restaurant_id = ${list.restaurant_id} and ${which}
    )
    select total.total_items, total.yours, page.id, page.number, page.category, page.created_at, page.last_message,
      coalesce(mine.unread, 0) as unread, last.author_id, last.from_support, last.first_name, last.pictures
    from (
      select coalesce((
        select items from ticket_counts
        where restaurant_id = ${list.restaurant_id} and status = ${list.status}
      ), 0) as total_items, ${list.with_yours === true ? YOURS_BEHIND(db, list.restaurant_id) : db`null::json`} as yours
    ) total
    left join page on true
    left join lateral (
      select count(*)::int as unread from unread_messages
      where person_id = ${list.person_id} and restaurant_id = ${list.restaurant_id} and ticket_id = page.id
    ) mine on true
    left join lateral (
      select m.author_id, m.from_support, p.first_name, (
        select count(*)::int from attachments where message_id = m.id and content_type like 'image/%') as pictures
      from messages m join people p on p.id = m.author_id
      where m.ticket_id = page.id order by m.position desc limit 1
    ) last on true
    order by page.last_message_at desc, page.id desc`
  return { ...listed(rows), yours: rows[0]?.yours ?? [] }
}

/** Fields of a ticket common to all lists. */
export interface TicketFacts {
  id: string
  number: number
  status: TicketStatus
  category: string
  topic: string | null
  topic_name: string | null
}

export interface TicketRow extends TicketFacts {
  created_at: Date
  initial_message: string
  rating: Rating | null
  assignee_name: string | null
  /** It waits, and support has not written in it yet. */
  is_unanswered: boolean
}

export const findTicketRow = async (
  db: Db,
  where: { restaurant_id: string; ticket_id: string },
): Promise<TicketRow | undefined> => {
  const [row] = await db<TicketRow[]>`
    select t.id, t.number, t.status, t.category, t.topic, t.topic_name, t.created_at, m.text as initial_message,
      case when g.ticket_id is not null then json_build_object('score', g.score, 'word', g.word) end as rating,
      case when t.assignee_id is not null then coalesce(nullif(trim(a.first_name), ''), 'Поддержка') end as assignee_name,
      t.status = 'awaiting_response' and t.waiting_since is not null and (t.message_count = 1 or not exists (
        select from messages where ticket_id = t.id and from_support and not is_automatic)) as is_unanswered
    from tickets t join messages m on m.ticket_id = t.id and m.position = 1
    left join ticket_ratings g on g.ticket_id = t.id
    left join people a on a.id = t.assignee_id
    where t.id = surviving_ticket(${where.ticket_id}) and t.restaurant_id = ${where.restaurant_id}`
  return row
}

export interface TicketState {
  id: string
  status: TicketStatus
}

/**
 * The state of the ticket that an id leads to; `lock` holds it until the transaction ends. `merged`: it was merged while
 * waiting for the lock.
 */
export const findTicketState = async (
  db: Db,
  where: { scope: TicketScope; ticket_id: string; lock: boolean },
): Promise<{ id: string; status: TicketStatus | 'merged' } | undefined> => {
  const [row] = await db<{ id: string; status: TicketStatus | 'merged' }[]>`
    select t.id, t.status from tickets t
    where t.id = surviving_ticket(${where.ticket_id}) and ${within(db, where.scope)}
    ${where.lock ? db`for no key update` : db``}`
  return row
}

/** The id of the ticket that an id leads to: itself, or the one that it was finally merged into. */
export const findSurvivor = async (db: Db, ticket_id: string): Promise<string> => {
  const [row] = await db<{ id: string }[]>`select surviving_ticket(${ticket_id}) as id`
  return row?.id ?? ticket_id
}

/** Whether anybody but this person has written in the ticket after one of its messages. */
export const isWrittenSince = async (
  db: Db,
  where: { ticket_id: string; seen: string; person_id: string },
): Promise<boolean> => {
  const rows = await db`
    select 1 from messages seen
    join messages m on m.ticket_id = seen.ticket_id and m.position > seen.position and m.author_id <> ${where.person_id}
      and not m.is_automatic
    where seen.id = ${where.seen} and seen.ticket_id = ${where.ticket_id} limit 1`
  return rows.length > 0
}

export interface AttachmentRow {
  id: string
  file_key: string
  file_name: string
  content_type: string
  size: number
  /** The virus scanner's state; null: it may be opened. */
  scan?: ScanState | null
}

/** Times are strings when the row comes from the idempotency ledger. */
export interface MessageRow {
  id: string
  text: string
  created_at: Date | string
  /** The calendar day in the restaurant's zone: YYYY-MM-DD. */
  date: string
  author_id: string
  from_support: boolean
  /** A label, if the message is more than a reply. */
  mark?: string | null
  /** Unread by the reader. */
  is_unread?: boolean
  first_name: string | null
  image_key: string | null
  attachments: AttachmentRow[]
}

/**
 * A page of a conversation, oldest first; page 1 holds the newest messages. Pages are ranges of `position`, so the last costs
 * as much as the first. Undefined if there is no such ticket in scope.
 */
export const listMessageRows = async (
  db: Db,
  list: { scope: TicketScope; ticket_id: string; page: number; page_size: number; unread_by?: string },
): Promise<Listed<MessageRow> | undefined> => {
  const rows = await db<(MessageRow & { total_items: number })[]>`
    select t.message_count as total_items, m.id, m.text, m.created_at, m.author_id, m.from_support, m.mark,
      to_char(m.created_at at time zone r.timezone, 'YYYY-MM-DD') as date, p.first_name, p.image_key,
      coalesce(a.files, '[]') as attachments, u.message_id is not null as is_unread
    from tickets t
    join restaurants r on r.id = t.restaurant_id
    left join messages m on m.ticket_id = t.id
      and m.position > t.message_count - ${list.page * list.page_size}::int
      and m.position <= t.message_count - ${(list.page - 1) * list.page_size}::int
    left join people p on p.id = m.author_id
    left join unread_messages u on u.person_id = ${list.unread_by ?? null}::bigint and u.message_id = m.id
      and u.restaurant_id = t.restaurant_id and u.ticket_id = t.id
    left join lateral (
      select json_agg(json_build_object('id', id, 'file_key', file_key, 'file_name', file_name,
        'content_type', content_type, 'size', size,
        'scan', (select scan from stored_files where key = file_key)) order by place) as files
      from attachments where message_id = m.id
    ) a on true
    where t.id = surviving_ticket(${list.ticket_id}) and ${within(db, list.scope)}
    order by m.position`
  return rows.length === 0 ? undefined : listed(rows)
}

/** The number of messages of support that this person has not read in this restaurant. */
export const countUnread = async (
  db: Db,
  where: { restaurant_id: string; person_id: string },
): Promise<number> => {
  const [row] = await db<{ unread: number }[]>`
    select count(*)::int as unread from unread_messages
    where person_id = ${where.person_id} and restaurant_id = ${where.restaurant_id}`
  return row?.unread ?? 0
}

/** The same for several people of one restaurant, by their ids; people without any are left out. */
export const countUnreadOf = async (
  db: Db,
  where: { restaurant_id: string; person_ids: readonly string[] },
): Promise<Map<string, number>> => {
  const rows = await db<{ person_id: string; unread: number }[]>`
    select person_id, count(*)::int as unread from unread_messages
    where person_id = any(${[...where.person_ids]}::bigint[]) and restaurant_id = ${where.restaurant_id}
    group by 1`
  return new Map(rows.map(({ person_id, unread }) => [person_id, unread]))
}

/** Marks messages as read; ids that are not unread for this person are ignored. */
export const deleteUnread = async (
  db: Db,
  where: { restaurant_id: string; person_id: string; message_ids: readonly string[] },
): Promise<void> => {
  // Locked in a fixed order: two tabs may report the same messages at once.
  await db`
    with mine as (
      select message_id from unread_messages
      where message_id = any(${[...where.message_ids]}::bigint[])
        and person_id = ${where.person_id} and restaurant_id = ${where.restaurant_id}
      order by message_id for update
    )
    delete from unread_messages u using mine
    where u.message_id = mine.message_id and u.person_id = ${where.person_id}`
}
