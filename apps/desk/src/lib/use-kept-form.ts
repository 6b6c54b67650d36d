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
  const [start] = useState(() => readLeft(schema, keptWords.get(person, name)) ?? fresh)
  const isOver = useRef(false)
  return {
    start,
    /** After each drawing; where nothing was typed there is nothing to keep. */
    keep: (now: T, isTyped: boolean): void => {
      if (!isOver.current) keptWords.keep(person, name, isTyped ? JSON.stringify(now) : '')
    },
    forget: (): void => {
      isOver.current = true
      keptWords.keep(person, name, '')
    },
  }
}
