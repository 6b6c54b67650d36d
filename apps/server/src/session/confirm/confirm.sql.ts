import type { Db } from '@podmoga/sql/sql'

/** Whether a session was last confirmed between two moments. */
export const isConfirmed = async (
  db: Db,
  { session_id, from, to }: { session_id: string; from: Date; to: Date },
): Promise<boolean> =>
  (await db`select from sessions where id = ${session_id} and confirmed_at between ${from} and ${to}`).count >
  0

export const noteConfirmed = async (
  db: Db,
  { session_id, now }: { session_id: string; now: Date },
): Promise<void> => {
  await db`update sessions set confirmed_at = ${now} where id = ${session_id} and ended_at is null`
}

export const findPasswordHash = async (db: Db, person_id: string): Promise<string | null> => {
  const [row] = await db<{ password_hash: string | null }[]>`
    select password_hash from people where id = ${person_id}`
  return row?.password_hash ?? null
}
