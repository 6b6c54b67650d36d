import type { Db } from '@podmoga/sql/sql'

export interface Cursor {
  seen: string
  /** The last ticket that the walk has counted; null: it is through. */
  walked_to: string | null
  is_check: boolean
  wrong: number
  is_built: boolean
}

// The cursor and what is counted behind it are lost together by a crash, and counted again: no commit waits for the disk.
const findCursor = async (tx: Db, business_id: string): Promise<Cursor | undefined> => {
  const [row] = await tx<Cursor[]>`
    select seen, walked_to, is_check, wrong, is_built, set_config('synchronous_commit', 'off', true)
    from figure_cursors where business_id = ${business_id} for update`
  return row
}

/** One server counts a business at a time. A business that is new here is walked through from its first ticket. */
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

/** Its periods are filled; its tickets are counted anew, for what facts did not hold before. */
export const markBuilt = async (tx: Db, business_id: string): Promise<void> => {
  await tx`
    update figure_cursors set is_built = true, walked_to = 0, is_check = false where business_id = ${business_id}`
}

export const markChecked = async (tx: Db, business_id: string, now: Date): Promise<void> => {
  await tx`update figure_cursors set checked_at = ${now} where business_id = ${business_id}`
}

/** Begins a walk that looks whether all is right, in businesses where none has ended since. */
export const beginChecks = async (db: Db, { now, since }: { now: Date; since: Date }): Promise<void> => {
  await db`
    update figure_cursors set walked_to = 0, is_check = true, wrong = 0, checked_at = ${now}
    where walked_to is null and coalesce(checked_at, '-infinity') < ${since}`
}

/** Has the tickets of a business counted anew: some were written without events. */
export const beginRecount = async (db: Db, business_id: string): Promise<void> => {
  await db`update figure_cursors set walked_to = 0, is_check = false where business_id = ${business_id}`
}

/** Businesses with events that are not counted, or with tickets that a walk has not come to. */
export const listBehind = async (db: Db): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select b.id from businesses b left join figure_cursors k on k.business_id = b.id
    where k.business_id is null or k.walked_to is not null or not k.is_built
      or exists (select from ticket_events where business_id = b.id and id > k.seen)`
  return rows.map(({ id }) => id)
}

/** Whether the tickets of a business have been counted through. */
export const isCounted = async (db: Db, business_id: string): Promise<boolean> => {
  const [row] = await db<{ is_done: boolean }[]>`
    select is_built and (walked_to is null or is_check) as is_done from figure_cursors where business_id = ${business_id}`
  return row?.is_done ?? false
}

/** The next tickets of a business after one of them. */
export const listNextIds = async (
  tx: Db,
  where: { business_id: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await tx<{ id: string }[]>`
    select id from tickets where business_id = ${where.business_id} and id > ${where.after} order by id
    limit ${where.limit}`
  return rows.map(({ id }) => id)
}
