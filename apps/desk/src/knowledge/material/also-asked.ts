import { ALSO_ASKED_LINE_MAX, ALSO_ASKED_MAX } from '@podmoga/contract/fields/limits'
import { ALSO_ASKED } from '../knowledge.texts.ts'

/** Parses the field: one question per line, without duplicates. */
export const questionsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .filter((line) => line !== ''),
  ),
]

/** Validation error of the field; undefined if it may be saved. */
export const questionsError = (text: string): string | undefined => {
  const lines = questionsOf(text)
  if (lines.length > ALSO_ASKED_MAX) return ALSO_ASKED.too_many
  return lines.some((line) => [...line].length > ALSO_ASKED_LINE_MAX) ? ALSO_ASKED.too_long : undefined
}
