import * as calls from '@podmoga/contract/desk/notes'
import { totalPages } from '@podmoga/contract/page'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { ticketOf } from '../tickets.rules.ts'
import { noteAnswer } from './notes.answers.ts'
import { insertNote, listNoteRows } from './notes.sql.ts'

/** Support's internal notes at a ticket. No call of the restaurant reads these tables. */
export const ticketNoteRoutes = (on: On, { sql, links, clock, rates, config }: Deps): void => {
  on(calls.listNotes, async ({ who, params, query }) => {
    const list = await listNoteRows(sql, {
      business_ids: who.business_ids,
      ticket_id: rowId(params.ticketId),
      ...query,
    })
    if (list === undefined) throw refuse('not_found')
    return {
      results: list.rows.map((row) => noteAnswer(links, who, row)),
      total_pages: totalPages(list.total_items, query.page_size),
      total_items: list.total_items,
    }
  })

  on(calls.addNote, async ({ who, params, form, once }) => {
    const where = { scope: { business_ids: who.business_ids }, ticket_id: params.ticketId }
    const row = await once({
      before: async () => {
        await ticketOf(sql, where)
        await rates.take('replies', who.person_id, config.REPLIES_PER_MINUTE, 60)
      },
      work: async (tx, stored) => {
        const { id } = await ticketOf(tx, { ...where, lock: true })
        const mentions = form.mentions.split(',').filter(Boolean)
        const note = { ticket_id: id, author_id: who.person_id, text: form.text, mentions }
        return insertNote(tx, { ...note, now: clock.now() }, stored)
      },
    })
    return noteAnswer(links, who, row)
  })
}
