import type { Db, Sql } from '@podmoga/sql/sql'
import type { EditorCall } from '../../ports/domains/editor-calls.ts'
import type { QuietMinutes } from './signals.devices.sql.ts'

/** Agents with subscribed browsers. */
const CALLED = (db: Db) => db`
  signal_devices d join people p on p.id = d.person_id and p.disabled_at is null
  join desk_members a on a.person_id = p.id and a.role = 'agent'`

export const isAnybodyCalled = async (db: Db, business_id: string): Promise<boolean> =>
  (await db`select 1 from ${CALLED(db)} where a.business_id = ${business_id} limit 1`).length > 0

/** Events of a business processed at once. */
const BATCH = 200

/**
 * Turns the next events of a business into signals, each event once, on whichever server comes first; true if there may be
 * more. Events older than `since` make no signals.
 */
export const addSignals = (
  sql: Sql,
  business_id: string,
  { since, due_at }: { since: Date; due_at: Date },
): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`insert into signal_cursors (business_id) values (${business_id}) on conflict do nothing`
    const [cursor] = await tx<{ seen: string }[]>`
      select seen from signal_cursors where business_id = ${business_id} for update`
    const events = await tx<{ id: string }[]>`
      select id from ticket_events where business_id = ${business_id} and id > ${cursor?.seen ?? '0'}
      order by id limit ${BATCH}`
    const last = events.at(-1)?.id
    if (last === undefined) return false
    await tx`
      with news as (
        select * from ticket_events
        where id = any(${events.map(({ id }) => id)}::bigint[]) and created_at > ${since}
          and kind in ('message', 'note', 'ticket', 'level')
      ), told as (
        select e.id, e.created_at, t.id as ticket_id, e.message_id, null::bigint as note_id, 'wrote' as kind,
          t.assignee_id as person_id
        from news e join messages m on m.id = e.message_id join tickets t on t.id = surviving_ticket(e.ticket_id)
        where e.kind = 'message' and not m.from_support and t.assignee_id is distinct from m.author_id
          -- an assignee who got the ticket later has a signal for that instead
          and not exists (
            select from ticket_log l where l.ticket_id = t.id and l.act = 'assigned' and l.after_id = t.assignee_id
              and l.at > e.created_at)
        union all
        select e.id, e.created_at, e.ticket_id, null, e.note_id, 'mention', w.person_id
        from news e join notes n on n.id = e.note_id join note_mentions w on w.note_id = n.id
        where e.kind = 'note' and w.person_id <> n.author_id
        union all
        -- assigned by a colleague, or by a rule
        select e.id, e.created_at, e.ticket_id, null, null, 'given', l.after_id
        from news e join ticket_log l on l.ticket_id = e.ticket_id and l.at = e.created_at
        where e.kind = 'ticket' and l.act = 'assigned' and l.after_id is not null
          and l.person_id is distinct from l.after_id
        union all
        select e.id, e.created_at, e.ticket_id, null, null, e.data ->> 'level', t.assignee_id
        from news e join tickets t on t.id = e.ticket_id
        where e.kind = 'level' and e.data ->> 'level' in ('soon', 'late') and t.assignee_id is not null
          -- no signal for what was late long before its targets were set
          and (e.data -> 'clock' ->> (e.data ->> 'level' || '_at'))::timestamptz > ${since}
      ), newest as (
        select distinct on (d.session_id, told.kind, told.ticket_id) d.session_id, told.*
        from told join ${CALLED(tx)} on d.person_id = told.person_id and a.business_id = ${business_id}
        where d.created_at <= told.created_at
        order by d.session_id, told.kind, told.ticket_id, told.id desc
      )
      insert into signals as s (session_id, kind, ticket_id, message_id, note_id, event, due_at)
      select session_id, kind, ticket_id, message_id, note_id, id::text, ${due_at} from newest
      order by session_id, kind, ticket_id
      on conflict (session_id, kind, ticket_id) do update set message_id = excluded.message_id, note_id = excluded.note_id,
        event = excluded.event, attempts = 0, due_at = least(s.due_at, excluded.due_at)`
    await tx`update signal_cursors set seen = ${last} where business_id = ${business_id}`
    return events.length === BATCH
  })

/** Businesses with unprocessed events since a moment, left by a crash. */
export const listUncalled = async (db: Db, since: Date): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select e.business_id from ticket_events e left join signal_cursors c on c.business_id = e.business_id
    where e.created_at > ${since} and e.id > coalesce(c.seen, 0) group by e.business_id`
  return rows.map(({ business_id }) => business_id)
}

/** The minute of the day in a device's time zone. */
const MINUTE = (db: Db, now: Date) => db`
  (extract(hour from ${now}::timestamptz at time zone d.timezone) * 60
    + extract(minute from ${now}::timestamptz at time zone d.timezone))::int`

/** Maximum tickets read for one signal: a larger number tells a desk nothing more. */
const NOBODYS_MOST = 200

/**
 * Signals unassigned tickets whose wait has exceeded a device's limit since its last signal: one signal for all of them,
 * which names the longest wait. None is made in quiet hours; tickets that are over the limit afterwards are signalled then.
 * Returns whether there is anything to send.
 */
export const addNobodys = async (db: Db, { now, due_at }: { now: Date; due_at: Date }): Promise<boolean> => {
  const rows = await db`
    with devices as (
      select distinct d.session_id, d.nobodys_after, d.created_at, a.business_id, d.quiet_from, d.quiet_to,
        ${MINUTE(db, now)} as minute
      from ${CALLED(db)} join sessions e on e.id = d.session_id and e.ended_at is null and e.expires_at > ${now}
      where d.nobodys_after > 0
    ), late as (
      select d.session_id, t.id, t.waiting_since, d.nobodys_after,
        row_number() over (partition by d.session_id order by t.waiting_since, t.id) as place,
        count(*) over (partition by d.session_id) as amount
      from devices d cross join lateral (
        select t.id, t.waiting_since from tickets t
        where t.business_id = d.business_id and t.status = 'awaiting_response' and t.assignee_id is null
          and t.snoozed_until is null and t.waiting_since <= ${now}::timestamptz - make_interval(mins => d.nobodys_after)
          and t.waiting_since > d.created_at - make_interval(mins => d.nobodys_after)
          and not exists (select from signals s where s.session_id = d.session_id and s.kind = 'nobodys'
            and s.ticket_id = t.id and s.since >= t.waiting_since)
        order by t.waiting_since, t.last_message_at, t.id limit ${NOBODYS_MOST}
      ) t
      where not coalesce(case when d.quiet_from < d.quiet_to then d.minute >= d.quiet_from and d.minute < d.quiet_to
        when d.quiet_from > d.quiet_to then d.minute >= d.quiet_from or d.minute < d.quiet_to end, false)
    )
    insert into signals as s (session_id, kind, ticket_id, event, amount, since, due_at, sent_at)
    select session_id, 'nobodys', id, id || ' ' || extract(epoch from waiting_since), amount, waiting_since,
      case when place = 1 then ${due_at}::timestamptz end, case when place > 1 then ${now}::timestamptz end
    from late order by session_id, id
    on conflict (session_id, kind, ticket_id) do update set event = excluded.event, amount = excluded.amount,
      since = excluded.since, due_at = excluded.due_at, sent_at = excluded.sent_at, attempts = 0
    returning 1`
  return rows.length > 0
}

interface CalledOf {
  event: string
  amount: number
}
/** The ticket it is about. */
export interface OfTicket extends CalledOf {
  kind: 'wrote' | 'given' | 'mention' | 'nobodys' | 'soon' | 'late'
  ticket_id: string
  material_id: null
  number: number
  restaurant: string
  /** The author's name, if any. */
  author: string | null
  text: string
}
export interface OfMaterial extends CalledOf {
  kind: EditorCall['kind']
  material_id: string
  title: string
  word: string | null
}

export type SignalRow = (OfTicket | OfMaterial) & CalledDevice
interface CalledDevice extends QuietMinutes {
  id: string
  session_id: string
  attempts: number
  sealed: Buffer
  sound: boolean
  nobodys_after: number
  /** Whether it still holds, and the person may be notified of it. */
  alive: boolean
  /** The minute of the device's day. */
  minute: number
}

/** No newer `level` event: the ticket has not been answered, closed or snoozed since, and its target is the same. */
const IS_STILL_DUE = (db: Db) => db`
  not exists (select from ticket_events v where v.business_id = t.business_id and v.id > s.event::bigint
    and v.ticket_id = t.id and v.kind = 'level')`

/**
 * Takes due signals under a lease until `lease_until`. Signals due later than `latest` are taken too: a wrong clock put them
 * off.
 */
export const claimSignals = async (
  db: Db,
  claim: { now: Date; latest: Date; lease_until: Date; limit: number },
): Promise<SignalRow[]> => {
  // Usually nothing is due, and this query takes a hundredth of the planning time of the next one.
  const [due] = await db`
    select id from signals where due_at <= ${claim.now} or due_at > ${claim.latest} order by due_at limit 1`
  return due === undefined ? [] : claimDue(db, claim)
}

const claimDue = (
  db: Db,
  claim: { now: Date; latest: Date; lease_until: Date; limit: number },
): Promise<SignalRow[]> => db<SignalRow[]>`
  with mine as (
    update signals set due_at = ${claim.lease_until}, attempts = attempts + 1
    where id in (
      select id from signals where due_at <= ${claim.now} or due_at > ${claim.latest}
      order by due_at limit ${claim.limit} for update skip locked)
    returning *
  )
  select s.id, s.session_id, s.kind, s.ticket_id, s.material_id, s.event, s.amount, s.attempts, t.number, r.name as restaurant,
    coalesce(x.title, g.title) as title, s.word, nullif(concat_ws(' ', w.first_name, w.last_name), '') as author, coalesce(m.text, n.text, t.last_message) as text,
    d.sealed, d.sound, d.nobodys_after::int as nobodys_after, d.quiet_from::int as quiet_from, d.quiet_to::int as quiet_to,
    ${MINUTE(db, claim.now)} as minute,
    p.disabled_at is null and e.ended_at is null and e.expires_at > ${claim.now}
      and (o.paid_until is null or o.paid_until >= ${claim.now})
      and exists (select from desk_members a where a.person_id = p.id and a.business_id = o.id
        and a.role = case when s.ticket_id is null then 'editor' else 'agent' end)
      and case when s.amount = 0 then true else case s.kind when 'review' then exists (select from material_reviews v
          where v.material_id = s.material_id and v.returned_at is null)
        when 'reviewed' then true
        when 'due' then exists (select from material_care k join materials y on y.id = k.material_id
          where y.business_id = o.id and k.told_of = k.check_on)
        when 'wrote' then t.assignee_id = p.id and t.waiting_since is not null
        when 'given' then t.assignee_id = p.id and t.status = 'awaiting_response'
        when 'nobodys' then t.assignee_id is null and t.waiting_since is not null
        when 'soon' then t.assignee_id = p.id and ${IS_STILL_DUE(db)}
        when 'late' then t.assignee_id = p.id and ${IS_STILL_DUE(db)}
        else n.id is not null end end as alive
  from mine s
  join signal_devices d on d.session_id = s.session_id
  join sessions e on e.id = d.session_id
  join people p on p.id = d.person_id
  left join tickets t on t.id = s.ticket_id
  left join restaurants r on r.id = t.restaurant_id
  left join materials g on g.id = s.material_id
  left join material_drafts x on x.material_id = g.id
  join businesses o on o.id = coalesce(t.business_id, g.business_id)
  left join messages m on m.id = s.message_id
  left join notes n on n.id = s.note_id
  left join people w on w.id = coalesce(m.author_id, n.author_id)
  order by s.id`

type Taken = Pick<SignalRow, 'id' | 'event'>

/** Marks a signal as sent, or as not needed; what has happened since stays due. */
export const markCalled = async (db: Db, { id, event }: Taken, now: Date): Promise<void> => {
  await db`
    update signals set sent_at = ${now}, attempts = 0, due_at = case when event = ${event} then null else due_at end
    where id = ${id}`
}

export const reschedule = async (
  db: Db,
  { id }: Pick<Taken, 'id'>,
  { until, afresh }: { until: Date; afresh: boolean },
): Promise<void> => {
  await db`
    update signals set due_at = ${until}, attempts = case when ${afresh}::boolean then 0 else attempts end
    where id = ${id}`
}

/** Deletes browsers of ended sessions, and signals sent before a moment about tickets that no longer wait. */
export const forgetSignals = async (db: Db, { now, before }: { now: Date; before: Date }): Promise<void> => {
  await db`
    delete from signal_devices d using sessions s
    where s.id = d.session_id and (s.ended_at is not null or s.expires_at <= ${now})`
  await db`
    delete from signals s using tickets t
    where t.id = s.ticket_id and s.due_at is null and s.sent_at < ${before}
      and (s.kind <> 'nobodys' or t.waiting_since is distinct from s.since)`
  await db`delete from signals where material_id is not null and due_at is null and sent_at < ${before}`
}

export const takeSignals = async (tx: Db, ticket_ids: readonly string[]): Promise<readonly string[]> => {
  await tx`delete from signals where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}
