import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Sql } from '@podmoga/sql/sql'

/** Refuses a database that a server is using: its writes meanwhile would be lost. */
export const refuseOthers = async (sql: Sql): Promise<void> => {
  const [row] = await sql<{ others: number }[]>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = 'podmoga'`
  if (row !== undefined && row.others > 0)
    throw new StartError('С этой базой сейчас работает сервер приложения. Остановите его и повторите.')
}
