import { isSignedOut } from '@podmoga/web/session/signed-out'
import { stored } from '@podmoga/web/stored'

// In localStorage: it is synchronous, so a closing or offline page can still write to it.
const PREFIXES = { unsaved: 'desk:text:', shelf: 'desk:shelf:' } as const
export type KeptKind = keyof typeof PREFIXES

const gone = new Set<string>()
const keyOf = (kind: KeptKind, person: string, material_id: string) =>
  `${PREFIXES[kind]}${person}:${material_id}`

/** A person's texts that exist only in this browser. */
export const keptTexts = {
  /** Unvalidated, because an older release may have written it. */
  read: (kind: KeptKind, person: string, material_id: string): unknown => {
    try {
      return JSON.parse(stored.get(keyOf(kind, person, material_id)) ?? 'null')
    } catch {
      return null
    }
  },
  /** Null removes. Returns false if the browser has no space or refuses: nothing is stored then. */
  write: (kind: KeptKind, person: string, material_id: string, value: unknown): boolean => {
    if (gone.has(person) || isSignedOut()) return false
    const key = keyOf(kind, person, material_id)
    const json = value === null ? null : JSON.stringify(value)
    stored.set(key, json)
    return stored.get(key) === json
  },
}

/** Whether a person who signs out agrees to lose unsaved texts. */
export const mayLeave = (person: string): boolean =>
  stored.keys(keyOf('unsaved', person, '')).length === 0 ||
  confirm('Текст материала есть только в этом браузере: если выйти сейчас, он пропадёт. Выйти?')

/** Called at sign-out: the closing page writes nothing more. */
export const closeTexts = (person: string): void => void gone.add(person)

/** Removes all texts of the person. */
export const forgetTexts = (person: string): boolean => {
  for (const prefix of Object.values(PREFIXES)) stored.removeAll(`${prefix}${person}:`)
  return true
}
