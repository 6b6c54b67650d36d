import { whenFetched } from '@podmoga/web/start/when-fetched'
import { type ComponentType, useEffect, useState } from 'react'
import { suggestedQuery } from '../../lib/suggested.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { SuggestionsHint, type TicketSuggestionsProps } from '../suggestions-hint.tsx'
import styles from './ticket-suggestions.module.css'

const loadAnswers = () => import('./suggested-answers.tsx')

/** The search part, loaded when it is needed: nothing waits for it, and the form works without it. */
function useAnswers(isWanted: boolean): ComponentType<TicketSuggestionsProps> | null {
  const [Answers, setAnswers] = useState<ComponentType<TicketSuggestionsProps> | null>(null)
  const isMissing = isWanted && Answers === null
  useEffect(
    () =>
      isMissing
        ? whenFetched(loadAnswers, ({ SuggestedAnswers }) => setAnswers(() => SuggestedAnswers))
        : undefined,
    [isMissing],
  )
  return isWanted ? Answers : null
}

/**
 * Up to three cards that may answer a ticket while it is being written: a similar open ticket, and materials. Their space is
 * reserved from the start, so nothing moves when they appear, and they never take the focus.
 */
export function TicketSuggestions({ message, alike, onSend }: TicketSuggestionsProps) {
  const Answers = useAnswers(suggestedQuery(message) !== '')
  return (
    <section className={styles.room} aria-label={KNOWLEDGE.suggestions}>
      {Answers === null ? (
        <>
          <p className={styles.label} aria-hidden>
            {KNOWLEDGE.suggestions}
          </p>
          <SuggestionsHint>{KNOWLEDGE.suggestions_hint}</SuggestionsHint>
        </>
      ) : (
        <Answers message={message} alike={alike} onSend={onSend} />
      )}
    </section>
  )
}
