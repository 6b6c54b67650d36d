import type { Db } from '@podmoga/sql/sql'

export const findBusinessName = async (db: Db, business_id: string): Promise<string> => {
  const [row] = await db<{ name: string }[]>`select name from businesses where id = ${business_id}`
  if (row === undefined) throw new Error('the business has no row')
  return row.name
}

/** What a new owner has already done of the first steps. */
interface Progress {
  people: boolean
  restaurants: boolean
  knowledge: boolean
  install: boolean
  both: boolean
  cook_at: string | null
}

export const findProgress = async (
  db: Db,
  { business_id, person_id }: { business_id: string; person_id: string },
): Promise<Progress> => {
  const [row] = await db<Progress[]>`
    select
      (select count(*) from (select from people where business_id = ${business_id} limit 2) as p) > 1 as people,
      -- a single café is complete once its hours are set
      (select count(*) > 1 or bool_or(has_hours) from (
        select hours is not null as has_hours from restaurants
        where business_id = ${business_id} and archived_at is null limit 2) as r) is true as restaurants,
      exists (select from sections where business_id = ${business_id}) as knowledge,
      exists (select from sessions s join people p on p.id = s.person_id
        where p.business_id = ${business_id} and s.user_agent ~ 'Mobile|Android|iPhone') as install,
      exists (select from tickets t join messages m on m.ticket_id = t.id
        where t.business_id = ${business_id} and m.from_support) as both,
      (select m.restaurant_id from memberships m join restaurants r on r.id = m.restaurant_id
        where m.person_id = ${person_id} and r.business_id = ${business_id} and r.archived_at is null
          and m.state = 'active'
        order by r.id limit 1) as cook_at`
  if (row === undefined) throw new Error('a query without a row')
  return row
}

/** Whether a business with this network exists. */
export const findBusinessOf = async (db: Db, network: string): Promise<boolean> => {
  const [row] = await db`select from businesses where network = ${network}`
  return row !== undefined
}

export const findNetwork = async (db: Db, business_id: string): Promise<string | null> => {
  const [row] = await db<
    { network: string | null }[]
  >`select network from businesses where id = ${business_id}`
  return row?.network ?? null
}

/** The last journal entry of an event about a subject, with its author; `name` is null if the author was erased. */
export const findLastEntry = async (
  db: Db,
  { business_id, event, subject }: { business_id: string; event: string; subject: string },
) => {
  const [row] = await db<{ person_id: string | null; name: string | null; after: object | null }[]>`
    select a.person_id, a.after, nullif(concat_ws(' ', p.first_name, p.last_name), '') as name
    from audit a left join people p on p.id = a.person_id and p.erased_at is null
    where a.business_id = ${business_id} and a.subject = ${subject} and a.event = ${event}
    order by a.at desc, a.id desc limit 1`
  return row
}
