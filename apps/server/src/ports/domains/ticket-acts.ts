import type { Seen } from '@podmoga/contract/desk/bulk'
import type { MacroActs, MacroFate, MacroRun } from '@podmoga/contract/desk/macros'
import type { Priority } from '@podmoga/contract/desk/tickets'
import type { TransactionSql } from '@podmoga/sql/sql'

/** Changes made to a ticket in one step; omitted fields stay unchanged. */
export interface TicketActs {
  /** A reply to the customer, with {placeholders}. */
  text?: string | null
  tags?: readonly string[]
  priority?: Priority | null
  /** null: unassigned. */
  assignee_id?: string | null
  /** Apply only while the ticket is assigned to this agent; null: while it is unassigned. */
  from?: string | null
  close?: boolean
  /** An internal note; the people in `mentions` are notified. */
  note?: { text: string; mentions: readonly string[] } | null
  /** The rule that makes the changes: its reply is marked automatic, and the ticket log names it. */
  rule?: { name: string }
}

/** What the caller knew of a ticket: the id of its newest message, or the number of its messages. */
export type SeenOfTicket = Seen[string]

/** Who makes the changes. */
export interface ActsBy {
  /** null: the product itself. */
  person_id: string | null
  /** The author of the reply. */
  author_id: string
}

/**
 * Called by the service: applies several changes to a ticket, all or none. Locks the ticket; call it once in a transaction.
 */
export type PerformActs = (
  tx: TransactionSql,
  asked: {
    business_ids: readonly string[]
    ticket_id: string
    acts: TicketActs
    by: ActsBy
    seen: SeenOfTicket | null
    now: Date
  },
) => Promise<{ number: number | null; fate: MacroFate }>

/** Called by incidents: a reply to many tickets, delayed for a few seconds so that it can be undone, like a macro. */
export type HoldActs = (
  tx: TransactionSql,
  run: {
    person_id: string
    business_ids: string[]
    name: string
    acts: MacroActs & { incident_id?: string }
    tickets: { id: string; seen: SeenOfTicket | null }[]
    now: Date
  },
) => Promise<MacroRun>

/** Called by the service after such replies, in the transaction that ends the run. */
export type HeldActsEnd = (
  tx: TransactionSql,
  ended: {
    incident_id: string
    person_id: string
    text: string
    results: MacroRun['results']
    now: Date
  },
) => Promise<void>
