import type { TransactionSql } from '@podmoga/sql/sql'
import { isRowId } from '../../http/refuse.ts'
import { addMessage } from '../tickets.write.sql.ts'
import { lockMany } from './bulk.sql.ts'

interface Answered {
  id: string
  number: number
  fate: 'done' | 'ticket_closed' | 'not_found'
  /** With the answer. */
  message_count: number
}

/** Support says the same in many tickets, to each of them as its own; one that cannot be answered holds up no other. */
export type AnswerMany = typeof answerMany
export const answerMany = async (
  tx: TransactionSql,
  asked: {
    business_ids: readonly string[]
    ids: readonly string[]
    person_id: string
    text: string
    now: Date
  },
): Promise<Answered[]> => {
  const { business_ids, person_id, text, now } = asked
  const ids = [...new Set(asked.ids)]
  const rows = new Map(
    (await lockMany(tx, { business_ids, ids: ids.filter(isRowId) })).map((row) => [row.id, row]),
  )
  for (const { id, status } of rows.values())
    if (status !== 'processed')
      await addMessage(tx, { ticket_id: id, author_id: person_id, from_support: true, text, now }, [])
  const counts = await tx<{ id: string; message_count: number }[]>`
    select id, message_count from tickets where id = any(${[...rows.keys()]}::bigint[])`
  const countOf = new Map(counts.map(({ id, message_count }) => [id, message_count]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (row === undefined) return { id, number: 0, fate: 'not_found' as const, message_count: 0 }
    const fate = row.status === 'processed' ? ('ticket_closed' as const) : ('done' as const)
    return { id, number: row.number, fate, message_count: countOf.get(id) ?? 0 }
  })
}
