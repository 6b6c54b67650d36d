import type { TransactionSql } from '@podmoga/sql/sql'

/**
 * What tickets ask of the knowledge base: to begin a material from what a ticket says. A ticket has one draft: the one
 * that is there is answered untouched. Null when the business has no subcategory at all.
 */
export type DraftFromTicket = (
  tx: TransactionSql,
  draft: {
    business_id: string
    ticket_id: string
    /** The subcategory that was asked for. */
    subcategory: string | null
    person_id: string
    title: string
    /** HTML that nobody has cleaned. */
    content: string
    now: Date
  },
) => Promise<{ id: string; title: string; is_new: boolean } | null>
