import { isRefusal } from '../explain.ts'

/** What a person has sent off: kept on the device until the server has acknowledged it. */
export interface OutboxItem<D = unknown> {
  /** Unique in its outbox; of something that a later one replaces, the same. */
  id: string
  /** Says who delivers it; see kind.ts. */
  kind: string
  /** Items of one queue go one after another, in the order of writing. */
  queue: string
  /** The Idempotency-Key: the same over retries, new when the content changes. */
  key: string
  data: D
  files: readonly File[]
  /** ISO 8601. */
  created_at: string
  state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** What becomes of it when nobody knows whether it has arrived: see {@link stateAfterBreak}. */
  resend: 'always' | 'while_key_lives' | 'never'
  /** Bytes of the request that have left, and all of them; zero while unknown. */
  sent_bytes: number
  total_bytes: number
  /** Why the server will not have it, in Russian. */
  problem: string | null
  /** The server will never have it as it is: its files are to be mended. */
  is_final?: boolean
  /** Russian texts of the fields that the server has refused. */
  fields?: Record<string, string>
  /** The id that the server has given it, once it is sent; null where none is told. */
  receipt: string | null
}

/** Whether the very same would be refused for ever: its files are not of a kind, a size or a number that is taken. */
export const isFinal = (error: unknown): boolean =>
  (['unsupported_type', 'too_large', 'too_many_files'] as const).some((code) => isRefusal(error, code))

/** Whose an outbox is: what it keeps stands under `person/scope/`. */
export const prefixOf = (person: string, scopeKey: string): string => `${person}/${scopeKey}/`

/** Held by whoever sends what stands in a queue, a page or the worker. */
export const lockOf = (prefix: string, queue: string): string => `outbox ${prefix}${queue}`

/** True while the browser may still take the request back. */
export const isCancellable = ({
  state,
  sent_bytes,
  total_bytes,
}: Pick<OutboxItem, 'state' | 'sent_bytes' | 'total_bytes'>): boolean =>
  state === 'sending' && (total_bytes === 0 || sent_bytes < total_bytes)

/** Idempotency keys hold for a day on the server; an hour is left for clocks that differ. */
const KEY_LIVES_MS = 23 * 60 * 60_000

/**
 * How a kept item goes on when the page that was sending it is gone. Whether it arrived, nobody knows: what the server
 * takes for the same goes again, about anything else its person decides.
 */
export const stateAfterBreak = (
  { state, resend, created_at }: Pick<OutboxItem, 'state' | 'resend' | 'created_at'>,
  now: number,
): 'waiting' | 'failed' => {
  if (state !== 'sending') return state === 'waiting' ? 'waiting' : 'failed'
  if (resend === 'while_key_lives') return now - Date.parse(created_at) < KEY_LIVES_MS ? 'waiting' : 'failed'
  return resend === 'always' ? 'waiting' : 'failed'
}

/** The first of a queue that waits, by the time of writing, whichever tab it was written in. */
export const nextOf = <I extends Pick<OutboxItem, 'state' | 'queue' | 'created_at'>>(
  items: readonly I[],
  queue: string,
): I | undefined =>
  items
    .filter((item) => item.state === 'waiting' && item.queue === queue)
    .sort((one, other) => one.created_at.localeCompare(other.created_at))[0]

/** When something was written: after all that waits already, whatever the clock has been set to meanwhile. */
export const writtenAt = (items: readonly Pick<OutboxItem, 'created_at'>[], now: number): string =>
  new Date(Math.max(now, ...items.map(({ created_at }) => Date.parse(created_at) + 1))).toISOString()
