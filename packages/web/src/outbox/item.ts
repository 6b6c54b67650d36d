import { isRefusal } from '../explain.ts'

/** Something that the user sent: stored on the device until the server acknowledges it. */
export interface OutboxItem<D = unknown> {
  /** Unique in its outbox; an item with the same id replaces an earlier one. */
  id: string
  /** The kind that delivers it; see kind.ts. */
  kind: string
  /** Items of one queue are sent one after another, in order of creation. */
  queue: string
  /** The Idempotency-Key: the same for all retries, new when the content changes. */
  key: string
  data: D
  files: readonly File[]
  /** ISO 8601. */
  created_at: string
  state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** Whether to send it again if it is unknown whether it arrived: see {@link stateAfterBreak}. */
  resend: 'always' | 'while_key_lives' | 'never'
  /** Bytes of the request sent so far, and in total; zero while unknown. */
  sent_bytes: number
  total_bytes: number
  /** Why the server refused it, in Russian. */
  problem: string | null
  /** The server will always refuse it as it is: its files must be changed. */
  is_final?: boolean
  /** The server's field errors, in Russian. */
  fields?: Record<string, string>
  /** The id assigned by the server, once sent; null if the server returns none. */
  receipt: string | null
}

/** Whether a retry would always be refused: the type, size or number of its files is not allowed. */
export const isFinal = (error: unknown): boolean =>
  (['unsupported_type', 'too_large', 'too_many_files'] as const).some((code) => isRefusal(error, code))

/** The key prefix of an outbox: `person/scope/`. */
export const prefixOf = (person: string, scopeKey: string): string => `${person}/${scopeKey}/`

/** The name of the lock held by the page or the worker that is sending a queue. */
export const lockOf = (prefix: string, queue: string): string => `outbox ${prefix}${queue}`

/** True while the request can still be aborted. */
export const isCancellable = ({
  state,
  sent_bytes,
  total_bytes,
}: Pick<OutboxItem, 'state' | 'sent_bytes' | 'total_bytes'>): boolean =>
  state === 'sending' && (total_bytes === 0 || sent_bytes < total_bytes)

/** Whether the user may take it back: it waits, for the network or for its turn, or its request can be aborted. */
export const mayTakeBack = (item: Pick<OutboxItem, 'state' | 'sent_bytes' | 'total_bytes'>): boolean =>
  item.state === 'waiting' || isCancellable(item)

/** The server remembers idempotency keys for a day; an hour less allows for different clocks. */
const KEY_LIVES_MS = 23 * 60 * 60_000

/**
 * The state of a stored item after the page that was sending it is gone. It is unknown whether it arrived: it is sent again
 * if the server would recognize a duplicate, otherwise the user decides.
 */
export const stateAfterBreak = (
  { state, resend, created_at }: Pick<OutboxItem, 'state' | 'resend' | 'created_at'>,
  now: number,
): 'waiting' | 'failed' => {
  if (state !== 'sending') return state === 'waiting' ? 'waiting' : 'failed'
  if (resend === 'while_key_lives') return now - Date.parse(created_at) < KEY_LIVES_MS ? 'waiting' : 'failed'
  return resend === 'always' ? 'waiting' : 'failed'
}

/** The first waiting item of a queue, by creation time, from any tab. */
export const nextOf = <I extends Pick<OutboxItem, 'state' | 'queue' | 'created_at'>>(
  items: readonly I[],
  queue: string,
): I | undefined =>
  items
    .filter((item) => item.state === 'waiting' && item.queue === queue)
    .sort((one, other) => one.created_at.localeCompare(other.created_at))[0]

/** The creation time of a new item: later than those of all stored items, even if the clock was set back. */
export const writtenAt = (items: readonly Pick<OutboxItem, 'created_at'>[], now: number): string =>
  new Date(Math.max(now, ...items.map(({ created_at }) => Date.parse(created_at) + 1))).toISOString()
