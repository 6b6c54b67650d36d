import type { MaterialItem } from '@podmoga/contract/knowledge'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { announce } from '@podmoga/ui/live-region/live-region'
import { Marked } from '@podmoga/ui/marked/marked'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { SUGGESTED_MOST, suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { firstStep } from '../article/first-step.ts'
import { isUnsure, materialQuery, searchQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { SuggestionsHint, type TicketSuggestionsProps } from '../suggestions-hint.tsx'
import { snippetPieces } from './snippet.ts'
import styles from './ticket-suggestions.module.css'

const DEBOUNCE_MS = 500
const PLACES = ['first', 'second', 'third'] as const

const SuggestionDialog = lazyPart(() =>
  import('./suggestion-dialog.tsx').then((module) => module.SuggestionDialog),
)

function Suggestion({ material, onOpen }: { material: MaterialItem; onOpen: () => void }) {
  const article = useQuery({ ...materialQuery(useScope(), material.id), refetchInterval: false }).data
  const step = article === undefined ? '' : firstStep(article.content)
  return (
    <button type="button" className={styles.card} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.words}>
        <span className={styles.title}>{material.title}</span>
        {step !== '' ? (
          <span className={styles.step}>{step}</span>
        ) : (
          material.snippet !== undefined && (
            <span className={styles.step}>
              <Marked pieces={snippetPieces(material.snippet)} />
            </span>
          )
        )}
      </span>
    </button>
  )
}

/** What the knowledge base says to a message, once there is something to ask it. */
export function SuggestedAnswers({ message, onSend }: TicketSuggestionsProps) {
  const query = useDebounced(suggestedQuery(message), DEBOUNCE_MS)
  const result = useQuery({ ...searchQuery(useScope(), query), placeholderData: (before) => before })
  const [open, setOpen] = useState<string | null>(null)
  const materials = query === '' ? [] : (result.data ?? []).slice(0, SUGGESTED_MOST)
  const count = materials.length
  const isAnswered = !isUnsure(materials)
  useEffect(() => {
    if (count > 0) announce(isAnswered ? KNOWLEDGE.suggestions_found(count) : KNOWLEDGE.suggestions_unsure)
  }, [count, isAnswered])
  const isNone = query !== '' && result.data?.length === 0 && !result.isPlaceholderData
  return (
    <>
      <p className={styles.label} aria-hidden={isAnswered}>
        {isAnswered ? KNOWLEDGE.suggestions : KNOWLEDGE.suggestions_unsure}
      </p>
      {count === 0 ? (
        <SuggestionsHint>{isNone ? KNOWLEDGE.suggestions_none : KNOWLEDGE.suggestions_hint}</SuggestionsHint>
      ) : (
        <ul className={styles.cards}>
          {materials.map((material, at) => (
            // By its place: a card that moved would take the scrolled row along.
            <li key={PLACES[at]}>
              <Suggestion material={material} onOpen={() => setOpen(material.id)} />
            </li>
          ))}
        </ul>
      )}
      {open !== null && <SuggestionDialog materialId={open} onClose={() => setOpen(null)} onSend={onSend} />}
    </>
  )
}
