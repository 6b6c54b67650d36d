import type { ScanState } from '@podmoga/contract/scan'
import type { Db, TransactionSql } from '@podmoga/sql/sql'

export interface DeskIncidentRow {
  id: string
  business_id: string
  title: string
  text: string
  topics: string[]
  everywhere: boolean
  restaurants: { id: string; name: string }[]
  restaurant_groups: string[]
  since: Date
  until: Date | null
  count: number
  count_restaurants: number
  works: { yes: number; no: number }
  tickets: number
  material: string | null
}

const COLUMNS = (db: Db) => db`
  i.id, i.business_id, i.title, i.text, i.topics, i.everywhere, i.restaurant_groups, i.since, i.until, i.material_id as material,
  coalesce((select json_agg(json_build_object('id', r.id::text, 'name', r.name) order by r.name, r.id)
    from incident_restaurants x join restaurants r on r.id = x.restaurant_id where x.incident_id = i.id), '[]') as restaurants,
  taps.count, taps.count_restaurants, json_build_object('yes', taps.yes, 'no', taps.no) as works,
  (select count(*)::int from incident_tickets k where k.incident_id = i.id) as tickets`

/** SQL: what people have tapped about incident `i`; a person counts once, in however many restaurants. */
const TAPS = (db: Db) => db`
  cross join lateral (
    select count(distinct person_id)::int as count, count(distinct restaurant_id)::int as count_restaurants,
      count(distinct person_id) filter (where works)::int as yes,
      count(distinct person_id) filter (where not works)::int as no
    from incident_taps t where t.incident_id = i.id
  ) taps`

/** Returns a page of incidents: open ones first, then the newest. */
export const listIncidentRows = async (
  db: Db,
  { business_ids, page, page_size }: { business_ids: readonly string[]; page: number; page_size: number },
): Promise<{ rows: DeskIncidentRow[]; total_items: number }> => {
  const ours = [...business_ids]
  const [total] = await db<{ items: number }[]>`
    select count(*)::int as items from incidents where business_id = any(${ours}::bigint[])`
  const rows = await db<DeskIncidentRow[]>`
    select ${COLUMNS(db)} from (
      select * from incidents where business_id = any(${ours}::bigint[])
      order by until is not null, id desc limit ${page_size} offset ${(page - 1) * page_size}
    ) i ${TAPS(db)}
    order by i.until is not null, i.id desc`
  return { rows, total_items: total?.items ?? 0 }
}

interface Within {
  business_ids: readonly string[]
  incident_id: string
}

export const findIncident = async (db: Db, where: Within): Promise<DeskIncidentRow | undefined> => {
  const [row] = await db<DeskIncidentRow[]>`
    select ${COLUMNS(db)} from incidents i ${TAPS(db)}
    where i.id = ${where.incident_id} and i.business_id = any(${[...where.business_ids]}::bigint[])`
  return row
}

/** Finds an incident without an access check, for jobs whose access was checked earlier. */
export const findIncidentHead = async (
  db: Db,
  incident_id: string,
): Promise<{ business_id: string; title: string } | undefined> => {
  const [row] = await db<{ business_id: string; title: string }[]>`
    select business_id, title from incidents where id = ${incident_id}`
  return row
}

/** Locks an incident. Returns undefined if there is none within the scope. */
export const lockIncident = async (
  tx: TransactionSql,
  where: Within,
): Promise<
  { id: string; business_id: string; title: string; until: Date | null; everywhere: boolean } | undefined
> => {
  const [row] = await tx<
    { id: string; business_id: string; title: string; until: Date | null; everywhere: boolean }[]
  >`
    select id, business_id, title, until, everywhere from incidents
    where id = ${where.incident_id} and business_id = any(${[...where.business_ids]}::bigint[]) for update`
  return row
}

/** Returns the restaurants that it affects now; null: all of the business. */
export const restaurantsOf = async (
  db: Db,
  { id, everywhere }: { id: string; everywhere: boolean },
): Promise<string[] | null> => {
  if (everywhere) return null
  const rows = await db<{ restaurant_id: string }[]>`
    select restaurant_id from incident_restaurants where incident_id = ${id}
    union select r.id from incidents i join restaurants r on r.business_id = i.business_id
      and r.groups && i.restaurant_groups where i.id = ${id}`
  return rows.map(({ restaurant_id }) => restaurant_id)
}

/** Returns those of the groups that have an open restaurant of the business. */
export const ownGroups = async (
  db: Db,
  { business_id, groups }: { business_id: string; groups: readonly string[] },
): Promise<string[]> => {
  const rows = await db<{ name: string }[]>`
    select g.name from unnest(${[...groups]}::text[]) as g (name) where exists (select from restaurants r
      where r.business_id = ${business_id} and r.archived_at is null and g.name = any(r.groups))`
  return rows.map(({ name }) => name)
}

/** The open restaurants of businesses, with their groups. */
export const listRestaurantRows = (
  db: Db,
  business_ids: readonly string[],
): Promise<{ id: string; name: string; groups: string[] }[]> => db`
  select id, name, groups from restaurants
  where business_id = any(${[...business_ids]}::bigint[]) and archived_at is null order by name, id`

export const addIncident = async (
  tx: TransactionSql,
  row: {
    business_id: string
    title: string
    text: string
    topics: readonly string[]
    restaurant_ids: readonly string[]
    restaurant_groups: readonly string[]
    everywhere: boolean
    since: Date
    person_id: string
    now: Date
  },
): Promise<string> => {
  const [made] = await tx<{ id: string }[]>`
    insert into incidents (business_id, title, text, topics, everywhere, restaurant_groups, since, created_at, created_by)
    values (${row.business_id}, ${row.title}, ${row.text}, ${[...row.topics]}, ${row.everywhere},
      ${[...row.restaurant_groups]}::text[], ${row.since}, ${row.now}, ${row.person_id}) returning id`
  if (made === undefined) throw new Error('incident was not inserted')
  await tx`
    insert into incident_restaurants select ${made.id}::bigint, id from unnest(${[...row.restaurant_ids]}::bigint[]) id`
  return made.id
}

/** Adds an update to an incident; `update` and `end` are also queued for push notices. */
export const addUpdate = async (
  tx: TransactionSql,
  row: { incident_id: string; kind: 'begin' | 'update' | 'end'; text: string; person_id: string; now: Date },
): Promise<void> => {
  await tx`
    insert into incident_updates (incident_id, kind, text, at, person_id, told_to)
    values (${row.incident_id}, ${row.kind}, ${row.text}, ${row.now}, ${row.person_id},
      ${row.kind === 'begin' ? null : 0})`
  if (row.kind === 'end') await tx`update incidents set until = ${row.now} where id = ${row.incident_id}`
}

export const listUpdates = (
  db: Db,
  incident_id: string,
): Promise<{ kind: 'begin' | 'update' | 'end'; text: string; at: Date; author: string }[]> => db`
  select u.kind, u.text, u.at, coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), '№' || p.id) as author
  from incident_updates u join people p on p.id = u.person_id
  where u.incident_id = ${incident_id} order by u.id desc limit 200`

/** Links tickets to an incident; ids of other businesses' tickets are ignored. */
export const linkTickets = async (
  tx: Db,
  { incident_id, ids }: { incident_id: string; ids: readonly string[] },
): Promise<void> => {
  await tx`
    insert into incident_tickets (incident_id, ticket_id)
    select i.id, t.id from incidents i join tickets t on t.business_id = i.business_id and t.status <> 'merged'
    where i.id = ${incident_id} and t.id = any(${[...ids]}::bigint[])
    order by t.id on conflict do nothing`
}

export const unlinkTickets = async (
  tx: Db,
  { incident_id, ids }: { incident_id: string; ids: readonly string[] },
): Promise<void> => {
  await tx`
    delete from incident_tickets where incident_id = ${incident_id} and ticket_id = any(${[...ids]}::bigint[])`
}

export const markAnswered = async (
  tx: Db,
  { incident_id, ids, text, now }: { incident_id: string; ids: readonly string[]; text: string; now: Date },
): Promise<void> => {
  await tx`
    update incident_tickets set answered_at = ${now}, answer = ${text}
    where incident_id = ${incident_id} and ticket_id = any(${[...ids]}::bigint[])`
}

export const listLinked = async (db: Db, incident_id: string): Promise<string[]> => {
  const rows = await db<{ ticket_id: string }[]>`
    select ticket_id from incident_tickets where incident_id = ${incident_id} order by ticket_id limit 1000`
  return rows.map(({ ticket_id }) => ticket_id)
}

export interface GlanceRow {
  id: string
  number: number
  restaurant: string
  text: string
  is_open: boolean
  message_count: number
  created_at: Date
  answered_at: Date | null
}

/** Returns tickets with the beginning of each one's first message, and when each got the incident's answer. */
export const listGlances = (
  db: Db,
  { incident_id, ids }: { incident_id: string | null; ids: readonly string[] },
): Promise<GlanceRow[]> => db`
  select t.id, t.number, r.name as restaurant, left(m.text, 300) as text, t.status = 'awaiting_response' as is_open,
    t.message_count, t.created_at, k.answered_at
  from tickets t join restaurants r on r.id = t.restaurant_id
  join messages m on m.ticket_id = t.id and m.position = 1
  left join incident_tickets k on k.ticket_id = t.id and k.incident_id = ${incident_id}::bigint
  where t.id = any(${[...ids]}::bigint[]) and t.status <> 'merged'`

export interface TextRow {
  restaurant: string
  text: string
  at: Date
  files: {
    id: string
    file_key: string
    file_name: string
    content_type: string
    size: number
    scan: ScanState | null
  }[]
}

/** Returns the newest texts and photos that staff have added. */
export const listTexts = (db: Db, incident_id: string): Promise<TextRow[]> => db`
  select r.name as restaurant, coalesce(t.text, '') as text, t.at, f.files from (
    select * from incident_taps t where t.incident_id = ${incident_id} and (t.text is not null or exists (
      select from incident_tap_files f where f.incident_id = t.incident_id and f.restaurant_id = t.restaurant_id
        and f.person_id = t.person_id))
    order by t.at desc limit 50
  ) t join restaurants r on r.id = t.restaurant_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', f.id, 'file_key', f.file_key, 'file_name', f.file_name,
      'content_type', f.content_type, 'size', f.size,
      'scan', (select s.scan from stored_files s where s.key = f.file_key))), '[]') as files
    from incident_tap_files f where f.incident_id = t.incident_id and f.restaurant_id = t.restaurant_id
      and f.person_id = t.person_id
  ) f order by t.at desc`

export const setMaterial = async (tx: Db, incident_id: string, material_id: string): Promise<void> => {
  await tx`update incidents set material_id = ${material_id} where id = ${incident_id}`
}

/** Returns the number of taps by restaurant, largest first, for the report. */
export const listTapped = (db: Db, incident_id: string): Promise<{ name: string; count: number }[]> => db`
  select r.name, count(*)::int as count from incident_taps t join restaurants r on r.id = t.restaurant_id
  where t.incident_id = ${incident_id} group by r.id order by count(*) desc, r.name limit 200`

/** Returns the distinct answers that were sent to its tickets, as written, without placeholders filled in. */
export const listAnswers = async (db: Db, incident_id: string): Promise<string[]> => {
  const rows = await db<{ text: string }[]>`
    select coalesce(k.answer, m.text) as text
    from incident_tickets k left join messages m on k.answer is null and m.ticket_id = k.ticket_id and m.from_support
      and m.created_at >= k.answered_at
    where k.incident_id = ${incident_id} and coalesce(k.answer, m.text) is not null
    group by 1 order by min(k.answered_at) limit 20`
  return rows.map(({ text }) => text)
}

/** Counts the people who tapped incidents, each with the business that may know the number. */
export const listCounts = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; business_id: string; count: number }[]> => db`
  select i.id, i.business_id, (select count(distinct t.person_id)::int from incident_taps t where t.incident_id = i.id) as count
  from incidents i where i.id = any(${[...ids]}::bigint[])`
