import { useRef, useState } from 'react'
import type { z } from 'zod'
import { keptWords } from './kept-words.ts'
import { useScope } from './scope.tsx'

const readLeft = <T>(schema: z.ZodType<T>, words: string): T | null => {
  try {
    return schema.parse(JSON.parse(words))
  } catch {
    // Nothing, or another release's.
    return null
  }
}

/** A whole form, kept over a reload until it is sent or left; `name` is its own. It begins with `start`. */
export const useKeptForm = <T>(name: string, schema: z.ZodType<T>, fresh: T) => {
  const { person } = useScope()
  const [left] = useState(() => readLeft(schema, keptWords.get(person, name)))
  const [start] = useState(left ?? fresh)
  const isOver = useRef(false)
  // What this page keeps. One in which nothing was typed leaves what another tab keeps.
  const kept = useRef(left === null ? '' : null)
  const write = (words: string): void => {
    if (words === kept.current) return
    kept.current = words
    keptWords.keep(person, name, words)
  }
  return {
    start,
    /** After each drawing; where nothing was typed there is nothing to keep. */
    keep: (now: T, isTyped: boolean): void => {
      if (!isOver.current) write(isTyped ? JSON.stringify(now) : '')
    },
    forget: (): void => {
      isOver.current = true
      keptWords.keep(person, name, '')
    },
  }
}
