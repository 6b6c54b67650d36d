import type { Known } from '@podmoga/contract/desk/placeholders'
import type { Db } from '@podmoga/sql/sql'

/** Values for the placeholders of a text about the ticket. */
export const findKnown = async (db: Db, ticket_id: string): Promise<Known> => {
  const [row] = await db<{ first_name: string | null; restaurant: string; number: number }[]>`
    select p.first_name, r.name as restaurant, t.number
    from tickets t join people p on p.id = t.author_id join restaurants r on r.id = t.restaurant_id
    where t.id = ${ticket_id}`
  return { имя: row?.first_name, ресторан: row?.restaurant, номер: row && String(row.number) }
}
