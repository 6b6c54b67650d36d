import type { Db, Fragment } from '@podmoga/sql/sql'
import { nameLike } from '../../db/name-like.ts'
import type { TicketFilter } from './query.ts'

/** So many people or restaurants are looked for by their marks; of more, each found message is asked. */
export const MOST_MARKED = 200

/** The beginning of a day in the restaurant of a ticket `t`, or of the one after it. */
const dayIn = (db: Db, day: string, after: 0 | 1) => db`
  ((${day}::date + ${after}::int)::timestamp at time zone (select r.timezone from restaurants r where r.id = t.restaurant_id))`

/** Was said from one day to another, by the restaurant's calendar: of a message that moment, of a ticket its first and last. */
export const saidThen = (
  db: Db,
  { since, until }: TicketFilter,
  { first, last }: Record<'first' | 'last', Fragment>,
) => db`
  ${since === undefined ? db`` : db`and ${last} >= ${dayIn(db, since, 0)}`}
  ${until === undefined ? db`` : db`and ${first} < ${dayIn(db, until, 1)}`}`

/** What a ticket `t` is to be. */
export const ofTicket = (db: Db, of: TicketFilter) => {
  const { tag, priority, status, agent } = of
  return db`
  ${saidThen(db, of, { first: db`t.created_at`, last: db`t.last_message_at` })}
  ${tag === undefined ? db`` : db`and t.tags @> ${[tag]}::text[]`}
  ${priority === undefined ? db`` : db`and t.priority = ${priority}`}
  ${status === undefined ? db`` : db`and t.status = ${status}`}
  ${
    agent === undefined
      ? db``
      : agent === null
        ? db`and t.assignee_id is null`
        : db`and t.assignee_id in (
            select id from people where ${nameLike(db, db`find_text`, agent)} limit ${MOST_MARKED})`
  }`
}
