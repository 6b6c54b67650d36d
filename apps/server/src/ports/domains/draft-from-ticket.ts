import type { TransactionSql } from '@podmoga/sql/sql'

/**
 * Called by tickets: creates a draft in the knowledge base from a ticket. A ticket has one draft: if it exists, it is returned
 * unchanged. Returns null if the business has no subcategory.
 */
export type DraftFromTicket = (
  tx: TransactionSql,
  draft: {
    business_id: string
    ticket_id: string
    /** The requested subcategory. */
    subcategory: string | null
    person_id: string
    title: string
    /** Unsanitized HTML. */
    content: string
    now: Date
  },
) => Promise<{ id: string; title: string; is_new: boolean } | null>
