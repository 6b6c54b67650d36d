import { likeOf } from '@podmoga/sql/like'
import type { Db, Fragment } from '@podmoga/sql/sql'

/** The maximum number of letters of a word tried as «ё»: each adds one index lookup. */
const MOST = 4

/**
 * Returns the spellings of a lower-case word to search for: a name contains at most one «ё», and people type it as «ё» or «е».
 */
const spellingsOf = (word: string): string[] => {
  const plain = word.replaceAll('ё', 'е')
  const matches = [...plain.matchAll(/е/g)].slice(0, MOST)
  const withOne = matches.map(({ index }) => `${plain.slice(0, index)}ё${plain.slice(index + 1)}`)
  return [...new Set([word, plain, ...withOne])]
}

/** SQL condition: a lower-case column with a trigram index contains the word; «е» and «ё» are equal. */
export const nameLike = (db: Db, column: Fragment, word: string): Fragment => {
  const [first = word, ...others] = spellingsOf(word.toLowerCase())
  return db`(${others.reduce(
    (so_far, one) => db`${so_far} or ${column} like ${likeOf(one)}`,
    db`${column} like ${likeOf(first)}`,
  )})`
}
