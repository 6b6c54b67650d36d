import type { ListOpenLike } from '../../ports/domains/open-like.ts'
import { termsOf } from '../search/index.sql.ts'
import { foldedWords } from '../search/query.ts'
import { listOpenings, weigh } from './similar.sql.ts'

/** Shorter stems occur in every sentence. */
const SHORTEST = 4
/** The share assumed for words too rare for the statistics. */
const LEAST_SHARE = 0.0002
/** A word in a larger share of the messages says nothing. */
const MOST_SHARE = 0.05
const COMPARED = 500
const SHOWN = 50

export const listOpenLike: ListOpenLike = async (db, asked) => {
  const { business_id, restaurant_ids, since, text, topics } = asked
  const stems = (await termsOf(db, [business_id], text)).map(({ begins }) => begins)
  const distinctive = (await weigh(db, stems)).filter(
    ({ stem, share }) => stem.length >= SHORTEST && share <= MOST_SHARE,
  )
  if (distinctive.length === 0) return []
  const rows = await listOpenings(db, { business_id, restaurant_ids, since, limit: COMPARED })
  return rows
    .map((row) => {
      const words = foldedWords(row.text)
      const hits = distinctive.filter(({ stem }) => words.some((word) => word.startsWith(stem)))
      const isOnTopic = row.topic !== null && topics.includes(row.topic)
      const worth = hits.reduce((sum, { share }) => sum + Math.log(1 / Math.max(share, LEAST_SHARE)), 0)
      return { id: row.id, worth, isLike: hits.length >= (isOnTopic ? 1 : 2) }
    })
    .filter(({ isLike }) => isLike)
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, SHOWN)
    .map(({ id }) => id)
}
