import { createHash } from 'node:crypto'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { DatabaseUnavailable } from '@podmoga/sql/unavailable'
import type { CreateOnce, Creation } from '../http/idempotent.ts'
import { refuse } from '../http/refuse.ts'
import type { World } from '../world.ts'
import { attachFiles, dropFiles, storeFiles } from './stored-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a key is bound to its first request: a different request with it is refused. */
const BOUND_MS = DAY_MS
/**
 * How long the same request gets the stored answer. Longer than BOUND_MS, so that a server that started with its clock a few
 * days ahead still knows earlier requests.
 */
const KEPT_MS = 8 * DAY_MS

/** Encrypts an answer that holds a secret; `about` binds it to its entry. */
interface Sealed {
  seal: (text: string, about: string) => Buffer
  open: (sealed: Buffer, about: string) => string
}

type Ledger = World & { sealed: Sealed }

/** Implements `Once`; all calls share the ledger. */
export const makeCreateOnce = (deps: Ledger): CreateOnce => {
  // The second of two identical requests waits here, not in the database, and does not count against a rate limit.
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

/** The ledger key of a request, and what must match. */
interface Entry {
  person_id: string
  key: string
  call: string
  body_hash: Buffer
  has_secret: boolean
  /** From the steady clock: a retry after the clock was set forward by a day is still a retry. */
  now: Date
}

const createKeyed = async <T>(deps: Ledger, creation: Creation<T>, key: string): Promise<T> => {
  const { person_id, call, has_secret } = creation
  const now = deps.clock.steady()
  const entry: Entry = { person_id, key, call, body_hash: hashOf(creation), has_secret, now }
  const first = await recall<T>(deps, entry)
  return first === undefined ? create(deps, creation, entry) : first.answer
}

/** Another server has answered the same request since this one read the ledger. */
class Repeated extends Error {}

/**
 * Of two servers handling the same request, the second waits for the first one's lock, then finds that one's entry, or a row
 * that conflicts, when it writes. It rolls back and returns the first one's answer. This is rare; checking beforehand would
 * cost every request a query.
 */
const create = async <T>(deps: Ledger, creation: Creation<T>, entry: Entry | null): Promise<T> => {
  await creation.before?.()
  const stored = await storeFiles(deps, creation.files)
  try {
    return await deps.sql.begin(async (tx) => {
      if (entry !== null)
        await tx`select pg_advisory_xact_lock(hashtextextended(${`${entry.person_id}/${entry.key}`}, 0))`
      const answer = await creation.work(tx, stored)
      await attachFiles(tx, stored)
      if (entry !== null && !(await remember(tx, entry, keptOf(deps, entry, answer)))) throw new Repeated()
      return answer
    })
  } catch (error) {
    await dropFiles(deps, stored)
    const first = entry === null || isAway(error) ? undefined : await recall<T>(deps, entry)
    if (first === undefined) throw error
    return first.answer
  }
}

/** The database is unavailable: no further query is made. */
const isAway = (error: unknown): boolean => error instanceof DatabaseUnavailable

const hashOf = (creation: Creation<unknown>): Buffer => {
  const files = creation.files.map((file) => [file.file_name, file.sha256.toString('hex')])
  return createHash('sha256')
    .update(JSON.stringify([creation.call, creation.input, files]))
    .digest()
}

const nameOf = ({ person_id, key }: Entry): string => `answer ${person_id} ${key}`

/** An answer as the ledger keeps it. */
const keptOf = ({ sealed }: Ledger, entry: Entry, answer: unknown): unknown =>
  entry.has_secret
    ? { sealed: sealed.seal(JSON.stringify(answer), nameOf(entry)).toString('base64') }
    : answer

/** The answer that was kept; those of the release before are never sealed. */
const answerOf = <T>({ sealed }: Ledger, entry: Entry, kept: unknown): T => {
  const { sealed: text } = (kept ?? {}) as { sealed?: unknown }
  if (!entry.has_secret || typeof text !== 'string') return kept as T
  return JSON.parse(sealed.open(Buffer.from(text, 'base64'), nameOf(entry)))
}

const recall = async <T>(deps: Ledger, entry: Entry): Promise<{ answer: T } | undefined> => {
  const [row] = await deps.sql<{ call: string; body_hash: Buffer; answer: unknown; is_bound: boolean }[]>`
    select call, body_hash, answer, created_at > ${new Date(entry.now.getTime() - BOUND_MS)} as is_bound
    from idempotency
    where person_id = ${entry.person_id} and key = ${entry.key}
      and created_at > ${new Date(entry.now.getTime() - KEPT_MS)}`
  if (row === undefined) return undefined
  if (row.call === entry.call && row.body_hash.equals(entry.body_hash))
    return { answer: answerOf(deps, entry, row.answer) }
  if (row.is_bound) throw refuse('idempotency_conflict')
  return undefined
}

/**
 * Stores an answer; false when the key already has one or is still bound to another request. Each insert deletes up to ten
 * expired entries, so no sweep is needed. The cutoff is a subselect: with its value visible, PostgreSQL would prefer a custom
 * plan to the generic one and plan anew each time.
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

/** Deletes a person's stored answers. */
export const forgetAnswers = async (
  tx: Db,
  { person_id }: { person_id: string },
): Promise<readonly string[]> => {
  await tx`delete from idempotency where person_id = ${person_id}`
  return []
}
