import type { MaterialItem } from '@podmoga/contract/knowledge'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Link } from '@podmoga/ui/lib/navigation'
import { announce } from '@podmoga/ui/live-region/live-region'
import { Marked } from '@podmoga/ui/marked/marked'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { type AlikeTicket, SUGGESTED_MOST, suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { firstStep } from '../article/first-step.ts'
import { isUnsure, materialQuery, searchQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { SuggestionsHint, type TicketSuggestionsProps } from '../suggestions-hint.tsx'
import { snippetPieces } from './snippet.ts'
import styles from './ticket-suggestions.module.css'

const DEBOUNCE_MS = 500
const CARD_KEYS = ['first', 'second', 'third'] as const

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

const AlikeCard = ({ href, title, words }: AlikeTicket) => (
  <Link className={styles.card} href={href}>
    <span className={styles.words}>
      <span className={styles.step}>{title}</span>
      <span className={styles.title}>{words}</span>
    </span>
  </Link>
)

/**
 * Keeps the first card while one of the cards has the focus or is open, since replacing it would move the others. A dialog takes
 * the focus and restores it to the card when it closes.
 */
function useStill(alike: AlikeTicket | null, isOpen: boolean) {
  const [isFocused, setFocused] = useState(false)
  const shown = useRef(alike)
  if (!isFocused && !isOpen) shown.current = alike
  return { first: shown.current, onFocus: () => setFocused(true), onBlur: () => setFocused(isOpen) }
}

/** Suggested materials for a message, once it is long enough to search for. */
export function SuggestedAnswers({ message, alike, onSend }: TicketSuggestionsProps) {
  const query = useDebounced(suggestedQuery(message), DEBOUNCE_MS)
  const result = useQuery({ ...searchQuery(useScope(), query), placeholderData: (before) => before })
  const [open, setOpen] = useState<string | null>(null)
  const { first, ...attention } = useStill(alike, open !== null)
  const most = first === null ? SUGGESTED_MOST : SUGGESTED_MOST - 1
  const materials = query === '' ? [] : (result.data ?? []).slice(0, most)
  const count = materials.length
  const isAnswered = !isUnsure(materials)
  useEffect(() => {
    if (count > 0) announce(isAnswered ? KNOWLEDGE.suggestions_found(count) : KNOWLEDGE.suggestions_unsure)
  }, [count, isAnswered])
  const cards = [...(first === null ? [] : [first]), ...materials]
  const isNone = query !== '' && result.data?.length === 0 && !result.isPlaceholderData
  return (
    <>
      <p className={styles.label} aria-hidden={isAnswered}>
        {isAnswered ? KNOWLEDGE.suggestions : KNOWLEDGE.suggestions_unsure}
      </p>
      {cards.length === 0 ? (
        <SuggestionsHint>{isNone ? KNOWLEDGE.suggestions_none : KNOWLEDGE.suggestions_hint}</SuggestionsHint>
      ) : (
        <ul className={styles.cards} {...attention}>
          {cards.map((card, at) => (
            // Keyed by position: with its own key, a card that moves would scroll the row.
            <li key={CARD_KEYS[at]}>
              {'href' in card ? (
                <AlikeCard {...card} />
              ) : (
                <Suggestion material={card} onOpen={() => setOpen(card.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open !== null && <SuggestionDialog materialId={open} onClose={() => setOpen(null)} onSend={onSend} />}
    </>
  )
}
