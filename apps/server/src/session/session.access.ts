import type { Sql } from '@podmoga/sql/sql'
import { askTogether } from '../db/ask-together.ts'
import { refuse } from '../http/refuse.ts'
import type { Clock } from '../ports/clock.ts'
import { type AccessQuestion, type AccessRow, findAccess } from './session.access.sql.ts'
import { makeLru } from './session.lru.ts'
import { accessRevision, revokedSince } from './tokens/revoked.ts'
import type { VerifiedToken } from './tokens/tokens.ts'

/** How long access facts are cached: a revocation must take effect everywhere within 5 s. */
const FRESH_MS = 2000
const CACHED_FACTS = 5000

interface Facts {
  row: AccessRow | undefined
  read_at: number
  revision: number
}

/**
 * Returns what a verified token may do in a restaurant (null: outside any). Throws `unauthorized` once it is revoked.
 */
export type AccessOf = (token: VerifiedToken, restaurant_id: string | null) => Promise<AccessRow>

/** Reads access facts, at most once in 2 s per token and restaurant. */
export const makeAccess = ({ sql, clock }: { sql: Sql; clock: Clock }): AccessOf => {
  const ask = askTogether((asked: readonly AccessQuestion[]) => findAccess(sql, asked, clock.now()))
  const known = makeLru<Facts>(CACHED_FACTS)
  const reading = new Map<string, Promise<Facts>>()

  const isFresh = ({ row, read_at, revision }: Facts): boolean => {
    const age = clock.now().getTime() - read_at
    return age >= 0 && age < FRESH_MS && (row === undefined || !revokedSince(row.person_id, revision))
  }

  const read = async (key: string, token: VerifiedToken, restaurant_id: string | null): Promise<Facts> => {
    const now = clock.now()
    const revision = accessRevision()
    const { subject, session_id } = token
    const row = await ask({ subject, session_id, restaurant_id })
    const facts = { row, read_at: now.getTime(), revision }
    known.set(key, facts)
    return facts
  }

  const readOnce = async (key: string, token: VerifiedToken, restaurant_id: string | null) => {
    let pending = reading.get(key)
    if (pending === undefined) {
      pending = read(key, token, restaurant_id).finally(() => reading.delete(key))
      reading.set(key, pending)
    }
    const facts = await pending
    // The shared read may have begun before the session ended.
    return isFresh(facts) ? facts : read(key, token, restaurant_id)
  }

  return async (token, restaurant_id) => {
    const key = `${token.hash}${restaurant_id ?? ''}`
    let facts = known.get(key)
    if (facts === undefined || !isFresh(facts)) facts = await readOnce(key, token, restaurant_id)
    const { row } = facts
    if (row === undefined || !row.enabled || !row.session_open) throw refuse('unauthorized')
    return row
  }
}
