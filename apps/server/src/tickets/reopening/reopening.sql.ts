import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { TakeAlong } from '../../module.ts'

export interface ClosingRow {
  number: number
  closed_at: Date
  /** null: unknown. */
  closed_by: string | null
}

/** When a processed ticket was closed, and by whom. */
export const findClosing = async (db: Db, ticket_id: string): Promise<ClosingRow> => {
  const [row] = await db<ClosingRow[]>`
    select t.number, coalesce(t.closed_at, t.last_message_at) as closed_at, (
      select l.person_id from ticket_log l where l.ticket_id = t.id and l.act = 'closed' order by l.id desc limit 1
    ) as closed_by
    from tickets t where t.id = ${ticket_id}`
  if (row === undefined) throw new Error(`there is no ticket ${ticket_id}`)
  return row
}

export const addReopening = async (
  tx: TransactionSql,
  row: { ticket_id: string; person_id: string; closed_at: Date; closed_by: string | null; now: Date },
): Promise<void> => {
  await tx`
    insert into ticket_reopenings (ticket_id, person_id, created_at, closed_at, closed_by)
    values (${row.ticket_id}, ${row.person_id}, ${row.now}, ${row.closed_at}, ${row.closed_by})`
}

export const takeReopenings: TakeAlong = async (tx, ticket_ids) => {
  await tx`delete from ticket_reopenings where ticket_id = any(${[...ticket_ids]}::bigint[])`
  return []
}

/** Tickets that a person has reopened, for their archive; the texts are among their messages. */
export const listReopened = (db: Db, person_id: string): Promise<Record<string, unknown>[]> => db<
  Record<string, unknown>[]
>`
  select t.number as ticket, o.created_at from ticket_reopenings o join tickets t on t.id = o.ticket_id
  where o.person_id = ${person_id} order by o.id limit 10000`
