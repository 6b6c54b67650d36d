import type { ViewFilters } from '@podmoga/contract/desk/views'
import type { Db, TransactionSql } from '@podmoga/sql/sql'

/** The agent who reads or writes saved views. */
export interface ViewReader {
  person_id: string
  business_ids: readonly string[]
}

export interface ViewRow {
  id: string
  author_id: string
  is_shared: boolean
  name: string
  filters: ViewFilters
  version: number
}

const OURS = (db: Db, { person_id, business_ids }: ViewReader) => db`
  v.business_id = any(${[...business_ids]}::bigint[]) and (v.is_shared or v.author_id = ${person_id})`

/** Views that the reader may use, in order: their own, then the shared ones. */
export const listViewRows = (db: Db, reader: ViewReader, limit: number): Promise<ViewRow[]> => db`
  select v.id, v.author_id, v.is_shared, v.name, v.filters, v.version from saved_views v
  where ${OURS(db, reader)} order by v.is_shared, v.position, v.id limit ${limit}`

/**
 * Appends a view to its list; undefined if the list has `most` already. A lock serializes concurrent inserts. Throws 23505
 * (unique violation) if the name is taken.
 */
export const insertView = async (
  tx: TransactionSql,
  draft: Omit<ViewRow, 'id' | 'version'> & { business_id: string; most: number },
): Promise<string | undefined> => {
  const { business_id, author_id, is_shared, name, filters, most } = draft
  await tx`select pg_advisory_xact_lock(hashtextextended('saved_views', ${business_id}::bigint))`
  const [row] = await tx<{ id: string }[]>`
    insert into saved_views (business_id, author_id, is_shared, name, filters, position)
    select ${business_id}::bigint, ${author_id}::bigint, ${is_shared}::boolean, ${name}::text,
      ${tx.json(filters)}::jsonb, coalesce(max(position), 0) + 1
    from saved_views
    where business_id = ${business_id} and is_shared = ${is_shared} and (is_shared or author_id = ${author_id})
    having count(*) < ${most}
    returning id`
  return row?.id
}

/** Locks a view; undefined if the reader has no such view. */
export const lockView = async (
  tx: TransactionSql,
  reader: ViewReader,
  id: string,
): Promise<(Omit<ViewRow, 'author_id'> & { business_id: string }) | undefined> => {
  const [row] = await tx<(Omit<ViewRow, 'author_id'> & { business_id: string })[]>`
    select v.id, v.business_id, v.is_shared, v.name, v.filters, v.version from saved_views v where v.id = ${id} and ${OURS(tx, reader)} for update`
  return row
}

/** Changes a view that the transaction has locked; undefined fields stay. Throws 23505 (unique violation) if the name is taken. */
export const updateView = async (
  tx: TransactionSql,
  { id, name, filters }: { id: string; name: string | undefined; filters: ViewFilters | undefined },
): Promise<void> => {
  await tx`
    update saved_views set version = version + 1, name = coalesce(${name ?? null}::text, name),
      filters = coalesce(${filters === undefined ? null : tx.json(filters)}::jsonb, filters)
    where id = ${id}`
}

export const removeView = async (db: Db, reader: ViewReader, id: string): Promise<boolean> => {
  const rows = await db`delete from saved_views v where v.id = ${id} and ${OURS(db, reader)} returning v.id`
  return rows.length > 0
}

/** Puts the given views into this order, followed by the others of their lists. */
export const orderViews = async (
  tx: TransactionSql,
  reader: ViewReader,
  ids: readonly string[],
): Promise<void> => {
  await tx`select v.id from saved_views v where ${OURS(tx, reader)} order by v.id for update`
  await tx`
    update saved_views v set position = ordered.place
    from (
      select v.id, row_number() over (order by wanted.place, v.position, v.id) as place
      from saved_views v left join unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place) on wanted.id = v.id
      where ${OURS(tx, reader)}
    ) ordered
    where v.id = ordered.id and v.position <> ordered.place`
}
