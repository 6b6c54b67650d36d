import { useRef, useState } from 'react'
import type { z } from 'zod'
import { keptWords } from './kept-words.ts'
import { useScope } from './scope.tsx'

const readLeft = <T>(schema: z.ZodType<T>, words: string): T | null => {
  try {
    return schema.parse(JSON.parse(words))
  } catch {
    // Nothing is kept, or it was written by another release.
    return null
  }
}

/** Keeps a whole form in this browser until it is sent or discarded. `name` is unique; initialise the form with `start`. */
export const useKeptForm = <T>(name: string, schema: z.ZodType<T>, fresh: T) => {
  const { person } = useScope()
  const [left] = useState(() => readLeft(schema, keptWords.get(person, name)))
  const [start] = useState(left ?? fresh)
  const isOver = useRef(false)
  // Last value written by this page. If nothing was typed here, the value written by another tab is left alone.
  const kept = useRef(left === null ? '' : null)
  const write = (words: string): void => {
    if (words === kept.current) return
    kept.current = words
    keptWords.keep(person, name, words)
  }
  return {
    start,
    /** Call after each render; removes the entry if nothing was typed. */
    keep: (now: T, isTyped: boolean): void => {
      if (!isOver.current) write(isTyped ? JSON.stringify(now) : '')
    },
    forget: (): void => {
      isOver.current = true
      keptWords.keep(person, name, '')
    },
  }
}
