import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AlikeTicket } from '../lib/suggested.ts'
import styles from './search/ticket-suggestions.module.css'

/** What stands in the place of the answers while there are none. */
export const SuggestionsHint = ({ children }: { children: ReactNode }) => (
  <p className={styles.hint}>
    <Lightbulb size={20} aria-hidden />
    {children}
  </p>
)

export interface TicketSuggestionsProps {
  /** The message as it stands. */
  message: string
  /** Stands first among what is suggested. */
  alike: AlikeTicket | null
  /** None of them helped: the form is to be sent as if by its own button. */
  onSend: () => void
}
