import type { Db } from '../../db/sql.ts'

/**
 * Whether one person may have another's archive: it is their own, or they are an admin of that person's business and the
 * person is no operator. Nobody has the archive of whoever was forgotten, and no API key one after its end.
 */
export const mayHaveArchive = async (
  db: Db,
  {
    reader_id,
    person_id,
    key_id,
    now,
  }: { reader_id: string; person_id: string; key_id: string | null; now: Date },
): Promise<boolean> => {
  const rows = await db`
    select from people p
    where p.id = ${person_id} and p.erased_at is null and (p.id = ${reader_id} or (
      not exists (select from operators o where o.person_id = p.id)
      and exists (select from desk_members d
        where d.person_id = ${reader_id} and d.business_id = p.business_id and d.role = 'admin')))
      and (${key_id}::uuid is null or exists (select from api_keys k
        where k.id = ${key_id}::uuid and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})))`
  return rows.length > 0
}

/** The facts about a person, as they stand in their archive. */
export const findFacts = async (db: Db, person_id: string): Promise<Record<string, unknown> | undefined> => {
  const [row] = await db<Record<string, unknown>[]>`
    select p.first_name, p.last_name, p.email, p.email_verified_at, p.phone, p.phone_verified_at,
      p.country_code, p.region, p.created_at, p.joined_at, p.disabled_at, b.name as business,
      array(select r.name || case m.role when 'manager' then ' (управляющий)' else '' end
        from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = p.id order by r.id) as restaurants,
      array(select role from desk_members d where d.person_id = p.id order by role) as desk_roles
    from people p join businesses b on b.id = p.business_id where p.id = ${person_id}`
  return row
}

/** Where and when they came in. */
export const listAllSessions = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select created_at, last_seen_at, ended_at, end_reason, user_agent, ip from sessions
  where person_id = ${person_id} order by created_at limit 1000`

export const listFeedback = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select m.title as material, f.helpful, f.given_at from material_feedback f
    join materials m on m.id = f.material_id
  where f.person_id = ${person_id} order by f.given_at limit 10000`

/** What they left to the shifts after theirs. */
export const listHandedOver = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select r.name as restaurant, h.note, h.created_at, h.accepted_at from handovers h
    join restaurants r on r.id = h.restaurant_id
  where h.author_id = ${person_id} order by h.id limit 10000`

export interface WrittenRow {
  id: string
  ticket: number
  restaurant: string
  from_support: boolean
  text: string
  created_at: Date
  files: { file_key: string; file_name: string }[]
}

/** What the person wrote, from after a message on, in the order it was written. */
export const listWritten = (
  db: Db,
  asked: { person_id: string; after: string; limit: number },
): Promise<WrittenRow[]> => db<WrittenRow[]>`
  select m.id, t.number as ticket, r.name as restaurant, m.from_support, m.text, m.created_at,
    coalesce((select json_agg(json_build_object('file_key', a.file_key, 'file_name', a.file_name) order by a.place)
      from attachments a where a.message_id = m.id), '[]') as files
  from messages m join tickets t on t.id = m.ticket_id join restaurants r on r.id = t.restaurant_id
  where m.author_id = ${asked.person_id} and m.id > ${asked.after}
  order by m.id limit ${asked.limit}`

export const findPhoto = async (db: Db, person_id: string): Promise<string | null> => {
  const [row] = await db<{ image_key: string | null }[]>`select image_key from people where id = ${person_id}`
  return row?.image_key ?? null
}
