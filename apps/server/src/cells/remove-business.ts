import pg from 'pg'
import { detachFiles } from '../files/stored-files.ts'
import { systemClock } from '../ports/clock.ts'
import { HOME } from './capture.ts'
import type { Cell } from './cell.ts'
import type { Table } from './describe.ts'
import { belongs, NEVER_REMOVED } from './tables.ts'

/**
 * Takes a business that has moved out of the cell that it has left, table by table: cut off, it is begun again. Files are
 * given up, and taken away by the sweep of the cell's server.
 */
export const removeBusiness = async (
  { sql }: Cell,
  client: pg.Client,
  tables: readonly Table[],
  listed: readonly string[],
): Promise<void> => {
  const ids = `'{${listed.join(',')}}'::bigint[]`
  await client.query(`set podmoga.moving = 'on'`)
  await client.query(`create table if not exists ${HOME}.left_files as
    select key from public.stored_files t where ${belongs('stored_files', 't', ids)}`)
  for (const { name } of tables.toReversed()) {
    if (NEVER_REMOVED.has(name) || name === 'stored_files') continue
    const table = `public.${pg.escapeIdentifier(name)}`
    const { rowCount } = await client.query(`delete from ${table} t where ${belongs(name, 't', ids)}`)
    // Foreign keys without an index look through the whole table for each row that goes: what is gone already must not be in it.
    if ((rowCount ?? 0) > 0) await client.query(`vacuum ${table}`)
  }
  const { rows } = await client.query<{ key: string }>(`select key from ${HOME}.left_files`)
  await detachFiles(
    sql,
    rows.map(({ key }) => key),
    systemClock.now(),
  )
  for (const id of listed) await client.query(`select pg_notify('business_settings', $1)`, [id])
  await client.query('reset podmoga.moving')
}
