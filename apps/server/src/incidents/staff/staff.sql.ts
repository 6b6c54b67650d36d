import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { StoredFile } from '../../http/uploads.ts'
import { TOUCHES } from '../touches.sql.ts'

/** How long after its end an incident is still shown. */
const SHOWN_MS = 3_600_000
/** How long after the end «И у нас» is accepted, for taps made offline. */
const LATE_MS = 24 * 3_600_000
const SHOWN_UPDATES = 20
const MOST = 20
/** Maximum length of a person's text; the end is kept. */
const WORDS_MAX = 2000

export interface StaffIncidentRow {
  id: string
  title: string
  text: string
  since: Date
  until: Date | null
  is_mine: boolean
  works: boolean | null
  said: { text: string | null; files: number } | null
  count: number
  updates: { at: string; text: string }[]
}

interface Reader {
  business_id: string
  restaurant_id: string
  person_id: string
}

/** Lists incidents that affect a restaurant and are open or have just ended, newest first. */
export const listTouching = (db: Db, who: Reader, now: Date): Promise<StaffIncidentRow[]> => db`
  select i.id, i.title, i.text, i.since, i.until, mine.person_id is not null as is_mine, mine.works,
    case when mine.text is not null or mine.files > 0
      then json_build_object('text', mine.text, 'files', mine.files) end as said,
    (select count(distinct t.person_id)::int from incident_taps t where t.incident_id = i.id) as count,
    coalesce((select json_agg(json_build_object('at', u.at, 'text', u.text) order by u.id desc) from (
      select * from incident_updates where incident_id = i.id and kind <> 'begin'
      order by id desc limit ${SHOWN_UPDATES}) u), '[]') as updates
  from incidents i left join lateral (
    select t.person_id, t.works, t.text, (select count(*)::int from incident_tap_files f
      where f.incident_id = t.incident_id and f.restaurant_id = t.restaurant_id
        and f.person_id = t.person_id) as files
    from incident_taps t where t.incident_id = i.id
      and t.restaurant_id = ${who.restaurant_id} and t.person_id = ${who.person_id}) mine on true
  where i.business_id = ${who.business_id}
    and (i.until is null or i.until > ${new Date(now.getTime() - SHOWN_MS)})
    and ${TOUCHES(db, who.restaurant_id)}
  order by i.id desc limit ${MOST}`

export interface Tapped extends Reader {
  incident_id: string
  /** null: none, or the same as before. */
  text: string | null
  /** Appends to the person's earlier text instead of replacing it. */
  is_more?: boolean
  now: Date
}

/** Records «И у нас», once per person and restaurant. Returns false if there is no such incident in the restaurant. */
export const tap = async (db: Db, by: Tapped): Promise<boolean> => {
  const [row] = await db<{ is_found: boolean }[]>`
    with incident as (
      select i.id from incidents i where i.id = ${by.incident_id} and i.business_id = ${by.business_id}
        and (i.until is null or i.until > ${new Date(by.now.getTime() - LATE_MS)})
        and ${TOUCHES(db, by.restaurant_id)}
    ), tapped as (
      insert into incident_taps as t (incident_id, restaurant_id, person_id, at, text)
      select id, ${by.restaurant_id}::bigint, ${by.person_id}::bigint, ${by.now}::timestamptz, ${by.text}::text
      from incident
      on conflict (incident_id, restaurant_id, person_id) do update
        set text = case when ${by.is_more === true} and t.text is not null
          then right(t.text || E'\\n' || excluded.text, ${WORDS_MAX}) else excluded.text end
        where excluded.text is not null
    )
    select exists (select from incident) as is_found`
  return row?.is_found === true
}

/** Undoes «И у нас» and deletes what was added to it. Returns the keys of detached files; null if not found. */
export const untap = async (
  tx: TransactionSql,
  by: Omit<Tapped, 'text' | 'is_more'>,
): Promise<string[] | null> => {
  const [found] = await tx`
    select 1 from incidents i where i.id = ${by.incident_id} and i.business_id = ${by.business_id}
      and ${TOUCHES(tx, by.restaurant_id)}`
  if (found === undefined) return null
  const files = await tx<{ file_key: string }[]>`
    delete from incident_tap_files where incident_id = ${by.incident_id} and restaurant_id = ${by.restaurant_id}
      and person_id = ${by.person_id} returning file_key`
  await tx`
    delete from incident_taps where incident_id = ${by.incident_id} and restaurant_id = ${by.restaurant_id}
      and person_id = ${by.person_id}`
  return files.map(({ file_key }) => file_key)
}

export const addTapFiles = async (
  tx: TransactionSql,
  { incident_id, restaurant_id, person_id }: Tapped,
  files: readonly StoredFile[],
): Promise<void> => {
  if (files.length === 0) return
  const rows = files.map(({ key, file_name, content_type, size }) => ({
    incident_id,
    restaurant_id,
    person_id,
    file_key: key,
    file_name,
    content_type,
    size,
  }))
  await tx`insert into incident_tap_files ${tx(rows)}`
}

/** Records whether it works again for a person. Returns false if they have not tapped, or the incident has not ended. */
export const sayWorks = async (
  db: Db,
  by: Reader & { incident_id: string; works: boolean },
): Promise<boolean> => {
  const rows = await db`
    update incident_taps t set works = ${by.works} from incidents i
    where i.id = t.incident_id and i.business_id = ${by.business_id} and i.until is not null
      and t.incident_id = ${by.incident_id} and t.restaurant_id = ${by.restaurant_id}
      and t.person_id = ${by.person_id} returning 1`
  return rows.length > 0
}
