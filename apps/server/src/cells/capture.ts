import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Db } from '@podmoga/sql/sql'
import pg from 'pg'
import type { Table } from './describe.ts'
import { belongs } from './tables.ts'

/** The schema, in the database that a business leaves, in which a move keeps its state until it ends. */
export const MOVE_SCHEMA = 'podmoga_moving'
/**
 * Advisory lock: every writing transaction holds it shared until its end; a move that stops the business takes it exclusively.
 */
const WRITING = `hashtextextended('${MOVE_SCHEMA}', 0)`

const quoted = pg.escapeIdentifier
const kept = (name: string): string => `${MOVE_SCHEMA}.${quoted(name)}`
const LOCK_MS = 500
const TRIES = 100
const LOCK_TIMEOUT = '55P03'

/** Retries with a short lock timeout: other queries queue behind a statement that waits for a table lock. */
const withLockRetries = async (client: pg.Client, statement: string): Promise<void> => {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}; ${statement}; commit`)
      return
    } catch (error) {
      await client.query('rollback')
      if (codeOf(error) !== LOCK_TIMEOUT || attempt === TRIES) throw error
      await pause(LOCK_MS / 4)
    }
}

/** SQL of the keys of changed rows; for a table without a primary key, a row if anything has changed. */
export const changedKeys = ({ name, key }: Table): string =>
  `select distinct ${key.length === 0 ? 'true' : key.map(quoted).join(', ')} from ${kept(name)}`

/** Run in a snapshot transaction: the changes visible in it have been copied, later ones remain recorded. */
export const forgetChanged = async (client: pg.Client, { name }: Table): Promise<void> => {
  await client.query(`delete from ${kept(name)}`)
}

const triggerOf = ({ name, key }: Table, ids: string): string => {
  const values = (row: string) =>
    key.length === 0 ? 'true' : key.map((column) => `${row}.${quoted(column)}`).join(', ')
  const note = (row: string) => `insert into ${kept(name)} values (${values(row)});`
  const columns = key.length === 0 ? 'true as changed' : key.map(quoted).join(', ')
  // 55P03 makes a request fail like any lock timeout: 503, to be retried.
  const refuse = `raise exception 'the business is moving to another cell' using errcode = '${LOCK_TIMEOUT}';`
  return `
    create table ${kept(name)} as select ${columns} from public.${quoted(name)} with no data;
    create function ${kept(name)}() returns trigger language plpgsql as $body$
    begin
      if current_setting('podmoga.moving', true) = 'on' then return null; end if;
      if not pg_try_advisory_xact_lock_shared(${WRITING}) or exists (select from ${MOVE_SCHEMA}.move where moved_at is not null) then
        if tg_op <> 'DELETE' then if ${belongs(name, 'new', ids)} then ${refuse} end if; end if;
        if tg_op <> 'INSERT' then if ${belongs(name, 'old', ids)} then ${refuse} end if; end if;
      end if;
      if tg_op <> 'DELETE' then ${note('new')} end if;
      if tg_op = 'DELETE' then ${note('old')} end if;
      if tg_op = 'UPDATE' then if (${values('new')}) is distinct from (${values('old')}) then ${note('old')} end if; end if;
      return null;
    end $body$;
    create trigger podmoga_moving after insert or update or delete on public.${quoted(name)}
      for each row execute function ${kept(name)}()`
}

/**
 * Starts recording every changed row of these tables. Creating a trigger waits for the table's running writers, so no write that
 * is older than the trigger can commit afterwards unrecorded.
 */
export const startCapture = async (
  client: pg.Client,
  tables: readonly Table[],
  ids: string,
  { networks, cell }: Pick<Begun, 'networks' | 'cell'>,
): Promise<void> => {
  await client.query(`create schema ${MOVE_SCHEMA}`)
  await client.query(
    `create table ${MOVE_SCHEMA}.move (ids bigint[] not null, networks text[] not null, cell text not null, moved_at timestamptz)`,
  )
  await client.query(`insert into ${MOVE_SCHEMA}.move values (${ids}, $1, $2, null)`, [networks, cell])
  for (const table of tables) await withLockRetries(client, triggerOf(table, ids))
}

export const endCapture = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables)
    await withLockRetries(client, `drop trigger if exists podmoga_moving on public.${quoted(name)}`)
  await client.query(`drop schema if exists ${MOVE_SCHEMA} cascade`)
}

/** Allows one move at a time out of a database. */
const MOVING = `hashtextextended('podmoga move', 0)`

/** Takes the lock of moves until this connection ends; returns false if another move holds it. */
export const takeMoveLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${MOVING}) as mine`)
  return rows[0]?.mine === true
}

/** Whether an interrupted move left its state here. */
export const isMoveLeft = async (db: Db): Promise<boolean> => {
  const [row] = await db.unsafe<{ left: boolean }[]>(
    `select to_regnamespace('${MOVE_SCHEMA}') is not null and pg_try_advisory_xact_lock(${MOVING}) as left`,
  )
  return row?.left === true
}

/** Businesses that have moved away but whose rows are not removed yet. */
export const listMoved = async (db: Db): Promise<ReadonlySet<string>> => {
  const [row] = await db.unsafe<{ there: boolean }[]>(
    `select to_regclass('${MOVE_SCHEMA}.move') is not null as there`,
  )
  if (row?.there !== true) return new Set()
  const rows = await db.unsafe<{ ids: string[] }[]>(
    `select ids::text[] as ids from ${MOVE_SCHEMA}.move where moved_at is not null`,
  )
  return new Set(rows.flatMap(({ ids }) => ids))
}

/** A move recorded in this database. */
export interface Begun {
  ids: string[]
  networks: readonly string[]
  /** The target cell. */
  cell: string
  /** Whether the business belongs to the target cell, or was just about to. */
  moved: boolean
}

export const findMove = async (client: pg.Client): Promise<Begun | null> => {
  const { rows: there } = await client.query(`select where to_regclass('${MOVE_SCHEMA}.move') is not null`)
  if (there.length === 0) return null
  const { rows } = await client.query<Begun>(
    `select ids::text[] as ids, networks, cell, moved_at is not null as moved from ${MOVE_SCHEMA}.move`,
  )
  return rows[0] ?? { ids: [], networks: [], cell: '', moved: false }
}

/**
 * Stops the business's writes: waits for running ones, then rejects new ones. The lock lasts as long as this connection: if the
 * move dies, people can write again, unless the business has moved.
 */
export const stopWrites = async (client: pg.Client): Promise<void> => {
  await client.query(`set lock_timeout = '15s'`)
  await client.query(`select pg_advisory_lock(${WRITING})`).catch((error: unknown) => {
    throw codeOf(error) === LOCK_TIMEOUT
      ? new StartError(
          'Кто-то пишет в этой клетке дольше 15 секунд: бизнес остался, где был. Повторите позже.',
        )
      : error
  })
  await client.query('set lock_timeout = 0')
}

export const allowWrites = async (client: pg.Client): Promise<void> => {
  await client.query(`select pg_advisory_unlock(${WRITING})`)
}

/** Marks the business as moved: from now on its rows here are read-only, even if the move dies. */
export const markMoved = async (client: pg.Client): Promise<void> => {
  await client.query(`update ${MOVE_SCHEMA}.move set moved_at = now()`)
}
