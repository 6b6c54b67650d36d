import type { NewTicketFields } from './new-ticket.rules.ts'

/** What a person has sent off: a reply, or a ticket of its own, kept until the server has acknowledged it. */
export interface Outgoing {
  id: string
  /** The ticket that is answered; null: this is a new ticket. */
  ticketId: string | null
  /** What a new ticket is about: its fields beside the words. One that was kept by an older app may lack some. */
  about?: Partial<Omit<NewTicketFields, 'initial_message'>>
  /** The idempotency key: the same over retries, new when the content changes. */
  key: string
  text: string
  files: readonly File[]
  created_at: string
  state: 'waiting' | 'sending' | 'failed' | 'sent'
  /** Bytes of the request that have left, and all of them; zero while unknown. */
  sent_bytes: number
  total_bytes: number
  problem: string | null
  /** Russian texts of the fields that the server has refused. */
  fields?: Record<string, string>
  /** The server's copy, when the backend tells its id. */
  message_id: string | null
}

/** True while the browser may still take the request back. */
export const isCancellable = ({ state, sent_bytes, total_bytes }: Outgoing): boolean =>
  state === 'sending' && (total_bytes === 0 || sent_bytes < total_bytes)

/** Idempotency keys hold for a day on the server; an hour is left for clocks that differ. */
const KEY_LIVES_MS = 23 * 60 * 60_000

/**
 * How a kept item goes on when the page that was sending it is gone. Whether it arrived, nobody knows: a new ticket goes
 * again under the same key, which makes no second one; about a reply, or once the key may be forgotten, the person
 * decides.
 */
export const stateAfterBreak = (
  { state, ticketId, created_at }: Outgoing,
  now: number,
): Outgoing['state'] => {
  if (state !== 'sending') return state === 'waiting' ? 'waiting' : 'failed'
  return ticketId === null && now - Date.parse(created_at) < KEY_LIVES_MS ? 'waiting' : 'failed'
}

/** Items of one queue go one after another: the replies of a ticket, the new tickets of a restaurant. */
export const queueOf = ({ ticketId }: Pick<Outgoing, 'ticketId'>): string => ticketId ?? 'new'

/** Everything of one queue in the order it was written, whichever tab it was written in. */
export const nextOf = (items: readonly Outgoing[], queue: string): Outgoing | undefined =>
  items
    .filter((item) => item.state === 'waiting' && queueOf(item) === queue)
    .sort((one, other) => one.created_at.localeCompare(other.created_at))[0]

/** When something was written: after all that waits already, whatever the clock has been set to meanwhile. */
export const writtenAt = (items: readonly Outgoing[], now: number): string =>
  new Date(Math.max(now, ...items.map(({ created_at }) => Date.parse(created_at) + 1))).toISOString()
