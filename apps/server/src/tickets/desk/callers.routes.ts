import * as calls from '@podmoga/contract/tickets/callers'
import type { Deps } from '../../deps.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { LinkDevice } from '../../ports/domains/link-device.ts'
import type { TopicsOf } from '../../ports/domains/topics-of.ts'
import { topicToKeep } from '../tickets.rules.ts'
import { addTicket } from '../tickets.write.sql.ts'
import { findCaller } from './callers.sql.ts'
import { writeLog } from './work.sql.ts'

const NOT_THERE = 'Этот человек не работает в этом ресторане'

/** A ticket that an agent opens for a caller, who becomes its author. */
export const ticketCallerRoutes = (
  on: On,
  { sql, clock, rates, config }: Deps,
  { topicsOf, linkDevice }: { topicsOf: TopicsOf; linkDevice: LinkDevice },
): void => {
  on(calls.openTicketForCaller, ({ who, body, once }) => {
    const { customer, category, topic, text, device: code } = body
    const restaurant_id = rowId(body.restaurant)
    let business_id = ''
    let kept: Awaited<ReturnType<typeof topicToKeep>> = { topic: null, topic_name: null }
    return once({
      before: async () => {
        const person_id = isRowId(customer) ? customer : null
        const caller = await findCaller(sql, { business_ids: who.business_ids, restaurant_id, person_id })
        if (caller === undefined) throw refuse('not_found')
        if (!caller.belongs) throw refuse('invalid', { fields: { customer: NOT_THERE } })
        business_id = caller.business_id
        if (topic !== '') kept = await topicToKeep(topicsOf, { business_id, category, topic })
        await rates.take('replies', who.person_id, config.REPLIES_PER_MINUTE, 60)
      },
      work: async (tx) => {
        const now = clock.now()
        const draft = { restaurant_id, business_id, author_id: customer, category, ...kept, text, now }
        const ticket = await addTicket(tx, draft, [])
        if (code !== undefined) await linkDevice(tx, { code, ticket_id: ticket.id, restaurant_id })
        await writeLog(tx, { ticket_id: ticket.id, at: now, person_id: who.person_id, act: 'opened' })
        return ticket
      },
    })
  })
}
