import { createHmac } from 'node:crypto'
import type { Db } from '@podmoga/sql/sql'
import type { Config } from '../../config.ts'
import { refuse } from '../../http/refuse.ts'
import { latestStamp } from '../../ports/clock.ts'

/** How guesses of one kind are limited. */
export interface GuessLimit {
  kind: string
  /** Wrong guesses in a window. */
  failures: number
  /** Seconds. */
  window: number
  /** True: every guess beyond waits twice as long as the one before, from 30 s to 1 h. False: until the window ends. */
  growing: boolean
}

/** The kind of guesses at sign-in, by whose account it is. */
export const SIGN_IN_GUESSES = 'sign_in_account'

/** Of a person's present password: whoever asks for it, a guess is a guess and one count holds them all. */
export const oldPasswordLimit = ({ PASSWORD_GUESSES }: Pick<Config, 'PASSWORD_GUESSES'>): GuessLimit => ({
  kind: 'old_password',
  failures: PASSWORD_GUESSES,
  window: 15 * 60,
  growing: true,
})

/** A guess that was counted as wrong before it was looked at. */
export interface Reserved {
  /** True when the next guess will be refused, if this one is wrong. */
  last: boolean
}

const SHORTEST = 30
const LONGEST = 3600

/** What a counter is about, unreadable in the database. `key` is the server's seal key. */
export const guessSubject = (key: string, subject: string): string =>
  createHmac('sha256', key).update(`guess\n${subject}`).digest('base64url')

/**
 * Counts a guess as a wrong one, in one statement and before it is looked at: of a hundred at once only as many get
 * through as the limit allows. Refuses `too_often` with the seconds to wait, and counts nothing then. A count that begins
 * later than now, or holds back for longer than it can, was written by a clock that has been set back: it counts as none.
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

/** The guess was right: all wrong ones are forgiven. */
export const forgetGuesses = async (
  db: Db,
  { kind }: Pick<GuessLimit, 'kind'>,
  subject: string,
): Promise<void> => {
  await db`delete from guess_counters where kind = ${kind} and subject = ${subject}`
}

/** The guess was right: it alone is given back, as the subject is shared by many people. */
export const giveBackGuess = async (db: Db, limit: GuessLimit, subject: string): Promise<void> => {
  await db`
    update guess_counters set
      failures = greatest(failures - 1, 0),
      blocked_until = case when failures > ${limit.failures} then blocked_until end
    where kind = ${limit.kind} and subject = ${subject}`
}
