import { setTimeout as pause } from 'node:timers/promises'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { ReservedSql, Sql } from '@podmoga/sql/sql'
import { MIGRATIONS_DIR, type Migration, readMigrations, type Step } from './migrate/files.ts'
import { compareHistory, noteSteps, readApplied } from './migrate/history.ts'

export { MIGRATIONS_DIR } from './migrate/files.ts'

/** Tells whoever waits for the start: one line in Russian for the terminal, one in English for the log. */
export type Tell = (line: string, forLog: string) => void

/** Any numbers will do, as long as every server of this app takes the same. */
const ONE_MIGRATOR = 7_303_015
/** The only one that release 0.2.0 knows. */
const NO_OLD_MIGRATOR = 7_303_014

/**
 * How long a step waits for a table at its first attempt, and whoever comes after it behind it: half as long again at each
 * attempt, because on a busy machine the requests that it waits for take longer too.
 */
const LOCK_MS = 400
/** Requests give up after four seconds. */
const LONGEST_LOCK_MS = 2000
/**
 * For a file of the time before steps, which locks several tables. Below the second after which the server looks for
 * deadlocks: of a migration and a request that hold what the other wants, the migration gives way.
 */
const LONGEST_LOCK_OF_MANY_MS = 800
/** An index that is built concurrently holds nobody up while it waits. */
const CONCURRENT_LOCK_MS = 30_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3000
const PATIENCE_MS = 15 * 60_000
const POLL_MS = 100
/** Servers that start together and have nothing to do wait for each other for less. */
const TOLD_AFTER = 10

const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'

/** A step did not get its lock, and nothing of it was done. */
class Busy extends Error {
  readonly migration: string
  constructor(migration: string, cause: unknown) {
    super(`${migration}: ${reasonOf(cause)}`, { cause })
    this.migration = migration
  }
}

/**
 * Brings the schema to what the code knows: applies the `NNNN_name.sql` files that are missing, in order, each step in its
 * own transaction (see migrate/files.ts). A step that cannot have its lock at once is tried again after a pause; one that
 * is cut off goes on at the next start. Safe when several servers start at once: one works, the others wait.
 * @param last the number of the migration to stop after: the schema that a copy was made of.
 * @param tell hears that it waits, and of newer migrations that this code can live with.
 * @returns names of the migrations finished now, often none.
 * @throws StartError when the database is newer than the code can live with, when an applied file was edited, when a
 * migration fails, or when it got no lock for `patience_ms`.
 */
export async function migrate(
  sql: Sql,
  { dir = MIGRATIONS_DIR, tell = tellTerminal, patience_ms = PATIENCE_MS, last = Infinity } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(dir)).filter(({ id }) => id <= last)
  const session = await sql.reserve()
  const finished: string[] = []
  const since = performance.now()
  try {
    for (let attempt = 0; ; attempt += 1) {
      const busy = await alone(session, tell, () =>
        applyMissing(session, migrations, { finished, tell, attempt }),
      )
      if (busy === null) return finished
      const waited_s = Math.round((performance.now() - since) / 1000)
      if (performance.now() - since > patience_ms) throw tooBusy(busy, waited_s)
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random())
      tell(
        `Миграция ${busy.migration} ждёт, пока таблицы освободятся (${waited_s} с). Пробую ещё раз.`,
        `migration waits for a lock, attempt ${attempt + 1}: ${busy.message}`,
      )
      await pause(ms)
    }
  } finally {
    session.release()
  }
}

const tellTerminal: Tell = (line) => void process.stderr.write(`${line}\n`)

const tooBusy = (busy: Busy, waited_s: number): StartError =>
  new StartError(
    `Миграция ${busy.migration} не выполнена: за ${waited_s} с таблицы не освободились. Завершите долгие запросы ` +
      'к базе и запустите снова: сделанное остаётся, работа пойдёт дальше с того же шага.',
    { cause: busy },
  )

/** Does `work` while no other server migrates. */
async function alone<T>(session: ReservedSql, tell: Tell, work: () => Promise<T>): Promise<T> {
  await takeLock(session, ONE_MIGRATOR, tell)
  try {
    await takeLock(session, NO_OLD_MIGRATOR, tell)
    try {
      return await work()
    } finally {
      await release(session, NO_OLD_MIGRATOR)
    }
  } finally {
    await release(session, ONE_MIGRATOR)
  }
}

/** Asks again and again: who waits inside a statement is waited for by an index that is built concurrently. */
async function takeLock(session: ReservedSql, lock: number, tell?: Tell): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const [row] = await session`select pg_try_advisory_lock(${lock}) as taken`
    if (row?.taken === true) return
    if (asked === TOLD_AFTER)
      tell?.('Схему базы сейчас меняет другой сервер: жду его.', 'another server migrates: waiting for it')
    await pause(POLL_MS)
  }
}

/** A connection that broke has given its locks back by itself. */
const release = (session: ReservedSql, lock: number): Promise<unknown> =>
  session`select pg_advisory_unlock(${lock})`.catch(() => undefined)

/** @returns null when everything is applied, Busy when a step did not get its lock: those before it are done. */
async function applyMissing(
  session: ReservedSql,
  migrations: Migration[],
  { finished, tell, attempt }: { finished: string[]; tell: Tell; attempt: number },
): Promise<Busy | null> {
  const applied = await readApplied(session)
  const newer = await compareHistory(migrations, applied)
  if (newer.length > 0)
    tell(
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
    // A server of release 0.2.0 that starts now waits inside a statement, and the index would wait for it.
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
    // A connection that broke has rolled back by itself.
    await session`rollback`.catch(() => undefined)
    throw error
  }
}

/** An index whose building was cut off is there, is kept up to date, and serves nobody. */
async function dropUnfinished(session: ReservedSql, text: string): Promise<void> {
  const name = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(text)?.[1] ?? ''
  const left = await session`select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`
  if (left.length > 0) await session.unsafe(`drop index concurrently ${name}`)
}
