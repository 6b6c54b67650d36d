import * as calls from '@podmoga/contract/desk/knowledge'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { DeskSearch } from '../knowledge.desk-search.ts'
import { closeGap, listGapRows } from '../knowledge.gaps.sql.ts'
import { aboutTheSame } from './about-the-same.ts'
import { businessOf } from './editing.rules.ts'
import { titlesOf } from './journal.sql.ts'

/** Routes of gaps: searches without a result, and materials that did not help. */
export const knowledgeGapRoutes = (on: On, { sql, clock }: Deps, search: DeskSearch): void => {
  on(calls.listGaps, async ({ who, query }) => {
    const business_id = businessOf(who, query.business)
    const { rows, total_items } = await listGapRows(sql, {
      business_id,
      closed: query.closed === 'true',
      page: query.page,
      page_size: query.page_size,
    })
    const queries = rows.map((row) => row.query ?? '')
    const near = await search.nearest(business_id, queries)
    const firsts = aboutTheSame(queries)
    return {
      results: rows.map((row, at) => ({
        ...row,
        near: near[at] ?? null,
        about: rows[firsts[at] ?? at]?.id ?? row.id,
        last_at: row.last_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
      })),
      total_pages: totalPages(total_items, query.page_size),
      total_items,
    }
  })

  const note = makeNote(clock)
  on(calls.closeGap, ({ who, params, body, request }) =>
    sql.begin(async (tx) => {
      const gap_id = rowId(params.gapId)
      const answer_id = body.material === null ? null : rowId(body.material)
      const { business_ids, person_id } = who
      const gap = await closeGap(tx, { gap_id, business_ids, person_id, answer_id, now: clock.now() })
      if (gap === undefined) throw refuse('not_found')
      const { business_id, closed } = gap
      const materials = answer_id === null ? [] : await titlesOf(tx, [answer_id])
      await note(tx, who, request, {
        event: 'gap_closed',
        business_id,
        subject: `gap ${gap_id}`,
        // Without the search query: it may contain personal data, and the journal cannot be edited.
        after: { materials, closed },
      })
      return { ok: true, closed }
    }),
  )
}
