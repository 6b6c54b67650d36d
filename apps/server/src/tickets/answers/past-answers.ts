import type { Sql } from '@podmoga/sql/sql'
import { mostDistinctive } from '../relations/similar.routes.ts'
import { findOpening, weigh } from '../relations/similar.sql.ts'
import { findMessages, listCommon, queryOfAny, termsOf } from '../search/index.sql.ts'
import { rankAlike } from '../search/rank-alike.ts'
import { listCases, listClosed, listNamed } from './answers.sql.ts'
import { bareAnswer, groupAnswers } from './bare-answer.ts'

/** Maximum messages from the index, and newest closed tickets compared in addition. */
const COMPARED = 150
const NEWEST = 150
/** How many of the most similar tickets are used: further ones are about something else. */
const BEST = 10
const SHOWN = 3

export interface PastAnswers {
  results: { text: string; helped: number; ticket: { id: string; number: number } }[]
  sure: boolean
  /** 0…1; see `rankAlike`. */
  certainty: number
}

/** Capitalized words with up to three last letters cut: they include a name in any grammatical case. */
const capitalsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.match(/\p{Lu}\p{Ll}{2,}/gu) ?? [])
      .map((word) => word.toLowerCase())
      .flatMap((word) => [0, 1, 2, 3].map((less) => word.slice(0, word.length - less)))
      .filter((word) => word.length > 2),
  ),
]

/** How support closed the most similar tickets of the same business: at most three answers, without ticket-specific data. */
export const findPastAnswers = async (
  sql: Sql,
  { business_id, ticket_id }: { business_id: string; ticket_id: string },
): Promise<PastAnswers> => {
  const [question, common] = await Promise.all([findOpening(sql, ticket_id), listCommon(sql)])
  const terms = await termsOf(sql, [business_id], question)
  const weighed = await weigh(
    sql,
    terms.map(({ begins }) => begins),
  )
  const distinctive = new Set(mostDistinctive(weighed).map(({ stem }) => stem))
  const query = queryOfAny(terms.filter(({ begins }) => distinctive.has(begins)))
  const business_ids = [business_id]
  const of = { status: 'processed' } as const
  const message_ids =
    query === null
      ? []
      : await findMessages(sql, { business_ids, common, query, by_customers: true, of }, COMPARED)
  const cases = await listCases(sql, { business_id, ticket_id, message_ids, newest: NEWEST })
  const ranked = rankAlike(
    question,
    cases.map(({ id, question: text, answer }) => ({ id: Number(id), text, more: answer })),
    'ticket',
  )
  const scores = new Map(ranked.alike.slice(0, BEST).map(({ id, score }) => [String(id), score]))
  const closed = await listClosed(sql, { business_id, ticket_id, ticket_ids: [...scores.keys()] })
  const named = await listNamed(sql, {
    business_id,
    words: capitalsOf(closed.flatMap(({ answers }) => answers)),
  })
  const groups = groupAnswers(
    closed
      .map(({ id, number, answers, customer, restaurant, people, helped, restaurant_id, asked_in }) => {
        const longest = answers.toSorted((one, other) => other.length - one.length)[0] ?? ''
        const others = [...people, ...named].filter((name) => !customer.includes(name))
        const answer = bareAnswer(longest, {
          number,
          customer,
          restaurant,
          others,
          from: restaurant_id,
          to: asked_in,
        })
        return { ticket: { id, number }, answer, score: scores.get(id) ?? 0, helped }
      })
      .toSorted((one, other) => other.score - one.score),
  )
  return {
    results: groups
      .slice(0, SHOWN)
      .map(({ first, helped }) => ({ text: first.answer, helped, ticket: first.ticket })),
    sure: ranked.sure,
    certainty: ranked.certainty,
  }
}
