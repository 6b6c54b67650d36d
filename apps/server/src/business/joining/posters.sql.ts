import type { Db } from '@podmoga/sql/sql'

export interface PosterRow {
  id: string
  created_at: Date
  expires_at: Date
}

export interface OpenPoster {
  id: string
  business_id: string
  restaurant_id: string
  business: string
  restaurant: string
}

/** The valid poster of a restaurant. */
export const findPosterOf = async (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<PosterRow | null> => {
  const [row] = await db<PosterRow[]>`
    select id, created_at, expires_at from posters
    where restaurant_id = ${restaurant_id} and revoked_at is null and expires_at > ${now}`
  return row ?? null
}

/** The valid posters of several restaurants, by restaurant id. */
export const listPostersOf = async (
  db: Db,
  { restaurant_ids, now }: { restaurant_ids: readonly string[]; now: Date },
): Promise<Map<string, PosterRow>> => {
  const rows = await db<(PosterRow & { restaurant_id: string })[]>`
    select restaurant_id, id, created_at, expires_at from posters
    where restaurant_id = any(${[...restaurant_ids]}::bigint[]) and revoked_at is null and expires_at > ${now}`
  return new Map(rows.map(({ restaurant_id, ...row }) => [restaurant_id, row]))
}

/**
 * A poster by its id, with its restaurant; undefined if it was revoked or has expired, or the restaurant is archived.
 */
export const findOpenPoster = async (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<OpenPoster | undefined> => {
  const [row] = await db<OpenPoster[]>`
    select p.id, p.business_id, p.restaurant_id, b.name as business, r.name as restaurant
    from posters p join restaurants r on r.id = p.restaurant_id join businesses b on b.id = p.business_id
    where p.id = ${id} and p.revoked_at is null and p.expires_at > ${now} and r.archived_at is null`
  return row
}

/** Returns whether there was one. */
export const endPosters = async (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<boolean> => {
  const gone = await db`
    update posters set revoked_at = ${now} where restaurant_id = ${restaurant_id} and revoked_at is null`
  return gone.count > 0
}

export const addPoster = async (
  db: Db,
  poster: { business_id: string; restaurant_id: string; created_by: string; now: Date; expires_at: Date },
): Promise<PosterRow> => {
  const [row] = await db<PosterRow[]>`
    insert into posters (business_id, restaurant_id, created_by, created_at, expires_at)
    values (${poster.business_id}, ${poster.restaurant_id}, ${poster.created_by}, ${poster.now},
      ${poster.expires_at})
    returning id, created_at, expires_at`
  if (row === undefined) throw new Error('nothing was inserted')
  return row
}
