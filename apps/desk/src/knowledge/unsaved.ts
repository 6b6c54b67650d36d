import { stored } from '../lib/stored.ts'

// Where a closing page, or one without a network, can still write at once.
const PREFIX = 'desk:text:'
const keyOf = (person: string, material_id: string) => `${PREFIX}${person}:${material_id}`

/** A text that the server does not have yet, and the revision it was written upon. */
export interface UnsavedText {
  revision: number
  title: string
  content: string
}

const isText = (value: unknown): value is UnsavedText => {
  if (typeof value !== 'object' || value === null) return false
  const { revision, title, content } = value as Record<string, unknown>
  return typeof revision === 'number' && typeof title === 'string' && typeof content === 'string'
}

const gone = new Set<string>()

export const unsaved = {
  get: (person: string, material_id: string): UnsavedText | null => {
    try {
      const value: unknown = JSON.parse(stored.get(keyOf(person, material_id)) ?? 'null')
      return isText(value) ? value : null
    } catch {
      return null
    }
  },
  /** Null removes. */
  keep: (person: string, material_id: string, text: UnsavedText | null): void => {
    if (!gone.has(person)) stored.set(keyOf(person, material_id), text === null ? null : JSON.stringify(text))
  },
}

/** «Выход»: nothing stays, and the page that is closing writes nothing back. */
export const forgetTexts = (person: string): void => {
  gone.add(person)
  stored.removeAll(`${PREFIX}${person}:`)
}
