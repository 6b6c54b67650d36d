import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Db } from '@podmoga/sql/sql'
import pg from 'pg'
import type { Table } from './describe.ts'
import { belongs } from './tables.ts'

/** What a move keeps in the database that a business leaves, for as long as it takes. */
export const HOME = 'podmoga_moving'
/** Held shared by every transaction that writes, until its end; alone by a move that has stopped the business. */
const WRITING = `hashtextextended('${HOME}', 0)`

const quoted = pg.escapeIdentifier
const kept = (name: string): string => `${HOME}.${quoted(name)}`
const LOCK_MS = 500
const TRIES = 100
const LOCK_TIMEOUT = '55P03'

/** Again while writers hold a table: whoever waits for its lock has all others wait behind. */
const patiently = async (client: pg.Client, statement: string): Promise<void> => {
  for (let turn = 1; ; turn++)
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}; ${statement}; commit`)
      return
    } catch (error) {
      await client.query('rollback')
      if (codeOf(error) !== LOCK_TIMEOUT || turn === TRIES) throw error
      await pause(LOCK_MS / 4)
    }
}

/** The names of rows that have changed; of rows without a name, that some have. */
export const changedKeys = ({ name, key }: Table): string =>
  `select distinct ${key.length === 0 ? 'true' : key.map(quoted).join(', ')} from ${kept(name)}`

/** Within a transaction of one snapshot: what it sees has been copied, what comes meanwhile stays noted. */
export const forgetChanged = async (client: pg.Client, { name }: Table): Promise<void> => {
  await client.query(`delete from ${kept(name)}`)
}

const triggerOf = ({ name, key }: Table, ids: string): string => {
  const values = (row: string) =>
    key.length === 0 ? 'true' : key.map((column) => `${row}.${quoted(column)}`).join(', ')
  const note = (row: string) => `insert into ${kept(name)} values (${values(row)});`
  const columns = key.length === 0 ? 'true as changed' : key.map(quoted).join(', ')
  // 55P03 is what a request that met a lock ends with: 503, to be tried again.
  const refuse = `raise exception 'the business is moving to another cell' using errcode = '${LOCK_TIMEOUT}';`
  return `
    create table ${kept(name)} as select ${columns} from public.${quoted(name)} with no data;
    create function ${kept(name)}() returns trigger language plpgsql as $body$
    begin
      if current_setting('podmoga.moving', true) = 'on' then return null; end if;
      if not pg_try_advisory_xact_lock_shared(${WRITING}) or exists (select from ${HOME}.move where moved_at is not null) then
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
 * From its end on, every row of these tables that anybody writes is noted: making a trigger waits for whoever is writing
 * to the table, so that no transaction has begun before it and ends after.
 */
export const startCapture = async (
  client: pg.Client,
  tables: readonly Table[],
  ids: string,
  { networks, cell }: Pick<Begun, 'networks' | 'cell'>,
): Promise<void> => {
  await client.query(`create schema ${HOME}`)
  await client.query(
    `create table ${HOME}.move (ids bigint[] not null, networks text[] not null, cell text not null, moved_at timestamptz)`,
  )
  await client.query(`insert into ${HOME}.move values (${ids}, $1, $2, null)`, [networks, cell])
  for (const table of tables) await patiently(client, triggerOf(table, ids))
}

export const endCapture = async (client: pg.Client, tables: readonly Table[]): Promise<void> => {
  for (const { name } of tables)
    await patiently(client, `drop trigger if exists podmoga_moving on public.${quoted(name)}`)
  await client.query(`drop schema if exists ${HOME} cascade`)
}

/** One at a time in a database that a business leaves. */
const MOVING = `hashtextextended('podmoga move', 0)`

/** Answers whether nobody else is moving a business away from here, until this connection ends. */
export const takeTurn = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${MOVING}) as mine`)
  return rows[0]?.mine === true
}

/** Whether a move has died here. */
export const isMoveLeft = async (db: Db): Promise<boolean> => {
  const [row] = await db.unsafe<{ left: boolean }[]>(
    `select to_regnamespace('${HOME}') is not null and pg_try_advisory_xact_lock(${MOVING}) as left`,
  )
  return row?.left === true
}

/** The businesses that have moved away from here while their rows are still to be removed. */
export const listMoved = async (db: Db): Promise<ReadonlySet<string>> => {
  const [row] = await db.unsafe<{ there: boolean }[]>(
    `select to_regclass('${HOME}.move') is not null as there`,
  )
  if (row?.there !== true) return new Set()
  const rows = await db.unsafe<{ ids: string[] }[]>(
    `select ids::text[] as ids from ${HOME}.move where moved_at is not null`,
  )
  return new Set(rows.flatMap(({ ids }) => ids))
}

/** A move that has begun here. */
export interface Begun {
  ids: string[]
  networks: readonly string[]
  /** Where to. */
  cell: string
  /** The business is the other cell's, or was about to be. */
  moved: boolean
}

export const findMove = async (client: pg.Client): Promise<Begun | null> => {
  const { rows: there } = await client.query(`select where to_regclass('${HOME}.move') is not null`)
  if (there.length === 0) return null
  const { rows } = await client.query<Begun>(
    `select ids::text[] as ids, networks, cell, moved_at is not null as moved from ${HOME}.move`,
  )
  return rows[0] ?? { ids: [], networks: [], cell: '', moved: false }
}

/**
 * Stops the business's writes: what has begun to write ends first, what begins is refused. It lasts as long as this
 * connection: a move that dies lets everybody write again, unless the business has moved.
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

/** The business is nobody's here any more: its rows are never written again, whoever dies. */
export const markMoved = async (client: pg.Client): Promise<void> => {
  await client.query(`update ${HOME}.move set moved_at = now()`)
}
