import type { Db } from '@podmoga/sql/sql'

export interface Cursor {
  seen: string
  /** The last ticket counted by the walk through all tickets; null: no walk is under way. */
  walked_to: string | null
  is_check: boolean
  wrong: number
  is_built: boolean
}

// A crash loses the cursor together with the counts behind it, and they are redone: the commit does not wait for the disk.
const findCursor = async (tx: Db, business_id: string): Promise<Cursor | undefined> => {
  const [row] = await tx<Cursor[]>`
    select seen, walked_to, is_check, wrong, is_built, set_config('synchronous_commit', 'off', true)
    from figure_cursors where business_id = ${business_id} for update`
  return row
}

/** Locks the cursor, so that one server counts a business at a time. A new business is walked from its first ticket. */
export const lockCursor = async (tx: Db, business_id: string): Promise<Cursor> => {
  const known = await findCursor(tx, business_id)
  if (known !== undefined) return known
  await tx`
    insert into figure_cursors (business_id, seen)
    select ${business_id}::bigint, coalesce(max(id), 0) from ticket_events where business_id = ${business_id}
    on conflict do nothing`
  const made = await findCursor(tx, business_id)
  if (made === undefined) throw new Error(`there is no business ${business_id}`)
  return made
}

export const moveCursor = async (
  tx: Db,
  business_id: string,
  { seen, walked_to, is_check, wrong }: Omit<Cursor, 'is_built'>,
): Promise<void> => {
  await tx`
    update figure_cursors set seen = ${seen}, walked_to = ${walked_to}, is_check = ${is_check}, wrong = ${wrong}
    where business_id = ${business_id}`
}

/** Marks the periods of a business as filled and starts a recount of its tickets, to add facts that older releases lack. */
export const markBuilt = async (tx: Db, business_id: string): Promise<void> => {
  await tx`
    update figure_cursors set is_built = true, walked_to = 0, is_check = false where business_id = ${business_id}`
}

export const markChecked = async (tx: Db, business_id: string, now: Date): Promise<void> => {
  await tx`update figure_cursors set checked_at = ${now} where business_id = ${business_id}`
}

/** Starts a checking walk in businesses whose last walk ended before `since`. */
export const beginChecks = async (db: Db, { now, since }: { now: Date; since: Date }): Promise<void> => {
  await db`
    update figure_cursors set walked_to = 0, is_check = true, wrong = 0, checked_at = ${now}
    where walked_to is null and coalesce(checked_at, '-infinity') < ${since}`
}

/** Starts a recount of a business's tickets, for tickets that were written without events. */
export const beginRecount = async (db: Db, business_id: string): Promise<void> => {
  await db`update figure_cursors set walked_to = 0, is_check = false where business_id = ${business_id}`
}

/** Lists businesses with uncounted events, or with a walk under way. */
export const listBehind = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select b.id from businesses b left join figure_cursors k on k.business_id = b.id
    where k.business_id is null or k.walked_to is not null or not k.is_built
      or exists (select from ticket_events where business_id = b.id and id > k.seen)`
  return rows.map(({ id }) => id)
}

/** Returns whether all tickets of a business have been counted at least once. */
export const isCounted = async (db: Db, business_id: string): Promise<boolean> => {
  const [row] = await db<{ is_done: boolean }[]>`
    select is_built and (walked_to is null or is_check) as is_done from figure_cursors where business_id = ${business_id}`
  return row?.is_done ?? false
}

/** Returns the next page of ticket ids of a business. */
export const listNextIds = async (
  tx: Db,
  where: { business_id: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await tx<{ id: string }[]>`
    select id from tickets where business_id = ${where.business_id} and id > ${where.after} order by id
    limit ${where.limit}`
  return rows.map(({ id }) => id)
}
