import { stored } from '@podmoga/web/stored'

// Where a closing page can still write at once.
const PREFIX = 'desk:draft:'
const keyOf = (person: string, name: string) => `${PREFIX}${person}:${name}`

const gone = new Set<string>()

/** What a person has typed and not sent, in this browser, under a name for each field. */
export const keptWords = {
  /** Empty when there are none. */
  get: (person: string, name: string): string => stored.get(keyOf(person, name)) ?? '',
  /** All of them by their names. */
  all: (person: string): [name: string, words: string][] => {
    const prefix = keyOf(person, '')
    return stored.keys(prefix).map((key) => [key.slice(prefix.length), stored.get(key) ?? ''])
  },
  /** Empty removes. */
  keep: (person: string, name: string, words: string): void => {
    if (!gone.has(person)) stored.set(keyOf(person, name), words === '' ? null : words)
  },
  /** The page that is closing writes none of them back. */
  close: (person: string): void => void gone.add(person),
  isClosed: (person: string): boolean => gone.has(person),
  forget: (person: string): void => stored.removeAll(`${PREFIX}${person}:`),
}
