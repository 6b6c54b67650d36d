import { draftArticle } from '@podmoga/contract/desk/relations'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { DraftFromTicket } from '../../ports/domains/draft-from-ticket.ts'
import { writeLog } from '../desk/work.sql.ts'
import { processedTicketOf } from '../tickets.rules.ts'
import { findMessages } from './article.sql.ts'
import { articleOf } from './words.ts'

/** Makes an article draft of a processed ticket, without the names of its authors. */
export const ticketArticleRoute = (on: On, { clock }: Deps, draftFrom: DraftFromTicket): void => {
  on(draftArticle, ({ who, params, body, once }) =>
    once({
      work: async (tx) => {
        const { person_id, business_ids } = who
        const where = { scope: { business_ids }, ticket_id: params.ticketId, lock: true }
        const { id: ticket_id } = await processedTicketOf(tx, where)
        const { business_id, messages, names, files } = await findMessages(tx, ticket_id)
        if (!messages.some(({ from_support }) => from_support)) throw refuse('nothing_answered')
        const { title, content, hidden } = articleOf(messages, names)
        const now = clock.now()
        const subcategory = body.subcategory ?? null
        const draft = { business_id, ticket_id, subcategory, person_id, title, content, now }
        const made = await draftFrom(tx, draft)
        if (made === null) throw refuse('no_subcategory')
        if (made.is_new)
          await writeLog(tx, { ticket_id, at: now, person_id, act: 'drafted', after: made.title })
        return { ...made, left_out: { ...hidden, files } }
      },
    }),
  )
}
