import type { MacroFate } from '@podmoga/contract/desk/macros'
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
