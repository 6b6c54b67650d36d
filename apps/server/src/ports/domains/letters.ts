import type { Db } from '@podmoga/sql/sql'

/** A letter with one link. */
export interface LinkLetter {
  subject: string
  lines: readonly string[]
  link: string
  label: string
  /** The paragraph below the link. */
  last: string
}

/** Called by tickets, figures and the knowledge base: the mail queue, which renders the letters. */
export interface Letters {
  /** Returns why no mail can be sent; null if it can. */
  closed: () => string | null
  put: (
    db: Db,
    to: { person_id: string; email: string },
    letter: LinkLetter,
    expires_at: Date,
  ) => Promise<void>
  /** Starts sending; called after the transaction has been committed. */
  wake: () => void
}
