import type { MacroActs, MacroFate, MacroRun } from '@podmoga/contract/desk/macros'
import type { Priority } from '@podmoga/contract/desk/tickets'
import type { TransactionSql } from '@podmoga/sql/sql'

/** What is done to a ticket at once; what is left out stays. */
export interface TicketActs {
  /** An answer to the customer, with its {names}. */
  text?: string | null
  tags?: readonly string[]
  priority?: Priority | null
  /** null: nobody. */
  assignee_id?: string | null
  /** Only while it is this agent's; null: nobody's. */
  from?: string | null
  close?: boolean
  /** What support says to itself; `mentions` are told. */
  note?: { text: string; mentions: readonly string[] } | null
  /** The rule that does it: its answer is automatic, and the log names it. */
  rule?: { name: string }
}

/** Who does it. */
export interface ActsBy {
  /** null: the product itself. */
  person_id: string | null
  /** Whoever the answer is from. */
  author_id: string
}

/**
 * What the service asks of tickets: to do several things to one of them, all or nothing. `seen`: how many messages the
 * caller knew of. Locks the ticket; call it once in a transaction.
 */
export type PerformActs = (
  tx: TransactionSql,
  asked: {
    business_ids: readonly string[]
    ticket_id: string
    acts: TicketActs
    by: ActsBy
    seen: number | null
    now: Date
  },
) => Promise<{ number: number | null; fate: MacroFate }>

/** What incidents ask of the service: an answer to many tickets that is held back for a few seconds, as a macro is. */
export type HoldActs = (
  tx: TransactionSql,
  run: {
    person_id: string
    business_ids: string[]
    name: string
    acts: MacroActs & { incident_id?: string }
    /** `seen`: how many messages of it were known. */
    tickets: { id: string; seen: number | null }[]
    now: Date
  },
) => Promise<MacroRun>

/** What the service tells incidents once it has answered: in the transaction that ends the run. */
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
