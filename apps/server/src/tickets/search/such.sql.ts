import type { Db, Fragment } from '@podmoga/sql/sql'
import { nameLike } from '../../db/name-like.ts'
import type { Day, TicketFilter } from './query.ts'

/** Maximum people or restaurants matched by marks; with more, each message found is checked instead. */
export const MOST_MARKED = 200

/** The start of a day, or of the next day, in the time zone of the restaurant of ticket `t`. */
const dayIn = (db: Db, day: Day, after: 0 | 1) => {
  const zone = db`(select r.timezone from restaurants r where r.id = t.restaurant_id)`
  const date =
    typeof day === 'string'
      ? db`${day}::date`
      : db`((${day.now}::timestamptz at time zone ${zone})::date - ${day.ago}::int)`
  return db`((${date} + ${after}::int)::timestamp at time zone ${zone})`
}

/** Condition on the days, by the restaurant's calendar: for a message its time, for a ticket its first and last message. */
export const saidThen = (
  db: Db,
  { since, until }: TicketFilter,
  { first, last }: Record<'first' | 'last', Fragment>,
) => db`
  ${since === undefined ? db`` : db`and ${last} >= ${dayIn(db, since, 0)}`}
  ${until === undefined ? db`` : db`and ${first} < ${dayIn(db, until, 1)}`}`

/** Conditions on a ticket `t`. */
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
