import type { NotificationChoices } from '@podmoga/contract/notifications'
import type { Db, Sql } from '@podmoga/sql/sql'

interface Whose {
  person_id: string
  restaurant_id: string
}

export interface ChoicesRow extends Omit<NotificationChoices, 'quiet' | 'by_mail'> {
  by_mail: boolean
  /** Minutes of the restaurant's day; both or neither. */
  quiet_from: number | null
  quiet_to: number | null
  asked: boolean
  /** The confirmed address. */
  email: string | null
  /** Of the caller's session; null: its browser is not subscribed. */
  shows_text: boolean | null
}

/** A person's choices for a restaurant, with defaults for those not made. */
export const findChoices = async (
  db: Db,
  { person_id, restaurant_id, session_id }: Whose & { session_id: string | null },
): Promise<ChoicesRow> => {
  const [row] = await db<ChoicesRow[]>`
    select coalesce(c.answers, true) as answers, coalesce(c.closings, true) as closings,
      coalesce(c.handovers, true) as handovers,
      coalesce(c.all_tickets, false) as all_tickets, c.by_mail_since is not null as by_mail,
      c.quiet_from::int as quiet_from, c.quiet_to::int as quiet_to, p.notices_asked_at is not null as asked,
      case when p.email_verified_at is not null then p.email end as email,
      (select shows_text from push_subscriptions where session_id = ${session_id}::uuid and person_id = p.id)
        as shows_text
    from people p left join notice_choices c on c.person_id = p.id and c.restaurant_id = ${restaurant_id}
    where p.id = ${person_id}`
  if (row === undefined) throw new Error('there is no such person')
  return row
}

export const saveChoices = async (
  db: Db,
  { person_id, restaurant_id }: Whose,
  chosen: Omit<ChoicesRow, 'asked' | 'email' | 'shows_text'>,
  now: Date,
): Promise<void> => {
  const { answers, closings, handovers, all_tickets, by_mail, quiet_from, quiet_to } = chosen
  const by_mail_since = by_mail ? now : null
  await db`
    insert into notice_choices as c (person_id, restaurant_id, answers, closings, handovers, all_tickets, by_mail_since,
      quiet_from, quiet_to)
    values (${person_id}, ${restaurant_id}, ${answers}, ${closings}, ${handovers}, ${all_tickets}, ${by_mail_since},
      ${quiet_from}, ${quiet_to})
    on conflict (person_id, restaurant_id) do update set answers = excluded.answers, closings = excluded.closings,
      handovers = excluded.handovers, all_tickets = excluded.all_tickets,
      by_mail_since = case when excluded.by_mail_since is not null then coalesce(c.by_mail_since, excluded.by_mail_since) end,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`
}

/** Subscribes the browser of a session, and ends the browser's subscription by any other session. */
export const subscribe = (
  sql: Sql,
  row: {
    session_id: string
    person_id: string
    endpoint_hash: Buffer
    sealed: Buffer
    shows_text: boolean
    now: Date
  },
): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`
      delete from push_subscriptions where endpoint_hash = ${row.endpoint_hash} and session_id <> ${row.session_id}`
    await tx`
      insert into push_subscriptions (session_id, person_id, endpoint_hash, sealed, shows_text, created_at)
      values (${row.session_id}, ${row.person_id}, ${row.endpoint_hash}, ${row.sealed}, ${row.shows_text}, ${row.now})
      on conflict (session_id) do update set endpoint_hash = excluded.endpoint_hash, sealed = excluded.sealed,
        shows_text = excluded.shows_text`
  })

/** Subscribed browsers in which the person is signed in. */
export const listDevices = (
  db: Db,
  person_id: string,
): Promise<{ session_id: string; sealed: Buffer }[]> => db<{ session_id: string; sealed: Buffer }[]>`
  select d.session_id, d.sealed from push_subscriptions d join sessions s on s.id = d.session_id
  where d.person_id = ${person_id} and s.ended_at is null`

export const unsubscribe = async (db: Db, session_id: string): Promise<void> => {
  await db`delete from push_subscriptions where session_id = ${session_id}`
}

/** Deletes subscriptions of ended sessions, and old notices that are not pending. */
export const forgetNotifications = async (
  db: Db,
  { now, before }: { now: Date; before: Date },
): Promise<void> => {
  await db`
    delete from push_subscriptions p using sessions s
    where s.id = p.session_id and (s.ended_at is not null or s.expires_at <= ${now})`
  await db`delete from notices where due_at is null and sent_at < ${before}`
}

/** Whether a person follows a ticket; undefined if the restaurant has no such ticket. */
export const findFollow = async (
  db: Db,
  where: Whose & { ticket_id: string },
): Promise<{ follows: boolean | null } | undefined> => {
  const [row] = await db<{ follows: boolean | null }[]>`
    select f.follows from tickets t
    left join ticket_follows f on f.ticket_id = t.id and f.person_id = ${where.person_id}
    where t.id = surviving_ticket(${where.ticket_id}) and t.restaurant_id = ${where.restaurant_id}`
  return row
}

/** `follows` null: the default. */
export const setFollow = async (
  db: Db,
  { ticket_id, person_id, follows }: { ticket_id: string; person_id: string; follows: boolean | null },
): Promise<void> => {
  if (follows === null)
    await db`delete from ticket_follows where ticket_id = surviving_ticket(${ticket_id}) and person_id = ${person_id}`
  else
    await db`
      insert into ticket_follows (ticket_id, person_id, follows) values (surviving_ticket(${ticket_id}), ${person_id}, ${follows})
      on conflict (ticket_id, person_id) do update set follows = excluded.follows`
}

/** Restaurants in which this person has unread messages. */
export const listUnreadRows = (db: Db, person_id: string): Promise<{ id: string; unread: number }[]> => db<
  { id: string; unread: number }[]
>`
  select u.restaurant_id as id, count(*)::int as unread from unread_messages u
  join memberships m on m.person_id = u.person_id and m.restaurant_id = u.restaurant_id
  join restaurants r on r.id = u.restaurant_id and r.archived_at is null
  where u.person_id = ${person_id}
  group by u.restaurant_id order by u.restaurant_id`

/** The installation's sealed key of this name, created if missing; the first one stored wins. */
export const keepKey = async (
  db: Db,
  { name, make, now }: { name: string; make: () => Promise<Buffer>; now: Date },
): Promise<Buffer> => {
  const find = async () => {
    const [row] = await db<{ sealed: Buffer }[]>`select sealed from sealed_keys where name = ${name}`
    return row?.sealed
  }
  const known = await find()
  if (known !== undefined) return known
  await db`
    insert into sealed_keys (name, sealed, created_at) values (${name}, ${await make()}, ${now})
    on conflict (name) do nothing`
  const kept = await find()
  if (kept === undefined) throw new Error('a key was not kept')
  return kept
}

/** Renames the sealed push key: a new one is created when it is next needed. */
export const setPushKeyAside = async (db: Db, now: Date): Promise<void> => {
  await db`
    update sealed_keys set name = 'vapid until ' || ${now.toISOString()}::text where name = 'vapid'`
}
