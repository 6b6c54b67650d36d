import type { Db } from '@podmoga/sql/sql'
import { listTopics } from '../handbook/handbook.sql.ts'
import type { Names } from './words.ts'

export interface JournalRow {
  id: string
  at: Date
  event: string
  person: string | null
  person_id: string | null
  subject: string | null
  subject_name: string | null
  ip: string | null
  session_id: string | null
  /** The API key used, with its name while the key exists. */
  key_id: string | null
  key_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether the entry has parts, which {@link JournalFilter.parts_of} selects. */
  has_parts: boolean
}

export interface JournalFilter {
  business_id: string
  /** Any of these events. */
  events: readonly string[] | null
  /** The author. */
  person_id: string | null
  /** The person affected. */
  whom: string | null
  from: Date | null
  to: Date | null
  /** Whole actions, all entries including parts, or the parts of one action by its id. */
  parts_of: 'wholes' | 'all' | { id: string }
}

const partsOf = (db: Db, { parts_of, business_id }: JournalFilter) =>
  parts_of === 'all'
    ? db``
    : parts_of === 'wholes'
      ? db`and not a.is_part`
      : db`and a.is_part and a.request_id = (
          select request_id from audit where id = ${parts_of.id} and business_id = ${business_id} and not is_part)`

/** A single event uses the index of events. */
const eventsOf = (db: Db, events: readonly string[] | null) => {
  if (events === null) return db``
  const [first, ...others] = events
  return others.length === 0
    ? db`and a.event = ${first ?? ''}`
    : db`and a.event = any(${[...events]}::text[])`
}

/** The journal of a business after a given entry, newest first, read along the index that fits the filter. */
export const listJournalRows = (
  db: Db,
  asked: JournalFilter & { after: string | null; limit: number },
): Promise<JournalRow[]> => db<JournalRow[]>`
  select a.id, a.at, a.event, a.subject, a.person_id, a.ip, a.session_id, a.key_id,
    (select k.name from api_keys k where k.id = a.key_id and k.business_id = a.business_id) as key_name,
    -- removes the names of erased people
    case when s.erased_at is null then a.before else a.before - 'name' end as before,
    case when s.erased_at is null then a.after else a.after - 'name' end as after,
    nullif(concat_ws(' ', p.first_name, p.last_name), '') as person,
    case split_part(a.subject, ' ', 1)
      when 'person' then nullif(concat_ws(' ', s.first_name, s.last_name), '')
      when 'restaurant' then (select r.name from restaurants r where r.id = split_part(a.subject, ' ', 2)::bigint)
      when 'ticket' then (select '№ ' || t.number from tickets t where t.id = split_part(a.subject, ' ', 2)::bigint)
      -- other subjects may be deleted: their name at the time
      else case when a.subject is not null then coalesce(a.after ->> 'name', a.before ->> 'name') end
    end as subject_name,
    not a.is_part and exists (
      select from audit part
      where part.is_part and part.business_id = a.business_id and part.request_id = a.request_id) as has_parts
  from audit a left join people p on p.id = a.person_id
    left join people s on s.id = case when a.subject like 'person %' then split_part(a.subject, ' ', 2)::bigint end
  where a.business_id = ${asked.business_id}
    ${partsOf(db, asked)}
    ${eventsOf(db, asked.events)}
    ${asked.person_id === null ? db`` : db`and a.person_id = ${asked.person_id}`}
    ${asked.whom === null ? db`` : db`and a.subject = ${`person ${asked.whom}`}`}
    ${asked.from === null ? db`` : db`and a.at >= ${asked.from}`}
    ${asked.to === null ? db`` : db`and a.at < ${asked.to}`}
    ${asked.after === null ? db`` : db`and (a.at, a.id) < (select at, id from audit where id = ${asked.after})`}
  order by a.at desc, a.id desc limit ${asked.limit}`

/** The names of a business's restaurants, people and topics, without erased people. */
export const namesOf = async (
  db: Db,
  {
    business_id,
    restaurants,
    people,
    topics,
  }: { business_id: string } & Record<keyof Names, readonly string[]>,
): Promise<Names> => {
  const rows = await db<{ id: string; name: string; of: 'restaurants' | 'people' }[]>`
    select id, name, 'restaurants' as of from restaurants
    where business_id = ${business_id} and id = any(${[...restaurants]}::bigint[])
    union all
    select id, concat_ws(' ', first_name, last_name), 'people' from people
    where id = any(${[...people]}::bigint[]) and erased_at is null`
  const named = (which: string) =>
    new Map(rows.flatMap(({ id, name, of }) => (of === which ? [[id, name] as const] : [])))
  const kinds = topics.length === 0 ? [] : (['module', 'payment'] as const)
  const handbook = await Promise.all(kinds.map((kind) => listTopics(db, { business_id, kind })))
  return {
    restaurants: named('restaurants'),
    people: named('people'),
    topics: new Map(handbook.flat().map(({ key, name }) => [key, name])),
  }
}
