import { type KeyboardEvent, useRef } from 'react'
import { fold } from './fold.tsx'

/** A letter typed within this time continues the same word. */
const WORD_MS = 700

/**
 * Type-ahead of a list. Returns, for a key that belongs to a word, the index of the row whose text begins with the word so far
 * (-1: none); null for any other key.
 */
export function useTypedWord(): (event: KeyboardEvent, texts: readonly string[]) => number | null {
  const word = useRef({ text: '', at: 0 })
  return ({ key, timeStamp }, texts) => {
    const isNext = timeStamp - word.current.at < WORD_MS
    // A space is a letter only inside a word: otherwise it selects.
    if (key.length !== 1 || (key === ' ' && (!isNext || word.current.text === ''))) return null
    word.current = { text: (isNext ? word.current.text : '') + key, at: timeStamp }
    return texts.findIndex((text) => fold(text).startsWith(fold(word.current.text)))
  }
}
