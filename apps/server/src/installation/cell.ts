import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Db, Sql } from '@podmoga/sql/sql'
import { listMarks, lockMarks, setMark } from './marks.sql.ts'

/** The mark of an installation that is one of several cells: its number. */
const CELL = 'cell'
const CELLS = 64n
/** Ids of one range: each table of a cell has one after the other. */
const RANGE = 2n ** 32n

/**
 * Where the next range of a cell begins at or above an id. Ranges are dealt out in turn, so that no two cells ever give
 * the same id, and a cell can always go on above whatever another has given.
 */
const rangeFrom = (cell: bigint, above: bigint): bigint => {
  const turn = CELLS * RANGE
  const first = cell * RANGE
  return above <= first ? first : first + ((above - first + turn - 1n) / turn) * turn
}

export const cellOf = async (db: Db): Promise<bigint | null> => {
  const number = (await listMarks(db)).get(CELL)
  return number === undefined ? null : BigInt(number)
}

const SEQUENCES = `
  select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`

/** The last id that each sequence has given; 0: none. */
export const listLastIds = async (db: Db): Promise<Map<string, bigint>> => {
  const last = new Map<string, bigint>()
  for (const { name } of await db.unsafe<{ name: string }[]>(SEQUENCES)) {
    const [row] = await db<{ id: string }[]>`
      select case when is_called then last_value else last_value - 1 end as id from ${db(name)}`
    last.set(name, BigInt(row?.id ?? 0))
  }
  return last
}

/** From here on a cell gives only ids above these: what came from elsewhere stays older than what is written next. */
export const raiseIds = async (db: Db, cell: bigint, above: ReadonlyMap<string, bigint>): Promise<void> => {
  for (const [name, own] of await listLastIds(db)) {
    const other = above.get(name) ?? 0n
    if (own >= rangeFrom(cell, 0n) && own >= other) continue
    const next = rangeFrom(cell, other > own ? other + 1n : own + 1n)
    if (next > own) await db`select setval(${name}::regclass, ${next + 1n}::bigint, false)`
  }
}

/**
 * Makes an installation one of several cells. One that has businesses can only be number 0: the ids that it has given are
 * below every other cell's.
 */
export const becomeCell = (sql: Sql, cell: bigint): Promise<void> =>
  sql.begin(async (tx) => {
    if (cell < 0n || cell >= CELLS) throw new StartError(`Номер клетки — от 0 до ${CELLS - 1n}.`)
    await lockMarks(tx)
    const known = await cellOf(tx)
    if (known === cell) return
    if (known !== null) throw new StartError(`Эта установка уже клетка ${known}: номер не меняют.`)
    const [row] = await tx<{ has: boolean }[]>`select exists (select from businesses) as has`
    if (row?.has === true && cell !== 0n)
      throw new StartError('В этой базе уже есть бизнесы: она может быть только клеткой 0.')
    const last = await listLastIds(tx)
    const over = [...last].find(([, id]) => id >= RANGE)
    if (over !== undefined)
      throw new StartError(`В этой базе уже слишком большие номера (${over[0]}: ${over[1]}).`)
    await raiseIds(tx, cell, new Map())
    await setMark(tx, CELL, String(cell))
  })
