import * as calls from '@podmoga/contract/desk/relations'
import type { Deps } from '../../deps.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { writeLog } from '../desk/work.sql.ts'
import { findSurvivor } from '../tickets.sql.ts'
import { beginMerging, findMerge, lockPair, merge, unmerge } from './merge.sql.ts'

/** Merging two tickets, and undoing it. */
export const ticketMergeRoutes = (on: On, { sql, clock }: Deps): void => {
  on(calls.mergeTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const { business_ids, person_id } = who
      const ticket_id = rowId(params.ticketId)
      if (!isRowId(body.into)) throw refuse('not_found')
      const ticket = await beginMerging(tx, { business_ids, ticket_id })
      if (ticket === undefined) throw refuse('not_found')
      if (body.into === ticket_id) throw refuse('invalid', { fields: { into: 'Это тот же самый тикет' } })
      const into_id = await findSurvivor(tx, body.into)
      // A colleague merged first: in the other direction, into another ticket, or the same way.
      if (into_id === ticket_id) throw refuse('merged_already')
      if (ticket.merged_into !== null) {
        const stays = await findSurvivor(tx, ticket_id)
        const other = await beginMerging(tx, { business_ids, ticket_id: stays })
        if (stays !== into_id || other === undefined) throw refuse('merged_already')
        return { id: stays, number: other.number }
      }
      const [own, into] = await lockPair(tx, { business_ids, ids: [ticket_id, into_id] })
      if (own === undefined || into === undefined) throw refuse('not_found')
      if (own.restaurant_id !== into.restaurant_id) throw refuse('other_restaurant')
      const at = clock.now()
      await merge(tx, own, into, at)
      await writeLog(tx, { ticket_id: into.id, at, person_id, act: 'merged', other_id: own.id })
      await writeLog(tx, { ticket_id: own.id, at, person_id, act: 'merged_into', other_id: into.id })
      return { id: into.id, number: into.number }
    }),
  )

  on(calls.unmergeTicket, ({ who, params }) =>
    sql.begin(async (tx) => {
      const { business_ids, person_id } = who
      const ticket_id = rowId(params.ticketId)
      const ticket = await beginMerging(tx, { business_ids, ticket_id })
      if (ticket === undefined) throw refuse('not_found')
      if (ticket.merged_into === null) throw refuse('not_merged')
      const [own, into] = await lockPair(tx, { business_ids, ids: [ticket_id, ticket.merged_into] })
      // Read under the lock: nothing is written meanwhile.
      const kept = await findMerge(tx, { business_ids, ticket_id })
      if (own === undefined || into === undefined || kept === undefined) throw refuse('not_merged')
      if (into.status === 'merged')
        throw refuse('merge_settled', { message: `Сначала разъедините тикет №${into.number}.` })
      const at = clock.now()
      if (!kept.is_fresh || !(await unmerge(tx, own, into, kept, at))) throw refuse('merge_settled')
      await writeLog(tx, { ticket_id: into.id, at, person_id, act: 'unmerged', other_id: own.id })
      await writeLog(tx, { ticket_id: own.id, at, person_id, act: 'unmerged_from', other_id: into.id })
      return { id: own.id, number: own.number }
    }),
  )
}
