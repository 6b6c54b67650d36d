import type { Db } from '@podmoga/sql/sql'

/** Returns whether a person has subscribed to the letter, and their confirmed address, if any. */
export const findLetter = async (
  db: Db,
  { person_id, business_id }: { person_id: string; business_id: string },
): Promise<{ is_wanted: boolean; email: string | null }> => {
  const [row] = await db<{ is_wanted: boolean; email: string | null }[]>`
    select exists (select from figure_letters where person_id = p.id and business_id = ${business_id}) as is_wanted,
      case when p.email_verified_at is not null then p.email end as email
    from people p where p.id = ${person_id}`
  return row ?? { is_wanted: false, email: null }
}

/** Subscribes a person. The first letter is that of the week after `week` (a Monday). */
export const wantLetter = async (
  db: Db,
  { person_id, business_id, week }: { person_id: string; business_id: string; week: string },
): Promise<void> => {
  await db`
    insert into figure_letters (person_id, business_id, sent_week) values (${person_id}, ${business_id}, ${week})
    on conflict do nothing`
}

export const dropLetters = async (
  db: Db,
  { person_id, business_id }: { person_id: string; business_id: string | null },
): Promise<void> => {
  await db`
    delete from figure_letters
    where person_id = ${person_id} and (${business_id}::bigint is null or business_id = ${business_id}::bigint)`
}

/** Lists businesses that have subscribers and are fully counted. */
export const listWanting = async (db: Db): Promise<string[]> => {
  const rows = await db<{ business_id: string }[]>`
    select distinct business_id from figure_letters join figure_cursors using (business_id)
    where is_built and (walked_to is null or is_check) order by 1`
  return rows.map(({ business_id }) => business_id)
}

/** Takes the next subscriber for a week's letter. `email` null: no confirmed address, or no longer an administrator. */
export const takeLetter = async (
  tx: Db,
  { business_id, week }: { business_id: string; week: string },
): Promise<{ person_id: string; email: string | null } | undefined> => {
  const [row] = await tx<{ person_id: string; email: string | null }[]>`
    update figure_letters l set sent_week = ${week}
    from people p
    where p.id = l.person_id and (l.person_id, l.business_id) = (
        select person_id, business_id from figure_letters where business_id = ${business_id} and sent_week < ${week}::date
        order by person_id limit 1 for update skip locked)
    returning l.person_id, case when p.email_verified_at is not null and p.disabled_at is null and exists (
        select from desk_members d where d.person_id = p.id and d.business_id = l.business_id and d.role = 'admin')
      then p.email end as email`
  return row
}
