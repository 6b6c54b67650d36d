import * as calls from '@podmoga/contract/desk/work'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../../deps.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { iso } from '../tickets.answers.ts'
import { openTicketOf } from '../tickets.rules.ts'
import { listOf, restaurantsOf } from './queue.filters.sql.ts'
import {
  findAgentFor,
  findAssignee,
  listAgentRows,
  listLogRows,
  lockNext,
  setAssignee,
  writeLog,
} from './work.sql.ts'

/** Assigning tickets, handing them over, taking the next one, and the log of it. */
export const ticketWorkRoutes = (on: On, { sql, clock }: Deps): void => {
  on(calls.listAgents, async ({ who }) => ({ agents: await listAgentRows(sql, who.business_ids) }))

  on(calls.assignTicket, ({ who, params, body }) =>
    sql.begin(async (tx) => {
      const scope = { business_ids: who.business_ids }
      const { id } = await openTicketOf(tx, { scope, ticket_id: params.ticketId, lock: true })
      const before = await findAssignee(tx, id)
      if (body.from !== undefined && body.from !== (before?.id ?? null)) throw refuse('assigned_meanwhile')
      const wanted = body.assignee === undefined ? who.person_id : body.assignee
      const after =
        wanted === null
          ? null
          : isRowId(wanted)
            ? await findAgentFor(tx, { ticket_id: id, person_id: wanted })
            : undefined
      if (after === undefined) throw refuse('invalid', { fields: { assignee: FIELD.bad_value } })
      const word = body.word ?? null
      if (after?.id === before?.id && word === null) return { id, assignee: after }
      const now = clock.now()
      await setAssignee(tx, { ticket_id: id, assignee_id: after?.id ?? null, now })
      await writeLog(tx, {
        ticket_id: id,
        at: now,
        person_id: who.person_id,
        act: 'assigned',
        before: before?.name ?? null,
        after: after?.name ?? null,
        before_id: before?.id ?? null,
        after_id: after?.id ?? null,
        word,
      })
      return { id, assignee: after }
    }),
  )

  on(calls.takeNext, ({ who, body, once }) =>
    once({
      work: async (tx) => {
        const [restaurant_ids = null] = await restaurantsOf(tx, who.business_ids, [body])
        const next = await lockNext(tx, {
          business_ids: who.business_ids,
          restaurant_ids,
          category: listOf(body.category),
          topic: listOf(body.topic),
          tag: listOf(body.tag),
          priority: listOf(body.priority),
        })
        if (next === undefined) return { id: null, number: null }
        const ticket_id = next.id
        const now = clock.now()
        const me = await findAgentFor(tx, { ticket_id, person_id: who.person_id })
        await setAssignee(tx, { ticket_id, assignee_id: who.person_id, now })
        await writeLog(tx, {
          ticket_id,
          at: now,
          person_id: who.person_id,
          act: 'assigned',
          after: me?.name ?? null,
          after_id: me?.id ?? null,
        })
        return next
      },
    }),
  )

  on(calls.listLog, async ({ who, params, query }) => {
    const list = await listLogRows(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
      ...query,
    })
    if (list === undefined) throw refuse('not_found')
    return {
      results: list.rows.map(({ before, after, at, ...line }) => ({
        ...line,
        at: iso(at),
        from: before,
        to: after,
      })),
      total_pages: totalPages(list.total_items, query.page_size),
      total_items: list.total_items,
    }
  })
}
