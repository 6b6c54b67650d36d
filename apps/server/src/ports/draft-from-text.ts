import type { TransactionSql } from '@podmoga/sql/sql'

/** What reports ask of the knowledge base: to begin a material. Null when the business has no subcategory at all. */
export type DraftFromText = (
  tx: TransactionSql,
  draft: {
    business_id: string
    person_id: string
    title: string
    /** HTML that nobody has cleaned. */
    content: string
    now: Date
  },
) => Promise<string | null>
