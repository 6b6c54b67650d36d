import { createHash } from 'node:crypto'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { DatabaseUnavailable } from '@podmoga/sql/unavailable'
import type { CreateOnce, Creation } from '../http/idempotent.ts'
import { refuse } from '../http/refuse.ts'
import type { World } from '../world.ts'
import { attachFiles, dropFiles, storeFiles } from './stored-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** For so long a key belongs to its first request: with another one it is refused. */
const BOUND_MS = DAY_MS
/**
 * For so long the same request is answered with its first answer. Longer than a key is bound, so that a server which
 * began while its clock stood a day or a few ahead still knows what was sent before.
 */
const KEPT_MS = 8 * DAY_MS

/** Creates as `Once` promises; the ledger is shared by all calls. */
export const makeCreateOnce = (deps: World): CreateOnce => {
  // The second of two clicks waits here rather than in the database, and is not counted against a rate.
  const running = new Map<string, Promise<unknown>>()
  return async (creation) => {
    if (creation.key === null) return create(deps, creation, null)
    const slot = `${creation.person_id}/${creation.key}`
    for (let other = running.get(slot); other !== undefined; other = running.get(slot))
      await other.catch(() => undefined)
    const run = createKeyed(deps, creation, creation.key)
    running.set(slot, run)
    return run.finally(() => running.delete(slot))
  }
}

/** Where the ledger keeps a request, and what it must be. */
interface Entry {
  person_id: string
  key: string
  call: string
  body_hash: Buffer
  /** Of the steady clock: a retry after the clock was set forward a day is still a retry. */
  now: Date
}

const createKeyed = async <T>(deps: World, creation: Creation<T>, key: string): Promise<T> => {
  const { person_id, call } = creation
  const entry: Entry = { person_id, key, call, body_hash: hashOf(creation), now: deps.clock.steady() }
  const first = await recall<T>(deps.sql, entry)
  return first === undefined ? create(deps, creation, entry) : first.answer
}

/** Another server has answered the same request since the ledger was read. */
class Repeated extends Error {}

/**
 * Of two servers that are at the same request the second waits for the first, and finds that one's entry when it writes its
 * own, or what it has written in its way. It then undoes all that it has done and gives the first one's answer: that is
 * seldom, and looking for it beforehand would cost every request a question.
 */
const create = async <T>(deps: World, creation: Creation<T>, entry: Entry | null): Promise<T> => {
  await creation.before?.()
  const stored = await storeFiles(deps, creation.files)
  try {
    return await deps.sql.begin(async (tx) => {
      if (entry !== null)
        await tx`select pg_advisory_xact_lock(hashtextextended(${`${entry.person_id}/${entry.key}`}, 0))`
      const answer = await creation.work(tx, stored)
      await attachFiles(tx, stored)
      if (entry !== null && !(await remember(tx, entry, answer))) throw new Repeated()
      return answer
    })
  } catch (error) {
    await dropFiles(deps, stored)
    const first = entry === null || isAway(error) ? undefined : await recall<T>(deps.sql, entry)
    if (first === undefined) throw error
    return first.answer
  }
}

/** The database does not answer: it is not asked once more. */
const isAway = (error: unknown): boolean => error instanceof DatabaseUnavailable

const hashOf = (creation: Creation<unknown>): Buffer => {
  const files = creation.files.map((file) => [file.file_name, file.sha256.toString('hex')])
  return createHash('sha256')
    .update(JSON.stringify([creation.call, creation.input, files]))
    .digest()
}

const recall = async <T>(db: Db, entry: Entry): Promise<{ answer: T } | undefined> => {
  const [row] = await db<{ call: string; body_hash: Buffer; answer: T; is_bound: boolean }[]>`
    select call, body_hash, answer, created_at > ${new Date(entry.now.getTime() - BOUND_MS)} as is_bound
    from idempotency
    where person_id = ${entry.person_id} and key = ${entry.key}
      and created_at > ${new Date(entry.now.getTime() - KEPT_MS)}`
  if (row === undefined) return undefined
  if (row.call === entry.call && row.body_hash.equals(entry.body_hash)) return { answer: row.answer }
  if (row.is_bound) throw refuse('idempotency_conflict')
  return undefined
}

/**
 * Enters an answer; false when the key has one already, or belongs to another request still. Each new entry clears away a few
 * that are too old, so that nobody has to sweep. By the age in sight PostgreSQL would take a plan made for it alone to be
 * cheaper than the one it keeps, and make it anew each time.
 */
const remember = async (tx: TransactionSql, entry: Entry, answer: unknown): Promise<boolean> => {
  const { person_id, key, call, body_hash, now } = entry
  const rows = await tx`
    with old as (
      select person_id, key from idempotency
      where created_at <= (select ${new Date(now.getTime() - KEPT_MS)}) and not (person_id = ${person_id} and key = ${key})
      order by created_at limit 10 for update skip locked
    ), gone as (
      delete from idempotency i using old where i.person_id = old.person_id and i.key = old.key
    )
    insert into idempotency as i (person_id, key, call, body_hash, answer, created_at)
    values (${person_id}, ${key}, ${call}, ${body_hash}, ${JSON.stringify(answer)}::text::json, ${now})
    on conflict (person_id, key) do update
      set call = excluded.call, body_hash = excluded.body_hash, answer = excluded.answer,
        created_at = excluded.created_at
      where i.created_at <= ${new Date(now.getTime() - KEPT_MS)}
        or i.created_at <= ${new Date(now.getTime() - BOUND_MS)}
          and not (i.call = excluded.call and i.body_hash = excluded.body_hash)
    returning 1`
  return rows.length > 0
}

/** A person's answers, forgotten. */
export const forgetAnswers = async (
  tx: Db,
  { person_id }: { person_id: string },
): Promise<readonly string[]> => {
  await tx`delete from idempotency where person_id = ${person_id}`
  return []
}
