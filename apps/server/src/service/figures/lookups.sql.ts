import type { Db, Sql } from '@podmoga/sql/sql'
import type { Leaver } from '../../module.ts'
import { addToPeriods, type Counted, lockPeriods } from './periods.sql.ts'

const PORTION = 500
/** If a person creates no ticket within this time after a search, the search made the ticket unnecessary. */
const WAIT = '24 hours'

/** Records a search of the articles. All searches of a person within a day count as one look-up. */
export const addLookup = async (
  db: Db,
  look: {
    business_id: string
    restaurant_id: string
    person_id: string
    at: Date
    day: string
    hour: number
  },
): Promise<void> => {
  await db`
    insert into figure_lookups (business_id, restaurant_id, person_id, at, day, hour)
    select ${look.business_id}, ${look.restaurant_id}, ${look.person_id}, ${look.at}, ${look.day}, ${look.hour}
    where not exists (
      select from figure_lookups where person_id = ${look.person_id} and restaurant_id = ${look.restaurant_id}
        and at > ${look.at}::timestamptz - ${WAIT}::interval)`
}

/** Settles look-ups older than a day: counts whether a ticket followed, and clears the person. */
export const settleLookups = async (sql: Sql, now: Date): Promise<void> => {
  for (;;) {
    const settled = await sql.begin(async (tx) => {
      const rows = await tx<(Omit<Counted, 'what' | 'minutes'> & { deflected: boolean })[]>`
        with due as (
          select id from figure_lookups where deflected is null and at < ${now}::timestamptz - ${WAIT}::interval
          order by id limit ${PORTION} for update skip locked
        )
        update figure_lookups l set person_id = null, deflected = not exists (
          select from tickets t where t.author_id = l.person_id and t.restaurant_id = l.restaurant_id
            and t.created_at >= l.at and t.created_at < l.at + ${WAIT}::interval)
        from due where l.id = due.id
        returning l.business_id, l.restaurant_id, to_char(l.day, 'YYYY-MM-DD') as day, l.hour, l.deflected`
      const looked = rows.map((row) => ({ ...row, what: 'looked', minutes: 0 }))
      const deflected = looked.filter((row) => row.deflected).map((row) => ({ ...row, what: 'deflected' }))
      for (const id of [...new Set(rows.map(({ business_id }) => business_id))].toSorted())
        await lockPeriods(tx, id)
      await addToPeriods(tx, [...looked, ...deflected])
      return rows.length
    })
    if (settled < PORTION) return
  }
}

/** Deletes a person's look-ups that are not settled yet. */
export const forgetLookups = async (tx: Db, { person_id }: Leaver): Promise<readonly string[]> => {
  await tx`delete from figure_lookups where person_id = ${person_id}`
  return []
}
