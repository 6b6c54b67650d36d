import type { Db } from '@podmoga/sql/sql'

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
  /** Of the API key that it came with, and its name while there is such a key. */
  key_id: string | null
  key_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface JournalFilter {
  business_id: string
  event: string | null
  /** Who did it. */
  person_id: string | null
  /** To which person it was done. */
  whom: string | null
  from: Date | null
  to: Date | null
}

/** The journal of a business from after an entry: the newest first, along the index of what is asked for. */
export const listJournalRows = (
  db: Db,
  asked: JournalFilter & { after: string | null; limit: number },
): Promise<JournalRow[]> => db<JournalRow[]>`
  select a.id, a.at, a.event, a.subject, a.person_id, a.ip, a.session_id, a.key_id,
    (select k.name from api_keys k where k.id = a.key_id and k.business_id = a.business_id) as key_name,
    -- whoever was forgotten is not named by what was written before
    case when s.erased_at is null then a.before else a.before - 'name' end as before,
    case when s.erased_at is null then a.after else a.after - 'name' end as after,
    nullif(concat_ws(' ', p.first_name, p.last_name), '') as person,
    case split_part(a.subject, ' ', 1)
      when 'person' then nullif(concat_ws(' ', s.first_name, s.last_name), '')
      when 'restaurant' then (select r.name from restaurants r where r.id = split_part(a.subject, ' ', 2)::bigint)
    end as subject_name
  from audit a left join people p on p.id = a.person_id
    left join people s on s.id = case when a.subject like 'person %' then split_part(a.subject, ' ', 2)::bigint end
  where a.business_id = ${asked.business_id}
    ${asked.event === null ? db`` : db`and a.event = ${asked.event}`}
    ${asked.person_id === null ? db`` : db`and a.person_id = ${asked.person_id}`}
    ${asked.whom === null ? db`` : db`and a.subject = ${`person ${asked.whom}`}`}
    ${asked.from === null ? db`` : db`and a.at >= ${asked.from}`}
    ${asked.to === null ? db`` : db`and a.at < ${asked.to}`}
    ${asked.after === null ? db`` : db`and (a.at, a.id) < (select at, id from audit where id = ${asked.after})`}
  order by a.at desc, a.id desc limit ${asked.limit}`

/** The names of a business's restaurants by their ids. */
export const namesOfRestaurants = async (
  db: Db,
  { business_id, ids }: { business_id: string; ids: readonly string[] },
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from restaurants where business_id = ${business_id} and id = any(${[...ids]}::bigint[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
