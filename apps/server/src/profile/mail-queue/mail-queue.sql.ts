import type { Db } from '@podmoga/sql/sql'

export type Channel = 'email' | 'sms'

export interface OutboxRow {
  id: string
  channel: Channel
  to_address: string
  sealed: Buffer
  created_at: Date
  expires_at: Date
  attempts: number
}

const EMPTY = Buffer.alloc(0)

/** Stores a message; `next_attempt_at` is when the worker may first take it. */
export const addToOutbox = async (
  db: Db,
  row: Omit<OutboxRow, 'id' | 'attempts'> & { person_id: string | null; next_attempt_at: Date },
): Promise<OutboxRow> => {
  const [added] = await db<OutboxRow[]>`
    insert into outbox ${db(row)}
    returning id, channel, to_address, sealed, created_at, expires_at, attempts`
  if (added === undefined) throw new Error('nothing was inserted')
  return added
}

/**
 * Claims due messages until `lease_until`, by when a worker that has not finished must be dead. A message due after
 * `latest` was postponed by a clock that has since been set back, and is claimed too.
 */
export const claimDue = (
  db: Db,
  claim: { now: Date; latest: Date; lease_until: Date; limit: number; channels: readonly Channel[] },
): Promise<OutboxRow[]> => db<OutboxRow[]>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${claim.lease_until}
    where id in (
      select id from outbox
      where sent_at is null and failed_at is null 
        and (next_attempt_at <= ${claim.now} or next_attempt_at > ${claim.latest})
        and channel = any(${[...claim.channels]})
      order by next_attempt_at, id limit ${claim.limit} for update skip locked)
    returning id, channel, to_address, sealed, created_at, expires_at, attempts`

/** Marks a message as sent and clears its content, unless `keep` (the demo outbox shows it). */
export const markSent = async (
  db: Db,
  { id, now, keep }: { id: string; now: Date; keep: boolean },
): Promise<void> => {
  await db`
    update outbox set sent_at = ${now}, last_error = null ${keep ? db`` : db`, sealed = ${EMPTY}`}
    where id = ${id}`
}

/** Marks a message as failed: it will never be sent. */
export const markFailed = async (
  db: Db,
  { id, now, reason }: { id: string; now: Date; reason: string },
): Promise<void> => {
  await db`
    update outbox set failed_at = ${now}, last_error = ${reason}, sealed = ${EMPTY}
    where id = ${id} and sent_at is null`
}

export const postpone = async (
  db: Db,
  { id, until, reason }: { id: string; until: Date; reason: string },
): Promise<void> => {
  await db`
    update outbox set next_attempt_at = ${until}, last_error = ${reason}
    where id = ${id} and sent_at is null and failed_at is null`
}

/** Newest first; all recipients if `to` is null. */
export const listOutbox = (db: Db, { to }: { to: string | null }): Promise<OutboxRow[]> => db<OutboxRow[]>`
    select id, channel, to_address, sealed, created_at, expires_at, attempts from outbox
    where length(sealed) > 0 ${to === null ? db`` : db`and lower(to_address) = lower(${to})`}
    order by id desc limit 100`

/** Deletes rows that are no longer needed. */
export const forgetOldMail = async (
  db: Db,
  of: { letters_before: Date; asks_before: Date; taken_before: Date; now: Date },
): Promise<void> => {
  const { letters_before, asks_before, taken_before, now } = of
  await db`delete from outbox where created_at < ${letters_before} and expires_at < ${now}`
  await db`delete from code_sends where sent_at < ${asks_before} and (outcome <> 'taken' or sent_at < ${taken_before})`
  await db`delete from codes where expires_at < ${asks_before}`
  await db`delete from reverts where expires_at < ${letters_before}`
}
