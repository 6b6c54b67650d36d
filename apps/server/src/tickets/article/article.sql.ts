import type { TransactionSql } from '@podmoga/sql/sql'
import type { ArticleMessage } from './words.ts'

/** A longer conversation would not make an article. */
const MOST_MESSAGES = 200
const MOST_NAMES = 1000

/** The messages of a ticket, and the names of people that may appear in them. */
export const findMessages = async (
  tx: TransactionSql,
  ticket_id: string,
): Promise<{ business_id: string; messages: ArticleMessage[]; names: string[]; files: number }> => {
  const [ticket] = await tx<{ business_id: string; files: number }[]>`
    select business_id, (
      select count(*)::int from messages m join attachments a on a.message_id = m.id where m.ticket_id = t.id
    ) as files
    from tickets t where id = ${ticket_id}`
  if (ticket === undefined) throw new Error(`there is no ticket ${ticket_id}`)
  const messages = await tx<ArticleMessage[]>`
    select text, from_support from messages where ticket_id = ${ticket_id} and not is_automatic order by position limit ${MOST_MESSAGES}`
  const names = await tx<{ name: string }[]>`
    select distinct name from (
      select p.first_name, p.last_name from messages m join people p on p.id = m.author_id
      where m.ticket_id = ${ticket_id}
      union
      select p.first_name, p.last_name from tickets t join memberships s on s.restaurant_id = t.restaurant_id
        join people p on p.id = s.person_id
      where t.id = ${ticket_id}
      union
      select p.first_name, p.last_name from desk_members d join people p on p.id = d.person_id
      where d.business_id = ${ticket.business_id}
    ) them, unnest(array[first_name, last_name]) name
    where name is not null limit ${MOST_NAMES}`
  return { ...ticket, messages, names: names.map(({ name }) => name) }
}
