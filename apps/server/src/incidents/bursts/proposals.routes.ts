import * as calls from '@podmoga/contract/desk/incidents'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listGlances } from '../desk/desk.sql.ts'
import type { IncidentNeeds } from '../incidents.needs.ts'
import { dismissProposal, listProposals } from './proposals.sql.ts'

/** Routes of proposals: bursts of tickets that may be incidents, until an agent accepts or dismisses them. */
export const proposalRoutes = (on: On, { sql, clock }: Deps, { publishToDesk }: IncidentNeeds): void => {
  on(calls.listIncidentProposals, async ({ who: { business_ids } }) => {
    const proposals = await listProposals(sql, { business_ids, now: clock.now() })
    const ids = [...new Set(proposals.flatMap(({ ticket_ids }) => ticket_ids))]
    const found = new Map(
      (ids.length === 0 ? [] : await listGlances(sql, { incident_id: null, ids })).map((row) => [
        row.id,
        row,
      ]),
    )
    return {
      results: proposals.map(({ id, topic, words, ticket_ids, made_at }) => ({
        id,
        topic,
        words,
        made_at: made_at.toISOString(),
        tickets: ticket_ids.flatMap((ticket) => {
          const row = found.get(ticket)
          return row === undefined
            ? []
            : [{ id: ticket, number: row.number, restaurant: row.restaurant, text: row.text }]
        }),
      })),
    }
  })

  on(calls.dismissIncidentProposal, async ({ who: { business_ids }, params }) => {
    const id = rowId(params.proposalId)
    const business_id = await dismissProposal(sql, { business_ids, id, now: clock.now() })
    if (business_id === null) throw refuse('not_found')
    await publishToDesk(sql, business_id, 'incident', { id, count: null })
    return { ok: true }
  })
}
