import { isRowId } from '../../http/refuse.ts'
import type { DraftFromTicket } from '../../ports/draft-from-ticket.ts'
import { addTicketGap, findTicketDraft } from '../knowledge.gaps.sql.ts'
import { cleanHtml } from '../knowledge.html.ts'
import { noteChange, saveDraft } from '../knowledge.write.sql.ts'
import { addMaterial, findSubcategory } from './knowledge.tree.sql.ts'

/** Begins a material from a ticket, with a line of the editors' queue that its publication closes. */
export const draftFromTicket: DraftFromTicket = async (tx, { ticket_id, subcategory, content, ...draft }) => {
  const { business_id, person_id, title, now } = draft
  await noteChange(tx, business_id)
  const before = await findTicketDraft(tx, ticket_id)
  if (before !== null) return { ...before, is_new: false }
  const wanted = subcategory !== null && isRowId(subcategory) ? subcategory : null
  const subcategory_id = await findSubcategory(tx, { business_id, wanted })
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
