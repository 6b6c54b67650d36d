import type { TransactionSql } from '@podmoga/sql/sql'

/** Called by reports: creates a draft in the knowledge base. Returns its id; null if the business has no subcategory. */
export type DraftFromText = (
  tx: TransactionSql,
  draft: {
    business_id: string
    person_id: string
    title: string
    /** Unsanitized HTML. */
    content: string
    now: Date
  },
) => Promise<string | null>
