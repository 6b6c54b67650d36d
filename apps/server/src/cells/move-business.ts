import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type pg from 'pg'
import { connectToCopy, endCopy } from '../backup/copy-rows.ts'
import { cellOf, listLastIds, raiseIds } from '../installation/cell.ts'
import {
  allowWrites,
  endCapture,
  findMove,
  markMoved,
  startCapture,
  stopWrites,
  takeMoveLock,
} from './capture.ts'
import { type Cell, idsOf, refuseKnownPeople, refuseLeftFiles, refuseUnlike, sharePushKey } from './cell.ts'
import { type Copying, catchUp, compareAll, compareCounts, copyAll } from './copy-business.ts'
import { listTables, refuseTies, type Table } from './describe.ts'
import { copyStored, listFiles } from './move-files.ts'
import { removeBusiness } from './remove-business.ts'

export interface Move {
  networks: readonly string[]
  from: Cell
  to: Cell
  /** Where to create a folder for files in transit. */
  drafts: string
  /** Routes these networks to the new cell from now on. */
  lead: (networks: readonly string[]) => Promise<void>
  report: (line: string) => void
}

/** The result of a move; `pause_ms`: how long people of the business could not write. */
export interface Moved {
  rows: number
  changed: number
  files: number
  damaged: string[]
  seconds: number
  pause_ms: number
  /** The parts of the pause, in milliseconds: waiting for running writes, copying, comparing, switching the routing. */
  parts: { waiting: number; copying: number; comparing: number; leading: number }
  /** The number of rows of each table, equal on both sides. */
  tables: ReadonlyMap<string, number>
}

/** Before the stop, changes are copied in rounds until one finds at most this many, or no fewer than the round before. */
const LITTLE = 50
const ROUNDS = 10
/** Requests sent to the old cell just before the switch are still answered by it. */
const LINGER_MS = 2000

const since = (start: number): number => Math.round(performance.now() - start)

/** The ids of the businesses to move; all of them are here, or have just left. */
const idsHere = async ({ from, networks }: Move): Promise<string[]> => {
  const here = await idsOf(from, networks)
  const missing = networks.filter((network) => !here.has(network))
  if (missing.length > 0) throw new StartError(`В прежней клетке нет сети ${missing.join(', ')}.`)
  return [...here.values()]
}

const begin = async (client: pg.Client, how: string): Promise<void> => {
  await client.query(`begin isolation level ${how}`)
}

/** Copies changed rows and new files while people keep working. */
const catchUpWhileOpen = async (
  copying: Copying,
  { from, to, drafts }: Move,
  done: Set<string>,
): Promise<{ rows: number; damaged: string[] }> => {
  const { source, ids } = copying
  const all = { rows: 0, damaged: [] as string[] }
  let last = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    await begin(source, 'repeatable read')
    const rows = await catchUp(copying)
    const files = await listFiles(source, ids)
    await source.query('commit')
    const before = done.size
    all.damaged.push(...(await copyStored(from.files, to.files, files, { drafts, done })))
    all.rows += rows
    const found = rows + done.size - before
    if (found <= LITTLE || found >= last) break
    last = found
  }
  return all
}

/** Copies and compares rows and files while people keep working. */
const copyWhileOpen = async (copying: Copying, move: Move, done: Set<string>) => {
  const { source, target, ids } = copying
  const { from, to, drafts, report } = move
  await begin(source, 'repeatable read read only')
  await begin(target, 'read committed')
  // Keeps triggers from deriving rows a second time, for this transaction.
  await target.query(`set local podmoga.moving = 'on'`)
  await sharePushKey(source, target)
  const rows = await copyAll(copying)
  report(`Строк перенесено: ${rows}. Сверяем.`)
  const tables = await compareAll(copying)
  const files = await listFiles(source, ids)
  const damaged = await copyStored(from.files, to.files, files, { drafts, done })
  await source.query('commit')
  const then = await catchUpWhileOpen(copying, move, done)
  report(`Сверено строк: ${rows} и ${then.rows} изменённых, файлов: ${done.size}. Дальше — остановка записи.`)
  return { rows, changed: then.rows, tables, damaged: [...damaged, ...then.damaged] }
}

/** Copies the remaining changes while the business's writes are stopped, and hands it over to the new cell. */
const moveWhileStopped = async (
  copying: Copying,
  move: Move,
  { lock, cell, done }: { lock: pg.Client; cell: bigint; done: Set<string> },
) => {
  const { source, target, ids } = copying
  const start = performance.now()
  await stopWrites(lock)
  try {
    const stopped = performance.now()
    await begin(source, 'repeatable read')
    const changed = await catchUp(copying)
    const files = await listFiles(source, ids)
    const damaged = await copyStored(move.from.files, move.to.files, files, { ...move, done })
    const copied = performance.now()
    await compareCounts(copying)
    await source.query('commit')
    const compared = performance.now()
    await raiseIds(move.to.sql, cell, await listLastIds(move.from.sql))
    for (const id of await idsHere(move))
      await target.query(`select pg_notify('business_settings', $1)`, [id])
    // The order matters: a move that dies in between leaves a stopped business, never one in two cells.
    await markMoved(lock)
    await target.query('commit')
    await move.lead(move.networks)
    const parts = {
      waiting: Math.round(stopped - start),
      copying: Math.round(copied - stopped),
      comparing: Math.round(compared - copied),
      leading: since(compared),
    }
    return { changed, damaged, files: files.length, pause_ms: since(start), parts }
  } finally {
    await allowWrites(lock)
  }
}

/** Finishes or clears an interrupted move: the business is either completely in the new cell, or not at all. */
const takeUp = async (move: Move, lock: pg.Client, tables: readonly Table[]): Promise<boolean> => {
  const begun = await findMove(lock)
  if (begun === null) return false
  const cell = await cellOf(move.to.sql)
  const isSame = begun.networks.join() === move.networks.join() && begun.cell === String(cell)
  if (begun.moved && !isSame)
    throw new StartError(
      `Прошлый переезд не закончен: сети ${begun.networks.join(' ')} в клетку ${begun.cell}. Сначала повторите его.`,
    )
  const there = new Set((await idsOf(move.to, move.networks)).values())
  if (begun.moved && begun.ids.every((id) => there.has(id))) {
    move.report('Прошлый переезд оборвался, когда бизнес был уже в новой клетке: заканчиваем его.')
    await move.lead(move.networks)
    move.report('Бизнес в новой клетке. Убираем его из прежней.')
    await removeBusiness(move.from, lock, tables, begun.ids)
    await endCapture(lock, tables)
    return true
  }
  move.report('Прошлый переезд оборвался раньше, чем кончился: начинаем сначала.')
  await endCapture(lock, tables)
  return false
}

const carryOver = async (asked: Move, lock: pg.Client, tables: readonly Table[]): Promise<Moved> => {
  const start = performance.now()
  const cell = await refuseUnlike(asked.from, asked.to)
  // Only one move at a time leaves a cell.
  const move = { ...asked, drafts: join(asked.drafts, `moving-from-${await cellOf(asked.from.sql)}`) }
  const listed = await idsHere(move)
  if ((await idsOf(move.to, move.networks)).size > 0)
    throw new StartError('В новой клетке уже есть бизнес с такой сетью.')
  await refuseKnownPeople(move.from, move.to, listed)
  const ids = `'{${listed.join(',')}}'::bigint[]`
  await refuseTies(lock, ids)
  await refuseLeftFiles(move.to, await listFiles(lock, ids))
  const source = await connectToCopy(move.from.sql.connection)
  const target = await connectToCopy(move.to.sql.connection)
  const copying = { source, target, tables, ids }
  try {
    move.report('С этой минуты всё, что меняется, отмечается. Снимаем копию.')
    await startCapture(lock, tables, ids, { networks: move.networks, cell: String(cell) })
    const done = new Set<string>()
    const first = await copyWhileOpen(copying, move, done)
    const then = await moveWhileStopped(copying, move, { lock, cell, done })
    const { waiting, copying: copied, comparing, leading } = then.parts
    move.report(
      `Бизнес в новой клетке; записи не было ${then.pause_ms} мс: ждали начатых ${waiting}, переносили ${copied}, сверяли ${comparing}, переключали ${leading}. Убираем его из прежней.`,
    )
    const seconds = since(start) / 1000
    await pause(LINGER_MS)
    await removeBusiness(move.from, lock, tables, listed)
    await endCapture(lock, tables)
    return {
      ...first,
      ...then,
      changed: first.changed + then.changed,
      damaged: [...first.damaged, ...then.damaged],
      seconds,
    }
  } catch (error) {
    // Their open transactions would block the cleanup.
    endCopy(source)
    endCopy(target)
    // If the commit's outcome is unknown, the next move checks it.
    const begun = await findMove(lock).catch(() => null)
    if (begun?.moved === false) await endCapture(lock, tables).catch(() => undefined)
    throw error
  } finally {
    endCopy(source)
    endCopy(target)
  }
}

/**
 * Moves whole businesses from cell to cell. Their people can read throughout, and write until the last moment; writes during the
 * short stop are rejected and retried by their pages. Throws StartError. Returns null if an interrupted move only had to be
 * finished.
 */
export const moveBusiness = async (move: Move): Promise<Moved | null> => {
  const lock = await connectToCopy(move.from.sql.connection)
  try {
    if (!(await takeMoveLock(lock))) throw new StartError('Из этой клетки уже переезжает бизнес.')
    const tables = await listTables(lock)
    return (await takeUp(move, lock, tables)) ? null : await carryOver(move, lock, tables)
  } finally {
    endCopy(lock)
  }
}
