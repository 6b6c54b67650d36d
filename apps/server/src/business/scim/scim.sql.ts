import type { Db } from '@podmoga/sql/sql'
import type { Forget } from '../../module.ts'

/** A person as visible to a directory. */
export interface ScimRow {
  id: string
  external_id: string | null
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
  created_at: Date
  disabled_at: Date | null
}

/** Search criteria of a directory; empty: all people. */
export interface ScimFilter {
  email?: string | null
  phone?: string | null
  external_id?: string
  id?: string
}

const columns = (db: Db) => db`
  p.id, s.external_id, p.email, p.phone, p.first_name, p.last_name, p.created_at, p.disabled_at`

const matching = (db: Db, { email, phone, external_id, id }: ScimFilter) =>
  id !== undefined
    ? db`and p.id = ${id}::bigint`
    : external_id !== undefined
      ? db`and s.external_id = ${external_id}`
      : email !== undefined || phone !== undefined
        ? db`and (lower(p.email) = lower(${email ?? null}) or p.phone = ${phone ?? null})`
        : db``

/** One page of a business's people by id, and their total number, without people deleted by the directory. */
export const listScimRows = async (
  db: Db,
  asked: { business_id: string; filter: ScimFilter; offset: number; limit: number },
): Promise<{ rows: ScimRow[]; total: number }> => {
  const from = db`
    from people p left join scim_people s on s.person_id = p.id
    where p.business_id = ${asked.business_id} and s.deleted_at is null and p.erased_at is null
      ${matching(db, asked.filter)}`
  const rows = await db<ScimRow[]>`
    select ${columns(db)} ${from} order by p.id offset ${asked.offset} limit ${asked.limit}`
  const [count] = await db<{ total: number }[]>`select count(*)::int as total ${from}`
  return { rows, total: count?.total ?? 0 }
}

/** A person deleted by the directory who has one of these addresses. */
export const findGivenUp = async (
  db: Db,
  { business_id, email, phone }: { business_id: string; email: string | null; phone: string | null },
): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    select p.id from people p join scim_people s on s.person_id = p.id
    where p.business_id = ${business_id} and s.deleted_at is not null and p.erased_at is null
      and (lower(p.email) = lower(${email}) or p.phone = ${phone})
    for no key update of p`
  return row?.id
}

/** Stores the directory's id of a person. Throws 23505 (unique violation) if another person has it. */
export const keepScimPerson = async (
  db: Db,
  one: { person_id: string; business_id: string; external_id: string | null; deleted_at: Date | null },
): Promise<void> => {
  await db`
    insert into scim_people (person_id, business_id, external_id, deleted_at)
    values (${one.person_id}, ${one.business_id}, ${one.external_id}, ${one.deleted_at})
    on conflict (person_id) do update set external_id = excluded.external_id, deleted_at = excluded.deleted_at`
}

export const forgetScimPerson: Forget = async (tx, { person_id }) => {
  await tx`delete from scim_group_members where person_id = ${person_id}`
  await tx`delete from scim_people where person_id = ${person_id}`
  return []
}
