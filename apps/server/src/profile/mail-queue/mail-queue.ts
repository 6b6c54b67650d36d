import type { Db, TransactionSql } from '@podmoga/sql/sql'
import { type Jobs, queue } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { TAKEN_DAYS } from '../codes/codes.sql.ts'
import { type LetterContent, makeSeal } from '../profile.keys.ts'
import { SAY } from '../profile.texts.ts'
import {
  addToOutbox,
  type Channel,
  claimDue,
  forgetOldMail,
  markFailed,
  markSent,
  type OutboxRow,
  postpone,
} from './mail-queue.sql.ts'

/** Longer than any attempt: a worker that has not reported the outcome by then is dead. */
const LEASE_MS = 60_000
const POLL_MS = 2_000
const SWEEP_MS = 3600_000
const DAY_MS = 24 * 3600_000
const AT_ONCE = 8
const FIRST_RETRY_MS = 15_000
const LAST_RETRY_MS = 3600_000

/** A letter or an SMS to be stored in the outbox. */
export interface Message {
  channel: Channel
  to: string
  /**
   * The recipient: the message is deleted when their data is erased, whatever their address is by then. null: an
   * unknown person.
   */
  person_id: string | null
  content: LetterContent
  /** The message is never sent after this. */
  expires_at: Date
  /** True if the request itself will send the message at once with `deliver`. */
  waited: boolean
}

/** Sends letters and SMS from an outbox in the database. */
export interface MailQueue {
  /** Stores a message in the caller's transaction. */
  put: (db: Db, message: Message) => Promise<OutboxRow>
  /**
   * Sends a `waited` message after its transaction has committed; returns false if it could not be sent. It is then not
   * retried: `whenFailed` undoes what it was about, in the transaction that marks it as failed.
   */
  deliver: (row: OutboxRow, whenFailed: (db: TransactionSql) => Promise<void>) => Promise<boolean>
  /** Why nothing can be sent over a channel, as a message for the user; null if it can. */
  closed: (channel: Channel) => string | null
  /** Makes the worker check now. */
  wake: () => void
  /** The worker's jobs. */
  jobs: Jobs
}

/** The reason for the log and the row: the server's own error text could contain an address or a code. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown }
  const words = [code ?? name ?? 'ERROR', responseCode].filter((word) => word !== undefined)
  return words
    .join(' ')
    .replace(/[^\w .-]/g, '')
    .slice(0, 60)
}

const aboutOf = (row: Pick<OutboxRow, 'channel' | 'to_address'>): string => `${row.channel} ${row.to_address}`

/** Passes a message to its transport; rejects if that takes longer than DELIVERY_SECONDS. */
const makeSend =
  ({ config, mail, sms }: Pick<Deps, 'config' | 'mail' | 'sms'>, seal: ReturnType<typeof makeSeal>) =>
  async (row: OutboxRow): Promise<void> => {
    const content = seal.open(row.sealed, aboutOf(row))
    const id = `${row.id}.${row.created_at.getTime().toString(36)}`
    const signal = AbortSignal.timeout(config.DELIVERY_SECONDS * 1000)
    const sending =
      row.channel === 'email'
        ? mail.send({ id, to: row.to_address, ...content }, signal)
        : sms.send({ id, to: row.to_address, text: content.text }, signal)
    await Promise.race([
      sending,
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  }

/**
 * Creates the outbox and its worker. A message is claimed before it is sent and marked after: if the process crashes in
 * between, it is sent again under the same id once the lease expires, and no message is lost.
 */
export const makeMailQueue = (deps: Deps): MailQueue => {
  const { sql, clock, config, mail, sms, log, secrets, background } = deps
  const seal = makeSeal(secrets)
  const stays: Record<Channel, boolean> = { email: mail.stays === true, sms: sms.stays === true }
  const channels = (['email', 'sms'] as const).filter((channel) => !stays[channel])
  /** Sent, but not yet marked in the database: sending them again would duplicate them. */
  const unmarked = new Set<string>()

  const send = makeSend(deps, seal)
  const later = (by: number): Date => new Date(clock.now().getTime() + by)

  const recordSent = async (id: string): Promise<void> => {
    unmarked.add(id)
    await markSent(sql, { id, now: clock.now(), keep: config.DEV_OUTBOX })
    unmarked.delete(id)
  }

  const attempt = async (row: OutboxRow): Promise<void> => {
    const { id, channel, expires_at, attempts } = row
    if (unmarked.has(id)) return recordSent(id)
    if (expires_at <= clock.now()) return markFailed(sql, { id, now: clock.now(), reason: 'EXPIRED' })
    try {
      await send(row)
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ outbox_id: id, channel, attempts, reason }, 'message waits for another attempt')
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS)
      return postpone(sql, { id, until: later(wait * (0.8 + 0.4 * Math.random())), reason })
    }
    return recordSent(id)
  }

  const jobs = {
    mail: queue({
      ms: POLL_MS,
      at_start: true,
      lease_ms: LEASE_MS,
      at_once: AT_ONCE,
      take: async (claim) =>
        channels.length === 0 ? [] : claimDue(sql, { ...claim, latest: later(2 * LAST_RETRY_MS), channels }),
      run: attempt,
    }),
    'old mail': {
      ms: SWEEP_MS,
      tick_ms: POLL_MS,
      at_start: true,
      run: () =>
        forgetOldMail(sql, {
          now: clock.now(),
          letters_before: later(-7 * DAY_MS),
          asks_before: later(-2 * DAY_MS),
          taken_before: later(-(TAKEN_DAYS + 1) * DAY_MS),
        }),
    },
  } satisfies Jobs

  return {
    jobs,
    wake: () => background.wake('mail'),
    closed: (channel) => {
      if (channel === 'email') return mail.absent === true ? SAY.no_mail : null
      return sms.absent === true ? SAY.no_sms : null
    },
    put: (db, { channel, to, person_id, content, expires_at, waited }) => {
      const now = clock.now()
      return addToOutbox(db, {
        channel,
        to_address: to,
        person_id,
        sealed: seal.seal(content, aboutOf({ channel, to_address: to })),
        created_at: now,
        expires_at,
        next_attempt_at: waited ? later(LEASE_MS) : now,
      })
    },
    deliver: async (row, whenFailed) => {
      if (stays[row.channel]) return true
      try {
        await send(row)
      } catch (error) {
        const reason = reasonOf(error)
        log.warn({ outbox_id: row.id, channel: row.channel, reason }, 'message could not be sent')
        await sql.begin(async (tx) => {
          await markFailed(tx, { id: row.id, now: clock.now(), reason })
          await whenFailed(tx)
        })
        return false
      }
      // The person has their code: the worker will mark the message when the database is back.
      await recordSent(row.id).catch((error: unknown) =>
        log.warn({ err: error }, 'a sent message is not marked'),
      )
      return true
    },
  }
}
