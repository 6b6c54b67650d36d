import { isSignedOut } from '@podmoga/web/session/signed-out'
import { stored } from '@podmoga/web/stored'

// In localStorage: it is synchronous, so a closing page can still write to it.
const PREFIX = 'desk:draft:'
const keyOf = (person: string, name: string) => `${PREFIX}${person}:${name}`

const gone = new Set<string>()

/** A person's typed but unsent texts, kept in this browser under a name for each field. */
export const keptWords = {
  /** Returns '' if nothing is kept. */
  get: (person: string, name: string): string => stored.get(keyOf(person, name)) ?? '',
  /** All texts of the person, with their names. */
  all: (person: string): [name: string, words: string][] => {
    const prefix = keyOf(person, '')
    return stored.keys(prefix).map((key) => [key.slice(prefix.length), stored.get(key) ?? ''])
  },
  /** An empty text removes the entry. */
  keep: (person: string, name: string, words: string): void => {
    if (!keptWords.isClosed(person)) stored.set(keyOf(person, name), words === '' ? null : words)
  },
  /** After this, {@link keptWords.keep} writes nothing for the person: the page is closing. So it is after a sign-out. */
  close: (person: string): void => void gone.add(person),
  isClosed: (person: string): boolean => gone.has(person) || isSignedOut(),
  forget: (person: string): void => stored.removeAll(`${PREFIX}${person}:`),
}
