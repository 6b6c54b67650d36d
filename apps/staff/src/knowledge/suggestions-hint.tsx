import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AlikeTicket } from '../lib/suggested.ts'
import styles from './search/ticket-suggestions.module.css'

/** Shown in place of the suggestions while there are none. */
export const SuggestionsHint = ({ children }: { children: ReactNode }) => (
  <p className={styles.hint}>
    <Lightbulb size={20} aria-hidden />
    {children}
  </p>
)

export interface TicketSuggestionsProps {
  /** The current text of the message. */
  message: string
  /** Shown first among the suggestions. */
  alike: AlikeTicket | null
  /** No suggestion helped: submits the form as its button does. */
  onSend: () => void
}
