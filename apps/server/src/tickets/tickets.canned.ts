import * as calls from '@podmoga/contract/desk/canned'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import type { DeskMember } from '../http/who.ts'
import {
  type CannedRow,
  countUse,
  insertCanned,
  isTitleTaken,
  listCannedRows,
  removeCanned,
  updateCanned,
} from './tickets.canned.sql.ts'

const answerOf = (who: DeskMember, { author_id, ...row }: CannedRow): calls.CannedReply => ({
  ...row,
  is_own: author_id === who.person_id,
})

/** The business that a new one belongs to: the agent's own where they serve it. */
const homeOf = ({ business_ids, business_id }: DeskMember): string =>
  business_ids.includes(business_id) ? business_id : (business_ids[0] ?? business_id)

const titleAnswer = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isTitleTaken(error)) throw refuse('name_taken')
    throw error
  }
}

/** Replies that are kept to be sent again: one's own, and those of every agent of the business. */
export const cannedRoutes = (on: On, { sql }: Deps): void => {
  on(calls.listCanned, async ({ who, query }) => {
    const search = query.search?.trim() ?? ''
    return { results: (await listCannedRows(sql, who, search)).map((row) => answerOf(who, row)) }
  })

  on(calls.addCanned, async ({ who, body, once }) =>
    answerOf(
      who,
      await once({
        work: (tx) =>
          titleAnswer(insertCanned(tx, { ...body, business_id: homeOf(who), author_id: who.person_id })),
      }),
    ),
  )

  on(calls.editCanned, async ({ who, params, body }) => {
    const row = await titleAnswer(updateCanned(sql, who, { id: rowId(params.cannedId), ...body }))
    if (row === undefined) throw refuse('not_found')
    return answerOf(who, row)
  })

  on(calls.deleteCanned, async ({ who, params }) => {
    if (!(await removeCanned(sql, who, rowId(params.cannedId)))) throw refuse('not_found')
    return { ok: true }
  })

  on(calls.countCannedUse, async ({ who, params }) => {
    const uses = await countUse(sql, who, rowId(params.cannedId))
    if (uses === undefined) throw refuse('not_found')
    return { uses }
  })
}
