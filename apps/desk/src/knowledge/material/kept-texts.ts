import { stored } from '@podmoga/web/stored'

// Where a closing page, or one without a network, can still write at once.
const PREFIXES = { unsaved: 'desk:text:', shelf: 'desk:shelf:' } as const
export type KeptKind = keyof typeof PREFIXES

const gone = new Set<string>()
const keyOf = (kind: KeptKind, person: string, material_id: string) =>
  `${PREFIXES[kind]}${person}:${material_id}`

/** Texts of one person that only this browser has. */
export const keptTexts = {
  /** Whatever stands there: an older release may have written it. */
  read: (kind: KeptKind, person: string, material_id: string): unknown => {
    try {
      return JSON.parse(stored.get(keyOf(kind, person, material_id)) ?? 'null')
    } catch {
      return null
    }
  },
  /** Null removes. False when the browser has no room or refuses: the text stands nowhere then. */
  write: (kind: KeptKind, person: string, material_id: string, value: unknown): boolean => {
    if (gone.has(person)) return false
    const key = keyOf(kind, person, material_id)
    const json = value === null ? null : JSON.stringify(value)
    stored.set(key, json)
    return stored.get(key) === json
  },
}

/** Whether somebody who signs out goes, though a text that the server does not have yet would be lost. */
export const mayLeave = (person: string): boolean =>
  stored.keys(keyOf('unsaved', person, '')).length === 0 ||
  confirm('Текст материала есть только в этом браузере: если выйти сейчас, он пропадёт. Выйти?')

/** «Выход»: the page that is closing writes nothing back. */
export const closeTexts = (person: string): void => void gone.add(person)

/** Removes them all; answers that they are gone. */
export const forgetTexts = (person: string): boolean => {
  for (const prefix of Object.values(PREFIXES)) stored.removeAll(`${prefix}${person}:`)
  return true
}
