import { setTimeout as pause } from 'node:timers/promises'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { ReservedSql, Sql } from '@podmoga/sql/sql'
import { MIGRATIONS_DIR, type Migration, readMigrations, type Step } from './migrate/files.ts'
import { compareHistory, noteSteps, readApplied } from './migrate/history.ts'

export { MIGRATIONS_DIR } from './migrate/files.ts'

/** Reports progress of a start: a Russian line for the terminal, an English one for the log. */
export type ReportProgress = (line: string, forLog: string) => void

/** An arbitrary number, the same on all servers of this app. */
const ONE_MIGRATOR = 7_303_015
/** The only lock that release 0.2.0 uses. */
const NO_OLD_MIGRATOR = 7_303_014

/**
 * How long a step waits for a table lock at its first attempt; queries queued behind it wait as long. The timeout grows by half
 * with each attempt: on a busy machine the transactions that hold the table take longer too.
 */
const LOCK_MS = 400
/** Less than the four seconds after which requests time out. */
const LONGEST_LOCK_MS = 2000
/**
 * For migrations written before steps existed, which lock several tables. Below deadlock_timeout (1 s), so that in a deadlock
 * between a migration and a request the migration gives up first.
 */
const LONGEST_LOCK_OF_MANY_MS = 800
/** Waiting for a concurrent index build does not block others. */
const CONCURRENT_LOCK_MS = 30_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3000
const PATIENCE_MS = 15 * 60_000
const POLL_MS = 100
/** After this many polls waiting is reported; servers that start together with nothing to migrate wait less. */
const TOLD_AFTER = 10

const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'

/** A step failed to get its lock and was rolled back. */
class Busy extends Error {
  readonly migration: string
  constructor(migration: string, cause: unknown) {
    super(`${migration}: ${reasonOf(cause)}`, { cause })
    this.migration = migration
  }
}

/**
 * Migrates the schema: applies the missing `NNNN_name.sql` files in order, each step in its own transaction (see
 * migrate/files.ts). A step that cannot get its lock is retried after a pause; an interrupted migration resumes at the next
 * start. Safe when several servers start at once: one migrates, the others wait.
 * @param last the number of the last migration to apply, for restoring a copy of an older schema.
 * @param report receives waits, and newer migrations that are compatible with this code.
 * @returns names of the migrations finished by this call.
 * @throws StartError if the database is newer than this code is compatible with, if an applied file was edited, if a migration
 * fails, or if it could not get a lock for `patience_ms`.
 */
export async function migrate(
  sql: Sql,
  { dir = MIGRATIONS_DIR, report = reportToTerminal, patience_ms = PATIENCE_MS, last = Infinity } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(dir)).filter(({ id }) => id <= last)
  const session = await sql.reserve()
  const finished: string[] = []
  const since = performance.now()
  try {
    for (let attempt = 0; ; attempt += 1) {
      const busy = await alone(session, report, () =>
        applyMissing(session, migrations, { finished, report, attempt }),
      )
      if (busy === null) return finished
      const waited_s = Math.round((performance.now() - since) / 1000)
      if (performance.now() - since > patience_ms) throw tooBusy(busy, waited_s)
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      report(
        `Миграция ${busy.migration} ждёт, пока таблицы освободятся (${waited_s} с). Пробую ещё раз.`,
        `migration waits for a lock, attempt ${attempt + 1}: ${busy.message}`,
      )
      await pause(ms)
    }
  } finally {
    session.release()
  }
}

const reportToTerminal: ReportProgress = (line) => void process.stderr.write(`${line}\n`)

const tooBusy = (busy: Busy, waited_s: number): StartError =>
  new StartError(
    `Миграция ${busy.migration} не выполнена: за ${waited_s} с таблицы не освободились. Завершите долгие запросы ` +
      'к базе и запустите снова: сделанное остаётся, работа пойдёт дальше с того же шага.',
    { cause: busy },
  )

/** Runs `work` while no other server migrates. */
async function alone<T>(session: ReservedSql, report: ReportProgress, work: () => Promise<T>): Promise<T> {
  await takeLock(session, ONE_MIGRATOR, report)
  try {
    await takeLock(session, NO_OLD_MIGRATOR, report)
    try {
      return await work()
    } finally {
      await release(session, NO_OLD_MIGRATOR)
    }
  } finally {
    await release(session, ONE_MIGRATOR)
  }
}

/** Polls instead of blocking: a concurrent index build waits for all running statements, including one blocked on this lock. */
async function takeLock(session: ReservedSql, lock: number, report?: ReportProgress): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const [row] = await session`select pg_try_advisory_lock(${lock}) as taken`
    if (row?.taken === true) return
    if (asked === TOLD_AFTER)
      report?.('Схему базы сейчас меняет другой сервер: жду его.', 'another server migrates: waiting for it')
    await pause(POLL_MS)
  }
}

/** A lost connection has already released its locks. */
const release = (session: ReservedSql, lock: number): Promise<unknown> =>
  session`select pg_advisory_unlock(${lock})`.catch(() => undefined)

/** @returns null if everything is applied, Busy if a step did not get its lock; the steps before it are applied. */
async function applyMissing(
  session: ReservedSql,
  migrations: Migration[],
  { finished, report, attempt }: { finished: string[]; report: ReportProgress; attempt: number },
): Promise<Busy | null> {
  const applied = await readApplied(session)
  const newer = await compareHistory(migrations, applied)
  if (newer.length > 0)
    report(
      `Внимание. База данных новее приложения (${newer.join(', ')}); этот выпуск с ней живёт.`,
      `the schema is newer than this code, which can live with it: ${newer.join(', ')}`,
    )
  const begun = new Map(applied.map(({ id, steps }) => [id, steps]))
  for (const migration of migrations) {
    const steps = begun.has(migration.id) ? begun.get(migration.id) : 0
    if (steps === null || steps === undefined) continue
    try {
      await apply(session, migration, { from: steps, attempt })
    } catch (error) {
      if (error instanceof Busy) return error
      throw error
    }
    finished.push(migration.name)
  }
  return null
}

async function apply(
  session: ReservedSql,
  migration: Migration,
  { from, attempt }: { from: number; attempt: number },
): Promise<void> {
  const longest = migration.compatibility.kind === 'unsaid' ? LONGEST_LOCK_OF_MANY_MS : LONGEST_LOCK_MS
  const lock_ms = Math.round(Math.min(LOCK_MS * 1.5 ** attempt, longest))
  for (const [at, step] of migration.steps.entries()) {
    if (at < from) continue
    try {
      await RUN[step.kind](session, { step, lock_ms, note: () => noteSteps(session, migration, at + 1) })
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (code === DEADLOCK || code === LOCK_NOT_AVAILABLE) throw new Busy(migration.name, error)
      throw new StartError(`Миграция ${migration.name} не выполнена: ${reasonOf(error)}.`, { cause: error })
    }
  }
}

type RunStep = (
  session: ReservedSql,
  how: { step: Step; lock_ms: number; note: () => Promise<void> },
) => Promise<void>

const RUN: Record<Step['kind'], RunStep> = {
  transaction: (session, { step: { text }, lock_ms, note }) =>
    inTransaction(session, lock_ms, async () => {
      await session.unsafe(text)
      await note()
    }),
  portions: async (session, { step: { text }, lock_ms, note }) => {
    const portion = async () => (await session.unsafe(text)).count
    while ((await inTransaction(session, lock_ms, portion)) > 0);
    await inTransaction(session, lock_ms, note)
  },
  concurrently: async (session, { step: { text }, lock_ms, note }) => {
    // A starting server of release 0.2.0 waits for this lock inside a statement, and the index build would wait for that
    // statement.
    await release(session, NO_OLD_MIGRATOR)
    try {
      await session.unsafe(`set lock_timeout = ${CONCURRENT_LOCK_MS}`)
      await dropUnfinished(session, text)
      await session.unsafe(text)
    } finally {
      await session`set lock_timeout = 0`
      await takeLock(session, NO_OLD_MIGRATOR)
    }
    await inTransaction(session, lock_ms, note)
  },
}

async function inTransaction<T>(session: ReservedSql, lock_ms: number, work: () => Promise<T>): Promise<T> {
  await session`begin`
  try {
    await session.unsafe(`set local lock_timeout = ${lock_ms}`)
    const result = await work()
    await session`commit`
    return result
  } catch (error) {
    // If the connection was lost, the server has already rolled back.
    await session`rollback`.catch(() => undefined)
    throw error
  }
}

/** Drops the invalid index left by an interrupted concurrent build: it is maintained but never used. */
async function dropUnfinished(session: ReservedSql, text: string): Promise<void> {
  const name = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(text)?.[1] ?? ''
  const left = await session`select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`
  if (left.length > 0) await session.unsafe(`drop index concurrently ${name}`)
}
