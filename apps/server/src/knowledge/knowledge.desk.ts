import * as calls from '@podmoga/contract/desk/knowledge'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import type { DeskMember } from '../http/who.ts'
import { closeGap, listGapRows } from './knowledge.gaps.sql.ts'

/** The business that an editor means: the one they name, or their first. */
export const businessOf = (who: DeskMember, named: string | undefined): string => {
  const [first] = who.business_ids
  const id = named ?? first
  if (id === undefined || !who.business_ids.includes(id)) throw refuse('not_found')
  return id
}

/** The knowledge base as its editors see it: every read and write stays inside the businesses they serve. */
export const knowledgeDeskRoutes = (on: On, deps: Deps): void => {
  gapRoutes(on, deps)
}

const gapRoutes = (on: On, { sql, clock }: Deps): void => {
  on(calls.listGaps, async ({ who, query }) => {
    const { rows, total_items } = await listGapRows(sql, {
      business_id: businessOf(who, query.business),
      closed: query.closed === 'true',
      page: query.page,
      page_size: query.page_size,
    })
    return {
      results: rows.map((row) => ({
        ...row,
        last_at: row.last_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
      })),
      total_pages: totalPages(total_items, query.page_size),
      total_items,
    }
  })

  on(calls.closeGap, async ({ who, params, body }) => {
    const closed = await closeGap(sql, {
      gap_id: rowId(params.gapId),
      business_ids: who.business_ids,
      person_id: who.person_id,
      answer_id: body.material === null ? null : rowId(body.material),
      now: clock.now(),
    })
    if (!closed) throw refuse('not_found')
    return { ok: true }
  })
}
