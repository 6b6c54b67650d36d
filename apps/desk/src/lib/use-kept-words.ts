import { useRef, useState } from 'react'
import { keptWords } from './kept-words.ts'
import { useScope } from './scope.tsx'

type Change = (next: string | ((now: string) => string)) => void

/** The words of a field, kept over a reload until they are sent or emptied; `name` is the field's own. */
export const useKeptWords = (name: string): [string, Change] => {
  const { person } = useScope()
  const [words, show] = useState(() => keptWords.get(person, name))
  const held = useRef(words)
  const change: Change = (next) => {
    held.current = typeof next === 'function' ? next(held.current) : next
    show(held.current)
    // Not in an effect: a field that is gone by the time its words are sent forgets them too.
    keptWords.keep(person, name, held.current)
  }
  return [words, change]
}
