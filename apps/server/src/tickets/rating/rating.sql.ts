import type { Rating } from '@podmoga/contract/tickets'
import type { Db } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'

/** The rating of a ticket; undefined if there is none. */
export const findRating = async (
  db: Db,
  ticket_id: string,
): Promise<(Rating & { person_id: string }) | undefined> => {
  const [row] = await db<(Rating & { person_id: string })[]>`
    select person_id, score, word from ticket_ratings where ticket_id = ${ticket_id}`
  return row
}

/** Stores a rating, or the comment added to it. */
export const writeRating = async (
  db: Db,
  rating: Rating & { ticket_id: string; person_id: string; at: Date },
): Promise<void> => {
  await db`
    insert into ticket_ratings (ticket_id, person_id, score, word, created_at)
    values (${rating.ticket_id}, ${rating.person_id}, ${rating.score}, ${rating.word}, ${rating.at})
    on conflict (ticket_id) do update set word = excluded.word`
}

export const takeRatings: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from ticket_ratings where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}
