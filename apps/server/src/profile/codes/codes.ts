import { timingSafeEqual } from 'node:crypto'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { type CodeOwner, makeCodes } from '../profile.keys.ts'
import { type CodeHistory, reserveTry, TRIES } from './codes.sql.ts'

/** How long a code is valid. */
export const CODE_MINUTES = 10
const HOUR_MS = 3600_000

// Seconds until the next code, by how many were sent within an hour.
const DELAYS = [60, 60, 120, 300, 900] as const

/** Seconds to wait after the `sent`-th code within an hour. */
export const delayAfter = (sent: number): number =>
  DELAYS[Math.min(Math.max(sent, 1), DELAYS.length) - 1] ?? 900

/** Whole seconds until another code may be sent here; 0 if it may be sent now. */
export const secondsLeft = ({ last }: Pick<CodeHistory, 'last'>, now: Date): number => {
  const [newest] = last
  if (newest === undefined) return 0
  const left = newest.getTime() + delayAfter(last.length) * 1000 - now.getTime()
  return Math.min(Math.max(0, Math.ceil(left / 1000)), delayAfter(last.length))
}

/**
 * Whole seconds until one of `times` (oldest first) is an hour old and the count drops below `limit`; 0 if it is below.
 */
export const secondsUntilAllowed = (times: readonly Date[], limit: number, now: Date): number => {
  const oldest = times[times.length - limit]
  return oldest === undefined
    ? 0
    : Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1000))
}

export interface Guess extends CodeOwner {
  code: string
  ip: string
  request_id: string
}

/**
 * Checks a guessed code. Every guess is counted before it is checked, whatever address it is for. Returns the hash by
 * which a right code can be consumed, else null.
 */
export const makeGuess = ({ sql, clock, secrets }: Deps) => {
  const codes = makeCodes(secrets)
  return async ({ code, ip, request_id, ...owner }: Guess): Promise<Buffer | null> => {
    const now = clock.now()
    const live = await reserveTry(sql, { ...owner, now })
    const mine = live.find(({ address }) => address === owner.address)
    if (mine !== undefined && timingSafeEqual(codes.hash(owner, mine.salt, code), mine.code_hash))
      return mine.code_hash
    if (live.some(({ wrong_tries }) => wrong_tries === TRIES))
      await writeAudit(sql, {
        at: now,
        event: 'code_dead',
        person_id: owner.person_id,
        ip,
        request_id,
        detail: { purpose: owner.purpose },
      })
    return null
  }
}
