import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { SearchField } from '@podmoga/ui/field/search-field'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIST } from './list.texts.ts'

const PAUSE_MS = 300

interface TicketFindProps {
  /** What the list is narrowed by. */
  words: string
  onWords: (words: string) => void
}

/** «Найти тикет» over the list: words or a number; what rests for a moment is sought. */
export function TicketFind({ words, onWords }: TicketFindProps) {
  const [typed, setTyped] = useState(words)
  const seek = useEffectEvent((wanted: string) => {
    if (wanted !== words) onWords(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => seek(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The address has changed without the field: by a link, or by Back.
    if (place.current?.contains(document.activeElement) !== true) setTyped(words)
  }, [words])
  return (
    <div ref={place}>
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
