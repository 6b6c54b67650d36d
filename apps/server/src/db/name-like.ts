import { likeOf } from '@podmoga/sql/like'
import type { Db, Fragment } from '@podmoga/sql/sql'

/** More letters of one word are left as they were typed: each is one more look into the index. */
const MOST = 4

/** A word in lower case as names are written: a name has one «ё» or none, and is typed with it or without. */
const spellingsOf = (word: string): string[] => {
  const plain = word.replaceAll('ё', 'е')
  const places = [...plain.matchAll(/е/g)].slice(0, MOST)
  const withOne = places.map(({ index }) => `${plain.slice(0, index)}ё${plain.slice(index + 1)}`)
  return [...new Set([word, plain, ...withOne])]
}

/** Whether a column in lower case, with a trigram index, has a word somewhere; «е» and «ё» are one letter. */
export const nameLike = (db: Db, column: Fragment, word: string): Fragment => {
  const [first = word, ...others] = spellingsOf(word.toLowerCase())
  return db`(${others.reduce(
    (so_far, one) => db`${so_far} or ${column} like ${likeOf(one)}`,
    db`${column} like ${likeOf(first)}`,
  )})`
}
