import type { DraftText } from '../material/draft-text.ts'
import { keptTexts } from '../material/kept-texts.ts'
import { readText } from '../material/unsaved.ts'

/** A text shelved when another replaced it, until the person restores or dismisses it. */
export interface ShelvedText extends DraftText {
  id: string
  /** `mine`: own text, replaced by another editor's; `former`: a draft replaced by a restored text. */
  whose: 'mine' | 'former'
  at: string
}

// If the browser has no space, the texts are kept in memory until the page closes; the UI says so.
const overflow = new Map<string, ShelvedText[]>()
const keyOf = (person: string, material_id: string) => `${person}:${material_id}`

const NOTHING = { cover: null, files: [] }
const readShelved = (value: unknown): ShelvedText[] => {
  const text = readText(value, NOTHING)
  const { id, whose, at } = (value ?? {}) as Record<string, unknown>
  if (text === null || typeof id !== 'string' || typeof at !== 'string') return []
  return [{ ...text, id, at, whose: whose === 'mine' ? 'mine' : 'former' }]
}

const write = (person: string, material_id: string, texts: ShelvedText[]): ShelvedText[] => {
  const key = keyOf(person, material_id)
  if (keptTexts.write('shelf', person, material_id, texts.length === 0 ? null : texts)) overflow.delete(key)
  else overflow.set(key, texts)
  return texts
}

export const shelf = {
  /** In the order of shelving. Read from storage each time, because another tab may have added a text. */
  list: (person: string, material_id: string): ShelvedText[] => {
    const inMemory = overflow.get(keyOf(person, material_id))
    if (inMemory !== undefined) return inMemory
    const value = keptTexts.read('shelf', person, material_id)
    return Array.isArray(value) ? value.flatMap(readShelved) : []
  },
  put: (person: string, material_id: string, text: ShelvedText): ShelvedText[] =>
    write(person, material_id, [...shelf.list(person, material_id), text]),
  drop: (person: string, material_id: string, id: string): ShelvedText[] =>
    write(
      person,
      material_id,
      shelf.list(person, material_id).filter((text) => text.id !== id),
    ),
  /** False if the texts will not survive a reload. */
  isKept: (person: string, material_id: string): boolean => !overflow.has(keyOf(person, material_id)),
}
