import { useRef, useState } from 'react'
import { keptWords } from './kept-words.ts'
import { useScope } from './scope.tsx'

type Change = (next: string | ((now: string) => string)) => void

/** State of a text field, kept in this browser until it is sent or cleared; `name` is unique. */
export const useKeptWords = (name: string): [string, Change] => {
  const { person } = useScope()
  const [words, show] = useState(() => keptWords.get(person, name))
  const held = useRef(words)
  const change: Change = (next) => {
    held.current = typeof next === 'function' ? next(held.current) : next
    show(held.current)
    // Not in an effect: a field that is unmounted before the text is sent must still be able to clear it.
    keptWords.keep(person, name, held.current)
  }
  return [words, change]
}
