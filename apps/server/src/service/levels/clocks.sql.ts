import type { Db, Sql, TransactionSql } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'
import type { Due } from './levels.rules.ts'
import { BASIS } from './levels.sql.ts'

/** A ticket's clock to be stored. */
export interface ClockDraft {
  ticket_id: string
  basis: string
  due: Due | null
  /** When the next «soon» or «late» event is due; null: none. */
  tell_at: number | null
}

const timeOf = (ms: number | null | undefined): string | null =>
  ms == null ? null : new Date(ms).toISOString()

/** Stores clocks. Returns the tickets whose clock has changed. `is_open` is maintained by a trigger. */
export const keepClocks = async (tx: TransactionSql, drafts: readonly ClockDraft[]): Promise<string[]> => {
  const rows = drafts.map(({ ticket_id, basis, due, tell_at }) => ({
    ticket_id,
    basis,
    kind: due?.kind ?? null,
    due_at: timeOf(due?.due_at),
    soon_at: timeOf(due?.soon_at),
    late_at: timeOf(due?.late_at),
    tell_at: timeOf(tell_at),
  }))
  const changed = await tx<{ ticket_id: string }[]>`
    with draft as (
      select d.*, t.business_id, t.restaurant_id, t.status = 'awaiting_response' as is_open
      from jsonb_to_recordset(${tx.json(rows)}) as d (ticket_id bigint, basis text, kind text, due_at timestamptz,
        soon_at timestamptz, late_at timestamptz, tell_at timestamptz)
      join tickets t on t.id = d.ticket_id
    ), was as (
      select c.ticket_id, c.kind, c.due_at from ticket_clocks c join draft d on d.ticket_id = c.ticket_id
    ), kept as (
      insert into ticket_clocks as c (ticket_id, business_id, restaurant_id, is_open, due_at, kind, soon_at, late_at,
        tell_at, basis)
      select ticket_id, business_id, restaurant_id, is_open, due_at, kind, soon_at, late_at, tell_at, basis
      from draft order by ticket_id
      on conflict (ticket_id) do update set due_at = excluded.due_at, kind = excluded.kind, soon_at = excluded.soon_at,
        late_at = excluded.late_at, basis = excluded.basis,
        -- each deadline is published once
        tell_at = case when c.kind is not distinct from excluded.kind and c.due_at is not distinct from excluded.due_at
          and c.late_at is not distinct from excluded.late_at then c.tell_at else excluded.tell_at end
    )
    select d.ticket_id from draft d left join was w on w.ticket_id = d.ticket_id
    where d.is_open and (w.kind is distinct from d.kind or w.due_at is distinct from d.due_at)`
  return changed.map(({ ticket_id }) => ticket_id)
}

export type Level = 'set' | 'soon' | 'late'

/** Queues level events for the desk. An event still in the queue gets the newest level. */
export const addNews = async (
  tx: TransactionSql,
  news: readonly { ticket_id: string; level: Level }[],
): Promise<void> => {
  if (news.length === 0) return
  await tx`
    insert into service_news as n (ticket_id, business_id, level)
    select t.id, t.business_id, r.level
    from jsonb_to_recordset(${tx.json(news)}) as r (ticket_id bigint, level text) join tickets t on t.id = r.ticket_id
    order by t.id on conflict (ticket_id) do update set level = excluded.level`
}

export interface NewsRow {
  ticket_id: string
  level: Level
  kind: Due['kind'] | null
  due_at: string | null
  soon_at: string | null
  late_at: string | null
}

/** Dequeues level events that no other server is publishing. */
export const takeNews = (tx: TransactionSql, limit: number): Promise<NewsRow[]> => tx`
  with taken as (
    delete from service_news where ticket_id = any(array(
      select ticket_id from service_news order by ticket_id limit ${limit} for update skip locked))
    returning ticket_id, level
  )
  select n.ticket_id, n.level, c.kind, c.due_at, c.soon_at, c.late_at
  from taken n join ticket_clocks c on c.ticket_id = n.ticket_id where c.is_open order by n.ticket_id`

/** Lists businesses with uncounted events, open tickets not yet counted by a new version, or changed restaurant groups. */
export const listBehind = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select b.id from businesses b left join service_cursors k on k.business_id = b.id
    where k.business_id is null or k.walked_to is not null
      or k.version_id is distinct from (select max(id) from service_versions where business_id = b.id)
      or exists (select from ticket_events where business_id = b.id and id > k.seen)
      or exists (select from service_versions v, jsonb_array_elements(v.group_members) g
        where v.id = k.version_id and v.group_members is not null
          and g -> 1 is distinct from to_jsonb(array(select r.id::text from restaurants r
            where r.business_id = b.id and g ->> 0 = any(r.groups) order by r.id)))`
  return rows.map(({ id }) => id)
}

export interface Cursor {
  seen: string
  version_id: string | null
  /** The last open ticket that has been counted by the version; null: all have. */
  walked_to: string | null
}

// A crash loses the cursor together with the counts behind it, and they are redone: the commit does not wait for the disk.
const findCursor = async (tx: TransactionSql, business_id: string): Promise<Cursor | undefined> => {
  const [row] = await tx<Cursor[]>`
    select seen, version_id, walked_to, set_config('synchronous_commit', 'off', true)
    from service_cursors where business_id = ${business_id} for update`
  return row
}

/** Locks the cursor, so that one server counts a business at a time. */
export const lockCursor = async (tx: TransactionSql, business_id: string): Promise<Cursor> => {
  const known = await findCursor(tx, business_id)
  if (known !== undefined) return known
  await tx`
    insert into service_cursors (business_id, seen)
    select ${business_id}::bigint, coalesce(max(id), 0) from ticket_events where business_id = ${business_id}
    on conflict do nothing`
  const made = await findCursor(tx, business_id)
  if (made === undefined) throw new Error(`there is no business ${business_id}`)
  return made
}

export const moveCursor = async (tx: TransactionSql, business_id: string, to: Cursor): Promise<void> => {
  await tx`
    update service_cursors set seen = ${to.seen}, version_id = ${to.version_id}, walked_to = ${to.walked_to}
    where business_id = ${business_id}`
}

/**
 * Returns the tickets of the next events, and the last of those events. `ids_beside_asking` leaves out tickets whose only
 * events are further messages of the restaurant, which change no figure until support answers.
 */
export const listNews = async (
  tx: TransactionSql,
  where: { business_id: string; after: string; limit: number },
): Promise<{ ids: string[]; ids_beside_asking: string[]; last: string | null; is_full: boolean }> => {
  const rows = await tx<{ id: string; ticket_id: string; kind: string; is_asking: boolean }[]>`
    select e.id, e.ticket_id, e.kind, coalesce(not m.from_support and m.position > 1, false) as is_asking
    from ticket_events e left join messages m on m.id = e.message_id
    where e.business_id = ${where.business_id} and e.id > ${where.after} order by e.id limit ${where.limit}`
  // The clocks' own events, and notes, change no clock.
  const news = rows.filter(({ kind }) => kind !== 'level' && kind !== 'note')
  const idsOf = (some: typeof news) => [...new Set(some.map(({ ticket_id }) => ticket_id))]
  return {
    ids: idsOf(news),
    ids_beside_asking: idsOf(news.filter(({ is_asking }) => !is_asking)),
    last: rows.at(-1)?.id ?? null,
    is_full: rows.length === where.limit,
  }
}

/** Returns the next page of open tickets of a business. */
export const listOpenIds = async (
  tx: TransactionSql,
  where: { business_id: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await tx<{ ticket_id: string }[]>`
    select ticket_id from ticket_clocks
    where business_id = ${where.business_id} and is_open and ticket_id > ${where.after}
    order by ticket_id limit ${where.limit}`
  return rows.map(({ ticket_id }) => ticket_id)
}

/**
 * Queues «soon» and «late» events that are due, of tickets that have not changed since their clock was counted (`basis`).
 * A ticket that is already late gets no «soon» event. Returns how many events.
 */
export const takeDue = (sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<number> =>
  sql.begin(async (tx) => {
    const rows = await tx<{ ticket_id: string; level: Level }[]>`
      with due as (
        select c.ticket_id, c.late_at <= ${now} as is_late
        from ticket_clocks c join tickets t on t.id = c.ticket_id
        where c.tell_at <= ${now} and c.is_open and c.basis = ${BASIS(tx)}
        order by c.tell_at limit ${limit} for update of c skip locked
      )
      update ticket_clocks c set tell_at = case when due.is_late then null else c.late_at end
      from due where c.ticket_id = due.ticket_id
      returning c.ticket_id, case when due.is_late then 'late' else 'soon' end as level`
    await addNews(tx, rows)
    return rows.length
  })

/** Deletes the clocks of tickets that are being erased. They refer to no files. */
export const takeClocks: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from ticket_clocks where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}
