import type { Db, Sql } from '@podmoga/sql/sql'

/** Longer than any attempt: a server that has not stored the outcome by then is dead. */
export const LEASE_MS = 30_000
/** Events of a business processed at once. */
const BATCH = 200
/** How many last messages of a conversation are searched for its participants. */
const WRITERS_WITHIN = 200

export interface Times {
  now: Date
  /** Older events make no notices. */
  since: Date
  push_at: Date
  mail_at: Date
  /** A device notified after `since` gets the next notice only `seconds` later. */
  calm: { since: Date; seconds: number }
}

/** Whether anybody in a business has notifications enabled. */
export const hasSubscribers = async (db: Db, business_id: string): Promise<boolean> => {
  const rows = await db`
    select 1 where exists (
        select from push_subscriptions s join people p on p.id = s.person_id where p.business_id = ${business_id})
      or exists (
        select from notice_choices c join restaurants r on r.id = c.restaurant_id
        where r.business_id = ${business_id} and c.by_mail_since is not null)`
  return rows.length > 0
}

/**
 * Turns the next events of a business into notices, each event once, on whichever server comes first; true if there may be
 * more. A pending notice of the same device and ticket is updated.
 */
export const addNotifications = (sql: Sql, business_id: string, times: Times): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`insert into notice_cursors (business_id) values (${business_id}) on conflict do nothing`
    const [cursor] = await tx<{ seen: string }[]>`
      select seen from notice_cursors where business_id = ${business_id} for update`
    const events = await tx<{ id: string }[]>`
      select id from ticket_events where business_id = ${business_id} and id > ${cursor?.seen ?? '0'}
      order by id limit ${BATCH}`
    const last = events.at(-1)?.id
    if (last === undefined) return false
    await tx`
      with news as (
        select e.id, e.ticket_id, e.created_at, e.message_id, t.restaurant_id, t.author_id, t.message_count,
          case when e.kind = 'message' then 'answer' else 'closing' end as kind, m.author_id as by
        from ticket_events e join tickets t on t.id = e.ticket_id left join messages m on m.id = e.message_id
        where e.id = any(${events.map(({ id }) => id)}::bigint[]) and e.created_at > ${times.since}
          and e.restaurant_id is not null
          and (e.kind = 'message' and m.from_support
            -- a later change of something else is not a closing
            or e.kind = 'ticket' and t.status = 'processed' and e.created_at <= t.closed_at)
      ), told as (
        select n.*, p.id as person_id, c.by_mail_since, p.email_verified_at
        from news n
        join memberships r on r.restaurant_id = n.restaurant_id
        join people p on p.id = r.person_id and p.disabled_at is null and p.id is distinct from n.by
        left join notice_choices c on c.person_id = p.id and c.restaurant_id = n.restaurant_id
        left join ticket_follows f on f.ticket_id = n.ticket_id and f.person_id = p.id
        where coalesce(f.follows, true)
          and case n.kind when 'answer' then coalesce(c.answers, true) else coalesce(c.closings, true) end
          and (coalesce(f.follows, false) or coalesce(c.all_tickets, false) or n.author_id = p.id or exists (
            select from messages w where w.ticket_id = n.ticket_id and w.author_id = p.id
              and w.position > n.message_count - ${WRITERS_WITHIN}::int))
      ), targets as (
        select told.*, s.session_id, ${times.push_at}::timestamptz as due_at
        from told join push_subscriptions s on s.person_id = told.person_id
        where s.created_at <= told.created_at
        union all
        select told.*, null, ${times.mail_at} from told
        where by_mail_since <= created_at and email_verified_at is not null
      ), newest as (
        select person_id, ticket_id, session_id, due_at, max(id) as event_id, max(message_id) as message_id,
          (array_agg(kind order by id desc))[1] as kind
        from targets group by person_id, ticket_id, session_id, due_at
      )
      insert into notices as n (person_id, session_id, ticket_id, kind, message_id, event_id, due_at)
      select person_id, session_id, ticket_id, kind, message_id, event_id, due_at from newest
      order by person_id, ticket_id, session_id
      on conflict (person_id, ticket_id, handover_id, session_id) do update set kind = excluded.kind,
        message_id = coalesce(excluded.message_id, n.message_id), event_id = excluded.event_id,
        -- being sent, or waiting for a retry: not taken by another server meanwhile
        attempts = case when n.due_at is null then 0 else least(n.attempts, 1) end,
        due_at = least(n.due_at, case when n.attempts > 0 and n.due_at is not null
          then ${new Date(times.now.getTime() + LEASE_MS)} when n.sent_at > ${times.calm.since}
          then greatest(excluded.due_at, n.sent_at + make_interval(secs => ${times.calm.seconds}::int))
          else excluded.due_at end)`
    await tx`update notice_cursors set seen = ${last} where business_id = ${business_id}`
    return events.length === BATCH
  })

/** Businesses with unprocessed events since a moment, left by a crash. */
export const listBehind = async (db: Db, since: Date): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select e.business_id from ticket_events e left join notice_cursors c on c.business_id = e.business_id
    where e.created_at > ${since} and e.id > coalesce(c.seen, 0) group by e.business_id`
  return rows.map(({ business_id }) => business_id)
}

export interface DueRow {
  id: string
  person_id: string
  /** null: sent by mail. */
  session_id: string | null
  /** Either ticket_id or handover_id is set. */
  ticket_id: string | null
  handover_id: string | null
  kind: 'answer' | 'closing' | 'handover' | 'read'
  message_id: string | null
  event_id: string
  attempts: number
  sent_at: Date | null
  /** The person may still be notified of this, here. */
  alive: boolean
  /** The person has not read all of it. */
  unread: boolean
  /** null: not about a ticket. */
  number: number | null
  restaurant_id: string
  restaurant: string
  /** Of the last answer, or of the handover. */
  text: string | null
  sealed: Buffer | null
  shows_text: boolean | null
  email: string | null
  /** Minutes of the restaurant's day: now, and the quiet hours. */
  minute: number
  quiet_from: number | null
  quiet_to: number | null
}

/**
 * Takes due notices under a lease: no other server takes them before `lease_until`, when this one must have died. Also reads
 * whether each may still be sent, so that no further query is needed. Notices due later than `latest` are taken too: they
 * were put off by a clock that has been set back since.
 */
export const claimNotifications = async (
  db: Db,
  claim: { now: Date; latest: Date; lease_until: Date; limit: number },
): Promise<DueRow[]> => {
  // Usually nothing is due, and this query takes a hundredth of the planning time of the next one.
  const [due] = await db`
    select id from notices where due_at <= ${claim.now} or due_at > ${claim.latest} order by due_at limit 1`
  return due === undefined ? [] : claimDue(db, claim)
}

const claimDue = (
  db: Db,
  claim: { now: Date; latest: Date; lease_until: Date; limit: number },
): Promise<DueRow[]> => db<DueRow[]>`
  with mine as (
    update notices set due_at = ${claim.lease_until}, attempts = attempts + 1
    where id in (
      select id from notices where due_at <= ${claim.now} or due_at > ${claim.latest}
      order by due_at limit ${claim.limit} for update skip locked)
    returning *
  )
  select n.id, n.person_id, n.session_id, n.ticket_id, n.handover_id, n.kind, n.message_id, n.event_id, n.attempts, n.sent_at,
    p.disabled_at is null and b.restaurant_id is not null and r.archived_at is null
      and (o.paid_until is null or o.paid_until >= ${claim.now})
      and (n.session_id is null or s.id is not null) as alive,
    case when n.handover_id is not null then h.accepted_at is null
      else exists (select from unread_messages u where u.person_id = n.person_id
        and u.restaurant_id = t.restaurant_id and u.ticket_id = surviving_ticket(t.id)) end as unread,
    t.number, r.id as restaurant_id, r.name as restaurant, coalesce(m.text, h.note) as text, d.sealed, d.shows_text,
    case when p.email_verified_at is not null then p.email end as email,
    (extract(hour from ${claim.now}::timestamptz at time zone r.timezone) * 60
      + extract(minute from ${claim.now}::timestamptz at time zone r.timezone))::int as minute,
    c.quiet_from::int as quiet_from, c.quiet_to::int as quiet_to
  from mine n
  join people p on p.id = n.person_id
  join businesses o on o.id = p.business_id
  left join tickets t on t.id = n.ticket_id
  left join handovers h on h.id = n.handover_id
  join restaurants r on r.id = coalesce(t.restaurant_id, h.restaurant_id)
  left join memberships b on b.person_id = p.id and b.restaurant_id = r.id
  left join sessions s on s.id = n.session_id and s.person_id = p.id and s.ended_at is null
    and s.expires_at > ${claim.now}
  left join push_subscriptions d on d.session_id = n.session_id
  left join notice_choices c on c.person_id = p.id and c.restaurant_id = r.id
  left join messages m on m.id = n.message_id
  order by n.id`

/** Marks a notice as sent; what has happened since is due at `next_at`. */
export const markSent = async (
  db: Db,
  { id, event_id, kind }: DueRow,
  { now, next_at }: { now: Date; next_at: Date },
): Promise<void> => {
  await db`
    update notices set sent_at = ${now}, attempts = 0,
      due_at = case when event_id = ${event_id} and kind = ${kind} then null
        -- read elsewhere while it was being sent
        when kind = 'read' and due_at is not null then ${now}
        when due_at is not null then ${next_at} end
    where id = ${id}`
}

/** Deletes a notice, unless something has happened since it was taken. */
export const dropNotice = async (db: Db, { id, event_id, kind }: DueRow): Promise<void> => {
  await db`delete from notices where id = ${id} and event_id = ${event_id} and kind = ${kind}`
}

export const reschedule = async (
  db: Db,
  { id }: DueRow,
  { until, afresh }: { until: Date; afresh: boolean },
) => {
  await db`
    update notices set due_at = ${until}, attempts = case when ${afresh}::boolean then 0 else attempts end
    where id = ${id}`
}

/** Turns the notice into a withdrawal: what the device shows was read elsewhere. */
export const markReadElsewhere = async (db: Db, { id, event_id }: DueRow, now: Date): Promise<void> => {
  await db`update notices set kind = 'read', due_at = ${now} where id = ${id} and event_id = ${event_id}`
}

/**
 * Called when a person has read something: withdraws, on their other devices, notices of tickets with nothing unread left;
 * the reading device does so itself. Notices being sent right now are withdrawn once sent.
 */
export const noteRead = async (
  db: Db,
  read: { person_id: string; session_id: string | null; restaurant_id: string; now: Date },
): Promise<boolean> => {
  const rows = await db`
    update notices n set kind = 'read',
      due_at = case when session_id is not distinct from ${read.session_id}::uuid or session_id is null then null
        when n.attempts > 0 then least(n.due_at, ${new Date(read.now.getTime() + LEASE_MS)}::timestamptz)
        else ${read.now}::timestamptz end
    from tickets t
    where n.person_id = ${read.person_id} and (n.sent_at is not null or n.attempts > 0)
      and (n.kind = 'answer' or n.kind = 'closing' and n.message_id is not null)
      and t.id = n.ticket_id and t.restaurant_id = ${read.restaurant_id}
      and not exists (
        select from unread_messages u where u.person_id = n.person_id and u.restaurant_id = t.restaurant_id
          and u.ticket_id = surviving_ticket(t.id))
    returning 1`
  return rows.length > 0
}
