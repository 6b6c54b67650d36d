import type { DeskEventData } from '@podmoga/contract/desk/events'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import type { TransactionSql } from '@podmoga/sql/sql'

/** Called by tickets: the deadlines of a ticket; the caller has checked access to the ticket. */
export type LevelOf = (ticket: {
  id: string
  business_id: string
}) => Promise<NonNullable<DeskTicket['level']>>

/** The usual answer time for tickets written at a moment. */
export interface Promised {
  /** Minutes of support's hours by category; '' is any. Empty: nothing is promised. */
  minutes: Readonly<Record<string, number>>
  /** When support opens next; null if it is open now or never opens. */
  opens_at: Date | null
  /** Milliseconds of support's hours since the ticket was written. */
  spent: number
}

/** Called by tickets: the usual answer time for a ticket written at that moment, or now. */
export type PromisedOf = (business_id: string, written_at?: Date) => Promise<Promised>

/** Called by the service: stores an event of a ticket's deadlines, for the desk only, in the transaction of the change. */
export type AddLevelEvent = (
  tx: TransactionSql,
  event: { ticket_id: string; now: Date; data: DeskEventData<'level'> },
) => void
