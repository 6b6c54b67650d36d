import type { Db } from '@podmoga/sql/sql'

/**
 * The business of a restaurant in scope, and whether the person is its member (invited ones included); undefined if there is
 * no such restaurant.
 */
export const findCaller = async (
  db: Db,
  where: { business_ids: readonly string[]; restaurant_id: string; person_id: string | null },
): Promise<{ business_id: string; belongs: boolean } | undefined> => {
  const [row] = await db<{ business_id: string; belongs: boolean }[]>`
    select r.business_id, exists (
      select from memberships m
      where m.restaurant_id = r.id and m.person_id = ${where.person_id}::bigint and m.state <> 'disabled'
    ) as belongs
    from restaurants r
    where r.id = ${where.restaurant_id} and r.business_id = any(${[...where.business_ids]}::bigint[])
      and r.archived_at is null`
  return row
}
