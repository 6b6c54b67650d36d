import type { Db } from '@podmoga/sql/sql'
import { latestStamp } from '../../ports/clock.ts'
import type { Channel } from '../mail-queue/mail-queue.sql.ts'
import type { CodeOwner } from '../profile.keys.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/**
 * How long it is known that a person was told of an address that it is taken. Asked again, it tells nothing new and costs
 * nothing; otherwise those of a file that is tried each day would use up the limit each day.
 */
export const TAKEN_DAYS = 30
/** What a code can be for. */
export const CODE_PURPOSES = ['email', 'phone', 'recovery'] as const satisfies readonly CodeOwner['purpose'][]
/** Wrong tries that invalidate a code. */
export const TRIES = 5

/** Serializes code requests of the same person or address until the transaction ends. */
export const lockCodeRequests = async (db: Db, ...subjects: readonly string[]): Promise<void> => {
  for (const subject of subjects)
    await db`select pg_advisory_xact_lock(hashtextextended(${`codes ${subject}`}, 0))`
}

export interface CodeHistory {
  /** Codes of this purpose sent to this address in the last hour, newest first, without withdrawn ones. */
  last: Date[]
  /** When codes were made for this person in the last hour, oldest first, including undelivered ones. */
  by_person: Date[]
  /** The same for codes sent to the address, for any person. */
  to_address: Date[]
  /** Number of other addresses this person requested codes for within a day. */
  other_addresses: number
  sms_today: number
}

export interface CodeRequest extends Omit<CodeOwner, 'person_id'> {
  /** null if no person has the login. */
  person_id: string | null
  business_id: string | null
  channel: Channel
  now: Date
}

/**
 * Reads everything that decides whether one more code may be sent. Ignores rows from the future, written by a clock
 * that has since been set back.
 */
export const readCodeHistory = async (db: Db, ask: CodeRequest): Promise<CodeHistory> => {
  const { person_id, business_id, purpose, address, now } = ask
  const hour = new Date(now.getTime() - HOUR_MS)
  const day = new Date(now.getTime() - DAY_MS)
  const latest = latestStamp(now)
  const [row] = await db<CodeHistory[]>`
    select
      array(select sent_at from code_sends
        where address = ${address} and purpose = ${purpose} and person_id is not distinct from ${person_id}
          and outcome in ('sent', 'unknown') and sent_at > ${hour} and sent_at <= ${latest} order by sent_at desc) as last,
      array(select sent_at from code_sends
        where person_id = ${person_id} and outcome in ('sent', 'withdrawn')
          and sent_at > ${hour} and sent_at <= ${latest}
        order by sent_at) as by_person,
      array(select sent_at from code_sends
        where address = ${address} and outcome = 'sent' and sent_at > ${hour} and sent_at <= ${latest}
        order by sent_at) as to_address,
      (select count(distinct address)::int from code_sends
        where person_id = ${person_id} and purpose <> 'recovery'
          and sent_at > ${day} and sent_at <= ${latest}
          and address <> ${address}) as other_addresses,
      (select count(*)::int from code_sends
        where business_id = ${business_id} and channel = 'sms' and outcome in ('sent', 'withdrawn')
          and sent_at > ${day} and sent_at <= ${latest}) as sms_today`
  if (row === undefined) throw new Error('no row')
  return row
}

/** Lists the addresses that a person has asked about within a day, and those that turned out to be taken within a month. */
export const listAskedAddresses = (
  db: Db,
  { person_id, now }: { person_id: string; now: Date },
): Promise<{ address: string; is_today: boolean }[]> => {
  const day = new Date(now.getTime() - DAY_MS)
  return db<{ address: string; is_today: boolean }[]>`
    select address, max(sent_at) > ${day} as is_today from code_sends
    where person_id = ${person_id} and purpose <> 'recovery' and sent_at <= ${latestStamp(now)}
      and sent_at > ${new Date(now.getTime() - TAKEN_DAYS * DAY_MS)} and (sent_at > ${day} or outcome = 'taken')
    group by address`
}

/** Stores a request and returns its id. */
export const addCodeRequest = async (
  db: Db,
  ask: CodeRequest & { outcome: 'sent' | 'taken' | 'unknown' },
): Promise<string> => {
  const { now, ...rest } = ask
  const [row] = await db<{ id: string }[]>`
    insert into code_sends ${db(
      { ...rest, sent_at: now },
      'person_id',
      'business_id',
      'purpose',
      'channel',
      'address',
      'outcome',
      'sent_at',
    )} returning id`
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Stores a new code in place of the previous one. */
export const replaceCode = async (
  db: Db,
  code: CodeOwner & { salt: Buffer; code_hash: Buffer; now: Date; expires_at: Date },
): Promise<void> => {
  const { person_id, purpose, address, salt, code_hash, now, expires_at } = code
  await db`
    insert into codes (person_id, purpose, address, salt, code_hash, created_at, expires_at)
    values (${person_id}, ${purpose}, ${address}, ${salt}, ${code_hash}, ${now}, ${expires_at})
    on conflict (person_id, purpose, address) do update set salt = excluded.salt,
      code_hash = excluded.code_hash, wrong_tries = 0, created_at = excluded.created_at,
      expires_at = excluded.expires_at`
}

/** The code could not be delivered: deletes it, and lets the next one be requested at once. */
export const withdrawCode = async (
  db: Db,
  { code_request_id, code_hash }: { code_request_id: string; code_hash: Buffer },
): Promise<void> => {
  await db`update code_sends set outcome = 'withdrawn' where id = ${code_request_id}`
  await db`delete from codes where code_hash = ${code_hash}`
}

export interface Guessable {
  address: string
  salt: Buffer
  code_hash: Buffer
  wrong_tries: number
}

/**
 * Counts a guess against every live code of the person and purpose before any is checked: a guess at one address counts
 * for the others too, and of a hundred concurrent guesses five get through. Returns the codes that may be checked,
 * without those created in the future, which would live too long.
 */
export const reserveTry = (
  db: Db,
  { person_id, purpose, now }: { person_id: string; purpose: CodeOwner['purpose']; now: Date },
): Promise<Guessable[]> => db<Guessable[]>`
    with live as (
      select address from codes
      where person_id = ${person_id} and purpose = ${purpose} and expires_at > ${now}
        and created_at <= ${latestStamp(now)}
        and wrong_tries < ${TRIES}
      order by address for update)
    update codes c set wrong_tries = wrong_tries + 1 from live
    where c.person_id = ${person_id} and c.purpose = ${purpose} and c.address = live.address
    returning c.address, c.salt, c.code_hash, c.wrong_tries`

/** Consumes a code; returns false if another request just did or a newer code has replaced it. */
export const useCode = async (
  db: Db,
  { person_id, code_hash }: { person_id: string; code_hash: Buffer },
): Promise<boolean> =>
  (await db`delete from codes where person_id = ${person_id} and code_hash = ${code_hash}`).count === 1

/** Deletes codes made invalid by a change of address or password. */
export const forgetCodes = async (
  db: Db,
  { person_id, purposes }: { person_id: string; purposes: readonly CodeOwner['purpose'][] },
): Promise<void> => {
  await db`delete from codes where person_id = ${person_id} and purpose = any(${[...purposes]})`
}
