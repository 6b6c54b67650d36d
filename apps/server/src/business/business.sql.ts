import type { Db } from '@podmoga/sql/sql'

export const findBusinessName = async (db: Db, business_id: string): Promise<string> => {
  const [row] = await db<{ name: string }[]>`select name from businesses where id = ${business_id}`
  if (row === undefined) throw new Error('the business has no row')
  return row.name
}

/** What is really there of what a new owner does first. */
export const findProgress = async (
  db: Db,
  business_id: string,
): Promise<{ people: boolean; restaurants: boolean; knowledge: boolean; install: boolean }> => {
  const [row] = await db<{ people: boolean; restaurants: boolean; knowledge: boolean; install: boolean }[]>`
    select
      (select count(*) from (select from people where business_id = ${business_id} limit 2) as p) > 1 as people,
      (select count(*) from (select from restaurants where business_id = ${business_id} and archived_at is null
        limit 2) as r) > 1 as restaurants,
      exists (select from sections where business_id = ${business_id}) as knowledge,
      exists (select from sessions s join people p on p.id = s.person_id
        where p.business_id = ${business_id} and s.user_agent ~ 'Mobile|Android|iPhone') as install`
  if (row === undefined) throw new Error('a query without a row')
  return row
}

/** Whether a business has this network. */
export const findBusinessOf = async (db: Db, network: string): Promise<boolean> => {
  const [row] = await db`select from businesses where network = ${network}`
  return row !== undefined
}
