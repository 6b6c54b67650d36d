import { createHmac } from 'node:crypto'
import type { Db } from '@podmoga/sql/sql'
import type { Config } from '../../config.ts'
import { refuse } from '../../http/refuse.ts'
import { latestStamp } from '../../ports/clock.ts'

/** How guesses of one kind are limited. */
export interface GuessLimit {
  kind: string
  /** Wrong guesses allowed in a window. */
  failures: number
  /** Seconds. */
  window: number
  /**
   * True: exponential back-off, each guess beyond the limit waits twice as long as the one before, from 30 s to 1 h.
   * False: blocked until the window ends.
   */
  growing: boolean
}

/** The kind of sign-in guesses that are counted per account. */
export const SIGN_IN_GUESSES = 'sign_in_account'

/** The limit for guesses of a person's current password: all calls that ask for it share one count. */
export const oldPasswordLimit = ({ PASSWORD_GUESSES }: Pick<Config, 'PASSWORD_GUESSES'>): GuessLimit => ({
  kind: 'old_password',
  failures: PASSWORD_GUESSES,
  window: 15 * 60,
  growing: true,
})

/** A guess that was counted as wrong before it was checked. */
export interface Reserved {
  /** True if the next guess will be refused in case this one is wrong. */
  last: boolean
}

const SHORTEST = 30
const LONGEST = 3600

/** Hashes the subject of a counter, so that the database does not reveal it. `key` is the server's seal key. */
export const guessSubject = (key: string, subject: string): string =>
  createHmac('sha256', key).update(`guess\n${subject}`).digest('base64url')

/**
 * Counts a guess as wrong, in one statement and before it is checked: of a hundred concurrent guesses only as many get
 * through as the limit allows. Throws `too_often` with the seconds to wait, counting nothing. A count that starts in
 * the future, or blocks for longer than the maximum, was written by a clock that has since been set back and is
 * ignored.
 */
export const reserveGuess = async (
  db: Db,
  limit: GuessLimit,
  subject: string,
  now: Date,
): Promise<Reserved> => {
  const { kind, failures, growing } = limit
  const window = db`make_interval(secs => ${limit.window})`
  const latest = latestStamp(now)
  const stale = growing
    ? db`(c.first_at > ${latest} or coalesce(c.blocked_until, c.first_at) + ${window} <= ${now})`
    : db`(c.first_at > ${latest} or c.first_at + ${window} <= ${now})`
  const count = db`(case when ${stale} then 1 else c.failures + 1 end)`
  const first_at = db`(case when ${stale} then ${now} else c.first_at end)`
  const pause = (counted: typeof count) => db`make_interval(secs =>
    least(${SHORTEST} * power(2, least(${counted} - ${failures}, 20)), ${LONGEST}))`
  const until = growing ? db`${now}::timestamptz + ${pause(count)}` : db`${first_at} + ${window}`
  const longest = growing ? pause(db`c.failures`) : window
  const held = db`(c.first_at <= ${latest} and c.blocked_until > ${now}
    and c.blocked_until <= ${latest}::timestamptz + ${longest})`
  const [row] = await db<{ last: boolean }[]>`
    insert into guess_counters as c (kind, subject, failures, first_at, blocked_until)
    values (${kind}, ${subject}, 1, ${now},
      ${failures > 1 ? null : new Date(now.getTime() + (growing ? SHORTEST : limit.window) * 1000)})
    on conflict (kind, subject) do update set
      failures = ${count},
      first_at = ${first_at},
      blocked_until = case when ${count} >= ${failures} then ${until} end
    where ${held} is not true
    returning blocked_until is not null as last`
  if (row !== undefined) return row
  const [blocked] = await db<{ seconds: number }[]>`
    select extract(epoch from blocked_until - ${now})::float8 as seconds
    from guess_counters where kind = ${kind} and subject = ${subject}`
  throw refuse('too_often', { retry_after: Math.min(Math.max(blocked?.seconds ?? 1, 1), LONGEST) })
}

/** After a right guess: resets the count. */
export const forgetGuesses = async (
  db: Db,
  { kind }: Pick<GuessLimit, 'kind'>,
  subject: string,
): Promise<void> => {
  await db`delete from guess_counters where kind = ${kind} and subject = ${subject}`
}

/** After a right guess: takes back only this one, because many people share the subject. */
export const giveBackGuess = async (db: Db, limit: GuessLimit, subject: string): Promise<void> => {
  await db`
    update guess_counters set
      failures = greatest(failures - 1, 0),
      blocked_until = case when failures > ${limit.failures} then blocked_until end
    where kind = ${limit.kind} and subject = ${subject}`
}
