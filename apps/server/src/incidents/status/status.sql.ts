import type { Db } from '@podmoga/sql/sql'

const KEPT_DAYS = 7

export interface StatusRow {
  title: string
  text: string
  since: Date
  until: Date | null
  updates: { at: string; text: string }[]
}

/** Finds the business of a network. */
export const findNetwork = async (
  db: Db,
  network: string,
): Promise<{ id: string; name: string } | undefined> => {
  const [row] = await db<{ id: string; name: string }[]>`
    select id, name from businesses where network = ${network}`
  return row
}

/** Lists open incidents of a business and those that ended within a week, without names of restaurants or people. */
export const listStatus = (db: Db, business_id: string, now: Date): Promise<StatusRow[]> => db`
  select i.title, i.text, i.since, i.until,
    coalesce((select json_agg(json_build_object('at', u.at, 'text', u.text) order by u.id desc)
      from incident_updates u where u.incident_id = i.id and u.kind <> 'begin'), '[]') as updates
  from incidents i where i.business_id = ${business_id}
    and (i.until is null or i.until > ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)})
  order by i.until is not null, i.id desc limit 50`
