import type { TransactionSql } from '../../db/sql.ts'
import { isRowId } from '../../http/refuse.ts'
import { addTicketGap, findTicketDraft } from '../knowledge.gaps.sql.ts'
import { cleanHtml } from '../knowledge.html.ts'
import { noteChange, saveDraft } from '../knowledge.write.sql.ts'
import { addMaterial, findShelf } from './knowledge.tree.sql.ts'

/** What a ticket has to say to the knowledge base. */
export interface TicketDraftText {
  business_id: string
  ticket_id: string
  /** The subcategory that was asked for. */
  subcategory: string | null
  person_id: string
  title: string
  content: string
  now: Date
}

/**
 * Begins a material from a ticket, with a line of the editors' queue that its publication closes. A ticket has one draft:
 * the one that is there is answered untouched. Null when the business has no subcategory at all.
 */
export const draftFromTicket = async (
  tx: TransactionSql,
  { ticket_id, subcategory, content, ...draft }: TicketDraftText,
): Promise<{ id: string; title: string; is_new: boolean } | null> => {
  const { business_id, person_id, title, now } = draft
  await noteChange(tx, business_id)
  const before = await findTicketDraft(tx, ticket_id)
  if (before !== null) return { ...before, is_new: false }
  const wanted = subcategory !== null && isRowId(subcategory) ? subcategory : null
  const subcategory_id = await findShelf(tx, { business_id, wanted })
  if (subcategory_id === null) return null
  const id = await addMaterial(tx, { business_id, subcategory_id, title, person_id, now })
  await saveDraft(tx, {
    id,
    title,
    content: cleanHtml(content),
    cover_id: null,
    file_ids: [],
    now,
    person_id,
  })
  await addTicketGap(tx, { business_id, ticket_id, answer_id: id, now })
  return { id, title, is_new: true }
}
