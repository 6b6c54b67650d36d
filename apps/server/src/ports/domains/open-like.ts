import type { Db } from '@podmoga/sql/sql'

/**
 * Called by incidents: open tickets whose first message matches distinctive words of a text: one word on a matching topic, else
 * two. Returns their ids, best match first, then newest.
 */
export type ListOpenLike = (
  db: Db,
  asked: {
    business_id: string
    /** null: in all of the business. */
    restaurant_ids: readonly string[] | null
    /** Tickets created since. */
    since: Date
    /** What the tickets should be about. */
    text: string
    /** On one of these, one matching word is enough. */
    topics: readonly string[]
  },
) => Promise<string[]>
