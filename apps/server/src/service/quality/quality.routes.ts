import * as calls from '@podmoga/contract/desk/quality'
import { categoryName } from '@podmoga/contract/fields/choices'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import {
  countWaitingReviews,
  findReview,
  listAgentNames,
  listMessages,
  listReviewedRows,
  listWaitingReviews,
  listWordRows,
  pageOf,
  sumQuality,
  type WaitingRow,
  writeReview,
} from './quality.sql.ts'

const DAY = 24 * 3_600_000
const WORDS_MS = 90 * DAY
const SUMS_MS = 12 * 7 * DAY

const scoreOf = (answers: readonly number[]): number => answers.reduce((sum, one) => sum + one, 0)

const itemOf = ({ id, category, week, reason }: WaitingRow) => ({
  id,
  category: categoryName(category),
  week,
  reason,
})

/** Routes of reviews. The names of who answered a ticket are returned only once its review is written. */
export const qualityRoutes = (on: On, { sql, clock }: Deps): void => {
  const since = (ms: number): Date => new Date(clock.now().getTime() - ms)

  on(calls.listQuality, async ({ who, query }) => {
    const after = query.after === undefined ? '0' : rowId(query.after)
    const { rows, next } = pageOf(await listWaitingReviews(sql, { ...who, after }))
    return { results: rows.map(itemOf), next, total: await countWaitingReviews(sql, who) }
  })

  on(calls.listReviewed, async ({ who, query }) => {
    const after = query.after === undefined ? null : rowId(query.after)
    const { rows, next } = pageOf(await listReviewedRows(sql, { person_id: who.person_id, after }))
    return {
      results: rows.map((row) => ({
        ...row,
        score: scoreOf(row.answers),
        reviewed_at: row.reviewed_at.toISOString(),
      })),
      next,
    }
  })

  on(calls.getQualityTicket, async ({ who, params }) => {
    const row = await findReview(sql, { ...who, id: rowId(params.reviewId), lock: false })
    if (row === undefined) throw refuse('not_found')
    const { rows, is_cut } = await listMessages(sql, row.ticket_id)
    const messages = rows.map((one) => ({ ...one, created_at: one.created_at.toISOString() }))
    return { ...itemOf(row), topic: row.topic, word: row.word, messages, is_cut }
  })

  on(calls.reviewTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const row = await findReview(tx, { ...who, id: rowId(params.reviewId), lock: true })
      if (row === undefined) throw refuse('not_found')
      // Reviewed by a colleague meanwhile.
      if (row.is_reviewed) throw refuse('changed_meanwhile')
      const { answers, note = null } = body
      await writeReview(tx, { id: row.id, person_id: who.person_id, now: clock.now(), answers, note })
      return {
        ticket_id: row.ticket_id,
        number: row.number,
        agents: await listAgentNames(tx, row.ticket_id),
        score: scoreOf(answers),
      }
    }),
  )

  on(calls.listRatingWords, async ({ who, query }) => {
    const after = query.after === undefined ? null : rowId(query.after)
    const { rows, next } = pageOf(await listWordRows(sql, { ...who, since: since(WORDS_MS), after }))
    return {
      results: rows.map(({ id, created_at, ...row }) => ({
        ...row,
        ticket_id: id,
        created_at: created_at.toISOString(),
      })),
      next,
    }
  })

  on(calls.getQuality, ({ who }) => sumQuality(sql, { business_id: who.business_id, since: since(SUMS_MS) }))
}
