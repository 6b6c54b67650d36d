import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { SearchField } from '@podmoga/ui/field/search-field'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIST } from './list.texts.ts'

const PAUSE_MS = 300

interface TicketFindProps {
  /** The search text of the list. */
  words: string
  onWords: (words: string) => void
}

/** «Найти тикет» above the list: words or a number; debounced. */
export function TicketFind({ words, onWords }: TicketFindProps) {
  const [typed, setTyped] = useState(words)
  const seek = useEffectEvent((wanted: string) => {
    if (wanted !== words) onWords(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => seek(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The URL has changed by a link or Back, not by the field.
    if (box.current?.contains(document.activeElement) !== true) setTyped(words)
  }, [words])
  return (
    <div ref={box}>
      <SearchField
        label={LIST.find}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={setTyped}
      />
    </div>
  )
}
