import type { Db } from '@podmoga/sql/sql'
import type { Forget, TakeAlong } from '../module.ts'

/** Deletes a person's taps with their texts and files; updates written by support are kept. */
export const forgetTaps: Forget = async (tx, { person_id }) => {
  const files = await tx<{ file_key: string }[]>`
    delete from incident_tap_files where person_id = ${person_id} returning file_key`
  await tx`delete from incident_taps where person_id = ${person_id}`
  return files.map(({ file_key }) => file_key)
}

export const takeLinks: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from incident_tickets where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}

/** Returns a person's taps for their data export. */
export const listOwnTaps = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select i.title as incident, r.name as restaurant, t.at, t.text, t.works,
    array(select f.file_name from incident_tap_files f where f.incident_id = t.incident_id
      and f.restaurant_id = t.restaurant_id and f.person_id = t.person_id) as files
  from incident_taps t join incidents i on i.id = t.incident_id join restaurants r on r.id = t.restaurant_id
  where t.person_id = ${person_id} order by t.at limit 10000`
