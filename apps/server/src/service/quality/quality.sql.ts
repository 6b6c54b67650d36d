import type { Db, Sql, TransactionSql } from '@podmoga/sql/sql'
import type { Leaver, TakeAlong } from '../../module.ts'

const DAY = 24 * 3_600_000
/** A rating may come late. */
const BAD_MS = 28 * DAY
const LEFT_MS = 56 * DAY
const MESSAGES_MAX = 200
const PAGE = 20

export const listBusinessZones = (db: Db): Promise<{ business_id: string; zone: string | null }[]> => db`
  select b.id as business_id, (
    select v.shifts -> 0 ->> 'zone' from service_versions v where v.business_id = b.id order by v.id desc limit 1
  ) as zone
  from businesses b order by b.id`

/**
 * Draws a sample of the tickets of the last whole week, once, and all recent ones rated «нет». The seed is the business and
 * the week, so the draw is reproducible. Returns how many reviews were added.
 */
export const drawReviews = (
  sql: Sql,
  { business_id, zone, now, sample }: { business_id: string; zone: string; now: Date; sample: number },
): Promise<number> =>
  sql.begin(async (tx) => {
    const [week] = await tx<{ week: string; begins: Date; ends: Date }[]>`
      select begins, ends, (begins at time zone ${zone})::date::text as week from (
        select date_trunc('week', ${now}::timestamptz, ${zone}) as ends,
          date_trunc('week', date_trunc('week', ${now}::timestamptz, ${zone}) - interval '3 days', ${zone}) as begins
      ) at`
    if (week === undefined) throw new Error('there is no week')
    // Tickets not reviewed within two months are too old to be useful.
    await tx`
      delete from quality_reviews
      where business_id = ${business_id} and reviewed_at is null and week < ${new Date(now.getTime() - LEFT_MS)}`
    const bad = await tx`
      insert into quality_reviews (business_id, ticket_id, week, reason)
      select t.business_id, t.id, date_trunc('week', t.closed_at, ${zone}) at time zone ${zone}, 'bad' from tickets t
      join ticket_ratings r on r.ticket_id = t.id and r.score = 'bad'
      where t.business_id = ${business_id} and t.status = 'processed'
        and t.closed_at >= ${new Date(now.getTime() - BAD_MS)}
      on conflict do nothing`
    const drawn = await tx`
      insert into quality_draws (business_id, week) values (${business_id}, ${week.week}) on conflict do nothing`
    if (drawn.count === 0) return bad.count
    const seed = `${business_id}/${week.week}/`
    const sampled = await tx`
      insert into quality_reviews (business_id, ticket_id, week, reason)
      select t.business_id, t.id, ${week.week}, 'sample' from tickets t
      where t.business_id = ${business_id} and t.status = 'processed'
        and t.closed_at >= ${week.begins} and t.closed_at < ${week.ends}
        and exists (select from messages where ticket_id = t.id and from_support and not is_automatic)
        and not exists (select from quality_reviews where ticket_id = t.id)
      order by md5(${seed}::text || t.id), t.id limit ${sample}
      on conflict do nothing`
    return bad.count + sampled.count
  })

/** SQL: excludes tickets that the person has answered or closed. */
const notOwn = (db: Db, person_id: string) => db`
  not exists (select from messages m
    where m.ticket_id = q.ticket_id and m.from_support and not m.is_automatic and m.author_id = ${person_id})
  and not exists (select from ticket_log l where l.ticket_id = q.ticket_id and l.act = 'closed' and l.person_id = ${person_id})`

export interface WaitingRow {
  id: string
  category: string
  week: string
  reason: 'sample' | 'bad'
}
interface Reviewer {
  business_ids: readonly string[]
  person_id: string
}

/** SQL: `q` is what this person may review. */
const waitingFor = (db: Db, { business_ids, person_id }: Reviewer) => db`
  quality_reviews q join tickets t on t.id = q.ticket_id
  where q.business_id = any(${[...business_ids]}::bigint[]) and q.reviewed_at is null and t.status = 'processed'
    and ${notOwn(db, person_id)}`

/** Returns the oldest reviews first, one more than a page to show whether there are more. */
export const listWaitingReviews = (
  db: Db,
  { after, ...reviewer }: Reviewer & { after: string },
): Promise<WaitingRow[]> => db`
  select q.id, t.category, q.week::text as week, q.reason from ${waitingFor(db, reviewer)} and q.id > ${after}
  order by q.id limit ${PAGE + 1}`

export const countWaitingReviews = async (db: Db, reviewer: Reviewer): Promise<number> => {
  const [row] = await db<{ total: number }[]>`select count(*)::int as total from ${waitingFor(db, reviewer)}`
  return row?.total ?? 0
}

export const pageOf = <Row extends { id: string }>(
  rows: readonly Row[],
): { rows: Row[]; next: string | null } => {
  const page = rows.slice(0, PAGE)
  return { rows: page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

export interface ReviewRow extends WaitingRow {
  ticket_id: string
  number: number
  topic: string | null
  word: string | null
  is_reviewed: boolean
}

/** Finds a review of another agent's ticket. `lock`: locks its row until the transaction ends. */
export const findReview = async (
  db: Db,
  { business_ids, person_id, id, lock }: Reviewer & { id: string; lock: boolean },
): Promise<ReviewRow | undefined> => {
  const [row] = await db<ReviewRow[]>`
    select q.id, t.category, q.week::text as week, q.reason, q.ticket_id, t.number, t.topic_name as topic,
      q.reviewed_at is not null as is_reviewed,
      (select r.word from ticket_ratings r where r.ticket_id = t.id) as word
    from quality_reviews q join tickets t on t.id = q.ticket_id
    where q.id = ${id} and t.status = 'processed' and q.business_id = any(${[...business_ids]}::bigint[]) and ${notOwn(db, person_id)}
    ${lock ? db`for update of q` : db``}`
  return row
}

export interface MessageRow {
  from_support: boolean
  text: string
  created_at: Date
  files: number
}

/** Returns the messages of a ticket without names, at most 200, and whether there are more. */
export const listMessages = async (
  db: Db,
  ticket_id: string,
): Promise<{ rows: MessageRow[]; is_cut: boolean }> => {
  const rows = await db<MessageRow[]>`
    select m.from_support, m.text, m.created_at,
      (select count(*)::int from attachments a where a.message_id = m.id) as files
    from messages m where m.ticket_id = ${ticket_id} order by m.position limit ${MESSAGES_MAX + 1}`
  return { rows: rows.slice(0, MESSAGES_MAX), is_cut: rows.length > MESSAGES_MAX }
}

export const writeReview = async (
  tx: TransactionSql,
  {
    id,
    person_id,
    now,
    answers,
    note,
  }: { id: string; person_id: string; now: Date; answers: readonly number[]; note: string | null },
): Promise<void> => {
  await tx`
    update quality_reviews set reviewer_id = ${person_id}, reviewed_at = ${now},
      answers = ${[...answers]}::smallint[], note = ${note}
    where id = ${id}`
}

/** Returns the names of the agents who answered a ticket, in the order of their first messages. */
export const listAgentNames = async (db: Db, ticket_id: string): Promise<string[]> => {
  const rows = await db<{ name: string }[]>`
    select coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), 'Поддержка') as name
    from messages m join people p on p.id = m.author_id
    where m.ticket_id = ${ticket_id} and m.from_support and not m.is_automatic group by p.id order by min(m.position)`
  return rows.map(({ name }) => name)
}

export interface ReviewedRow {
  id: string
  ticket_id: string
  number: number
  agents: string[]
  answers: number[]
  note: string | null
  reviewed_at: Date
}

/** Returns the reviews that a person has written, newest first. */
export const listReviewedRows = (
  db: Db,
  { person_id, after }: { person_id: string; after: string | null },
): Promise<ReviewedRow[]> => db`
  select q.id, q.ticket_id, t.number, q.answers, q.note, q.reviewed_at, array(
    select coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), 'Поддержка')
    from messages m join people p on p.id = m.author_id
    where m.ticket_id = q.ticket_id and m.from_support and not m.is_automatic group by p.id order by min(m.position)) as agents
  from quality_reviews q join tickets t on t.id = q.ticket_id
  where q.reviewer_id = ${person_id} and (${after}::bigint is null or q.id < ${after})
  order by q.id desc limit ${PAGE + 1}`

export interface WordRow {
  id: string
  number: number
  restaurant: string
  score: 'good' | 'bad'
  word: string
  created_at: Date
}

/** Returns comments of ratings, most recently closed tickets first. */
export const listWordRows = (
  db: Db,
  { business_ids, since, after }: { business_ids: readonly string[]; since: Date; after: string | null },
): Promise<WordRow[]> => db`
  select t.id, t.number, s.name as restaurant, r.score, r.word, r.created_at
  from tickets t join ticket_ratings r on r.ticket_id = t.id and r.word is not null and r.score <> 'skipped'
  join restaurants s on s.id = t.restaurant_id
  where t.business_id = any(${[...business_ids]}::bigint[]) and t.status = 'processed' and t.closed_at >= ${since}
    and (${after}::bigint is null or (t.closed_at, t.id) < (select closed_at, id from tickets where id = ${after}))
  order by t.closed_at desc, t.id desc limit ${PAGE + 1}`

export interface AgentSum {
  id: string
  name: string
  reviews: number
  answers: number[]
}

/** Averages the reviews of each agent. A ticket answered by two agents counts for both. */
export const sumQuality = async (
  db: Db,
  { business_id, since }: { business_id: string; since: Date },
): Promise<{ waiting: number; agents: AgentSum[] }> => {
  const agents = await db<AgentSum[]>`
    select p.id, coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), 'Поддержка') as name,
      count(*)::int as reviews,
      array[avg(answers[1]), avg(answers[2]), avg(answers[3]), avg(answers[4]), avg(answers[5])]::float8[] as answers
    from (
      select distinct q.id, q.answers, m.author_id from quality_reviews q
      join messages m on m.ticket_id = q.ticket_id and m.from_support and not m.is_automatic
      where q.business_id = ${business_id} and q.reviewed_at >= ${since}
    ) said join people p on p.id = said.author_id
    group by p.id, name order by name, p.id`
  const [row] = await db<{ waiting: number }[]>`
    select count(*)::int as waiting from quality_reviews where business_id = ${business_id} and reviewed_at is null`
  return { waiting: row?.waiting ?? 0, agents }
}

/** Deletes the notes of a reviewer who leaves; the scores are kept. */
export const forgetReviewer = async (tx: Db, { person_id }: Leaver): Promise<readonly string[]> => {
  await tx`update quality_reviews set note = null where reviewer_id = ${person_id}`
  return []
}

/** Returns a person's reviews for their data export. */
export const listOwnReviews = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select t.number as ticket, q.reviewed_at, q.answers, q.note from quality_reviews q join tickets t on t.id = q.ticket_id
  where q.reviewer_id = ${person_id} order by q.id limit 10000`

export const takeReviews: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from quality_reviews where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}
