import { type KeyboardEvent, useRef } from 'react'
import { fold } from './fold.tsx'

/** So soon after a letter the next one belongs to the same word. */
const WORD_MS = 700

/**
 * What a list makes of typed letters: for a key that belongs to a word, the row whose text begins with the word so far
 * (-1: none does); null for any other key.
 */
export function useTypedWord(): (event: KeyboardEvent, texts: readonly string[]) => number | null {
  const word = useRef({ text: '', at: 0 })
  return ({ key, timeStamp }, texts) => {
    const isNext = timeStamp - word.current.at < WORD_MS
    // A space is a letter only inside a word: otherwise it chooses.
    if (key.length !== 1 || (key === ' ' && (!isNext || word.current.text === ''))) return null
    word.current = { text: (isNext ? word.current.text : '') + key, at: timeStamp }
    return texts.findIndex((text) => fold(text).startsWith(fold(word.current.text)))
  }
}
