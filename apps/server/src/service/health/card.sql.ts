import type { Db } from '@podmoga/sql/sql'

const MANAGERS = 20
const DAY_MS = 24 * 3_600_000
const RECENT_MS = 90 * DAY_MS

/** A restaurant, limited to businesses that the agent serves. */
export interface CardScope {
  business_ids: readonly string[]
  restaurant_id: string
}

export interface CardRow {
  id: string
  business_id: string
  name: string
  timezone: string
  hours: string[] | null
  city: string | null
  chain: string | null
  groups: string[]
  archived_at: Date | null
}

export const findCardRow = async (
  db: Db,
  { business_ids, restaurant_id }: CardScope,
): Promise<CardRow | undefined> => {
  const [row] = await db<CardRow[]>`
    select id, business_id, name, timezone, hours, city, chain, groups, archived_at from restaurants
    where id = ${restaurant_id} and business_id = any(${[...business_ids]}::bigint[])`
  return row
}

const NAME = (db: Db) => db`nullif(trim(concat_ws(' ', p.first_name, p.last_name)), '')`

export const listManagers = (
  db: Db,
  restaurant_id: string,
): Promise<{ id: string; name: string | null; phone: string | null; email: string | null }[]> => db`
  select p.id, ${NAME(db)} as name, p.phone, p.email
  from memberships m join people p on p.id = m.person_id
  where m.restaurant_id = ${restaurant_id} and m.role = 'manager' and m.state <> 'disabled' and p.erased_at is null
  order by m.sort_name collate "C", p.id limit ${MANAGERS}`

export interface CardDeviceRow {
  id: string
  name: string
  kind: string
  model: string
  serial: string
  place: string
  recent: number
}

export const listCardDevices = (
  db: Db,
  { restaurant_id, now }: { restaurant_id: string; now: Date },
): Promise<CardDeviceRow[]> => db<CardDeviceRow[]>`
  select d.id, d.name, d.kind, d.model, d.serial, d.place, (
    select count(distinct surviving_ticket(t.id))::int from device_tickets l join tickets t on t.id = l.ticket_id
    where l.device_id = d.id and t.created_at >= ${new Date(now.getTime() - RECENT_MS)}
  ) as recent
  from devices d where d.restaurant_id = ${restaurant_id} and d.archived_at is null
  order by recent desc, d.name, d.id`

export interface NoteRow {
  text: string
  version: number
  author_name: string | null
  changed_at: Date | null
}
const NONE: NoteRow = { text: '', version: 0, author_name: null, changed_at: null }

export const findNote = async (db: Db, restaurant_id: string): Promise<NoteRow> => {
  const [row] = await db<NoteRow[]>`
    select n.text, n.version, ${NAME(db)} as author_name, n.changed_at
    from restaurant_notes n left join people p on p.id = n.changed_by
    where n.restaurant_id = ${restaurant_id}`
  return row ?? NONE
}

/** Replaces the note of this version. Returns the new version; undefined if the note has changed meanwhile. */
export const writeNote = async (
  db: Db,
  note: {
    restaurant_id: string
    text: string
    version: number
    person_id: string
    now: Date
  },
): Promise<number | undefined> => {
  const { restaurant_id, text, version, person_id, now } = note
  const [row] = await db<{ version: number }[]>`
    insert into restaurant_notes as n (restaurant_id, text, version, changed_by, changed_at)
    select ${restaurant_id}, ${text}, 1, ${person_id}, ${now} where ${version}::int = 0
    on conflict do nothing returning version`
  if (row !== undefined) return row.version
  const [changed] = await db<{ version: number }[]>`
    update restaurant_notes set text = ${text}, version = version + 1, changed_by = ${person_id}, changed_at = ${now}
    where restaurant_id = ${restaurant_id} and version = ${version} returning version`
  return changed?.version
}
