import type { Call } from '@podmoga/contract/client'
import { listPastAnswers } from '@podmoga/contract/tickets/alike'
import { Button } from '@podmoga/ui/button/button'
import { Disclosure } from '@podmoga/ui/disclosure/disclosure'
import { useQuery } from '@tanstack/react-query'
import { COMPOSER } from './composer.texts.ts'
import styles from './past-answers.module.css'

const FRESH_MS = 5 * 60_000

interface PastAnswersProps {
  call: Call
  ticketId: string
  onPick: (words: string) => void
}

/** «Так уже отвечали»: replies that closed the most similar tickets. Collapsed; hidden if there are none. */
export function PastAnswers({ call, ticketId, onPick }: PastAnswersProps) {
  const { data } = useQuery({
    queryKey: ['desk', 'past', ticketId],
    queryFn: ({ signal }) => call(listPastAnswers, { params: { ticketId } }, { signal }),
    staleTime: FRESH_MS,
    // Optional: the composer works without it.
    retry: false,
  })
  if (data === undefined || data.results.length === 0) return null
  return (
    <Disclosure className={styles.past ?? ''} title={data.sure ? COMPOSER.past : COMPOSER.past_unsure}>
      <ul className={styles.list}>
        {data.results.map(({ text, helped, ticket }, at) => (
          <li key={ticket.id} className={styles.one}>
            <p className={styles.words}>{text}</p>
            <p className="t-small t-muted">
              {COMPOSER.past_helped(helped)} · {COMPOSER.past_from(ticket.number)}
            </p>
            <Button
              size="s"
              variant="secondary"
              aria-label={COMPOSER.past_insert_of(at + 1)}
              onClick={() => onPick(text)}
            >
              {COMPOSER.past_insert}
            </Button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
