import type { TransactionSql } from '@podmoga/sql/sql'
import { beginRecount } from '../../service/figures/figures.module.ts'
import { drawAll } from '../../service/quality/quality.module.ts'
import type { World } from '../../world.ts'
import { makeHistory, type PastTicket } from './make-history.ts'

const NETWORK = 'demo'
const RESTAURANT = 'Самса Хаус'
const DAY = 24 * 3_600_000
const SAMPLE = 10
/** The newest replies, left unread by their authors. */
const UNREAD = 4

const STAFF = [
  { first_name: 'Зарина', last_name: 'Холматова', email: 'zarina@samsa.demo.test', has_come: true },
  { first_name: 'Жасур', last_name: 'Эргашев', email: 'jasur@samsa.demo.test', has_come: true },
  { first_name: 'Севара', last_name: 'Турсунова', email: 'sevara@samsa.demo.test', has_come: false },
]
const COLLEAGUE = { first_name: 'Дилноза', last_name: 'Ахмедова', email: 'dilnoza@samsa.demo.test' }

const any = { priority: null, category: null, restaurant_ids: [] }
/** Targets for calm restaurants, chosen so that of their waiting tickets one is late and one `soon`. */
const CALM = { name: 'Без спешки', first_minutes: 5 * 24 * 60, next_minutes: 2000, solution_minutes: null }
const targetsOf = (calm_ids: readonly string[]) => [
  {
    ...any,
    name: 'Срочные',
    priority: 'urgent',
    first_minutes: 15,
    next_minutes: 15,
    solution_minutes: 240,
  },
  { ...any, ...CALM, restaurant_ids: calm_ids },
  { ...any, name: 'Остальные', first_minutes: 30, next_minutes: 30, solution_minutes: 480 },
]
/** Support works around the clock, so the levels do not depend on the hour at which the demo is filled. */
const SHIFTS = [{ zone: 'Asia/Tashkent', week: null }]

const onlyOne = <T>([row]: readonly T[]): T => {
  if (row === undefined) throw new Error('the demo business must be there before its history')
  return row
}

/** These people have no password: they only appear as authors. */
const addPerson = async (
  tx: TransactionSql,
  business_id: string,
  { first_name, last_name, email }: typeof COLLEAGUE,
): Promise<string> => {
  const { id } = onlyOne(
    await tx<{ id: string }[]>`
      insert into people (business_id, email, first_name, last_name)
      values (${business_id}, ${email}, ${first_name}, ${last_name}) returning id`,
  )
  return id
}

interface Cast {
  business_id: string
  restaurant_id: string
  staff: string[]
  agents: string[]
}

const addCast = async (tx: TransactionSql, now: Date): Promise<Cast> => {
  const { business_id, agent } = onlyOne(
    await tx<{ business_id: string; agent: string }[]>`
      select b.id as business_id, p.id as agent from businesses b
      join people p on p.business_id = b.id and p.email = 'agent@demo.test' where b.network = ${NETWORK}`,
  )
  const begun = new Date(now.getTime() - 60 * DAY)
  const calm = await tx<
    { id: string }[]
  >`select id from restaurants where business_id = ${business_id} order by id`
  const { id: restaurant_id } = onlyOne(
    await tx<{ id: string }[]>`
      insert into restaurants (business_id, name, created_at) values (${business_id}, ${RESTAURANT}, ${begun}) returning id`,
  )
  const staff: string[] = []
  for (const person of STAFF) {
    const id = await addPerson(tx, business_id, person)
    staff.push(id)
    await tx`insert into memberships (person_id, restaurant_id) values (${id}, ${restaurant_id})`
    if (person.has_come)
      await tx`
        insert into sessions (person_id, created_at, last_seen_at, expires_at, ended_at)
        values (${id}, ${begun}, ${now}, ${now}, ${now})`
  }
  const colleague = await addPerson(tx, business_id, COLLEAGUE)
  await tx`
    insert into desk_members (person_id, business_id, role) values (${colleague}, ${business_id}, 'agent')`
  await tx`
    insert into service_versions (business_id, valid_from, targets, shifts, usual_week, days_off)
    values (${business_id}, ${begun}, ${tx.json(targetsOf(calm.map(({ id }) => id)))}, ${tx.json(SHIFTS)}, 'null', '[]')`
  return { business_id, restaurant_id, staff, agents: [agent, colleague] }
}

/** Inserts all tickets with their messages, as columns; `at` is the index in the history. */
const writeAll = async (tx: TransactionSql, cast: Cast, past: readonly PastTicket[]): Promise<void> => {
  const { business_id, restaurant_id, staff, agents } = cast
  const { first } = onlyOne(
    await tx<{ first: number }[]>`
      update businesses set last_ticket_number = last_ticket_number + ${past.length}
      where id = ${business_id} returning last_ticket_number - ${past.length} as first`,
  )
  const rows = past.map((one, at) => ({
    number: first + at + 1,
    author: staff[one.author],
    agent: agents[one.agent],
    category: one.category,
    topic: one.topic,
    priority: one.priority,
    messages: one.messages.map((message, position) => ({
      ...message,
      position: position + 1,
      at: new Date(message.at).toISOString(),
    })),
    closed_at: new Date(one.closed_at).toISOString(),
    rating: one.rating === null ? null : { ...one.rating, at: new Date(one.rating.at).toISOString() },
  }))
  await tx`
    create temporary table past on commit drop as
    select * from jsonb_to_recordset(${tx.json(rows)}) as p (number integer, author bigint, agent bigint, category text,
      topic text, priority text, messages jsonb, closed_at timestamptz, rating jsonb)`
  await tx`
    insert into tickets (restaurant_id, business_id, number, author_id, category, topic, priority, status, assignee_id,
      message_count, last_message, last_from_support, last_message_at, created_at, closed_at)
    select ${restaurant_id}, ${business_id}, number, author, category, topic, priority, 'processed', agent,
      jsonb_array_length(messages), messages -> -1 ->> 'text', true, (messages -> -1 ->> 'at')::timestamptz,
      (messages -> 0 ->> 'at')::timestamptz, closed_at
    from past order by number`
  await tx`
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    select t.id, m.position, case when m.from_support then p.agent else p.author end, m.from_support, m.text, m.at
    from past p join tickets t on t.business_id = ${business_id} and t.number = p.number,
      jsonb_to_recordset(p.messages) as m (position integer, from_support boolean, text text, at timestamptz)
    order by p.number, m.position`
  await tx`
    insert into ticket_log (ticket_id, at, person_id, act)
    select t.id, p.closed_at, p.agent, 'closed'
    from past p join tickets t on t.business_id = ${business_id} and t.number = p.number order by p.number`
  await tx`
    insert into ticket_ratings (ticket_id, person_id, score, word, created_at)
    select t.id, p.author, r.score, r.word, r.at
    from past p join tickets t on t.business_id = ${business_id} and t.number = p.number,
      jsonb_to_record(p.rating) as r (score text, word text, at timestamptz)
    where jsonb_typeof(p.rating) = 'object'`
  await tx`
    insert into unread_messages (person_id, restaurant_id, ticket_id, message_id)
    select t.author_id, t.restaurant_id, t.id, m.id from tickets t
    join messages m on m.ticket_id = t.id and m.position = t.message_count
    where t.restaurant_id = ${restaurant_id} order by t.number desc limit ${UNREAD}`
}

/** Whether the history has been seeded already. */
const hasHistory = async ({ sql }: Pick<World, 'sql'>): Promise<boolean> => {
  const rows = await sql`
    select from restaurants r join businesses b on b.id = r.business_id
    where b.network = ${NETWORK} and r.name = ${RESTAURANT}`
  return rows.count > 0
}

/**
 * Gives the demo business five weeks of history: answered, closed and rated tickets, targets and working hours, and tickets to
 * review. One transaction; the draw of reviews may be repeated.
 */
export const seedHistory = async (world: Pick<World, 'sql' | 'clock'>): Promise<void> => {
  const now = world.clock.now()
  if (!(await hasHistory(world)))
    await world.sql.begin(async (tx) => {
      const cast = await addCast(tx, now)
      const counts = { authors: cast.staff.length, agents: cast.agents.length }
      await writeAll(tx, cast, makeHistory(now.getTime(), counts))
      await beginRecount(tx, cast.business_id)
    })
  await drawAll({ ...world, sampleOf: () => SAMPLE })
}
