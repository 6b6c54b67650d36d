import type { TransactionSql } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import { isRowId } from '../../http/refuse.ts'
import type { DraftFromText } from '../../ports/domains/draft-from-text.ts'
import type { DraftFromTicket } from '../../ports/domains/draft-from-ticket.ts'
import { addTicketGap, findTicketDraft } from '../knowledge.gaps.sql.ts'
import { cleanHtml } from '../knowledge.html.ts'
import { noteChange, saveDraft } from '../knowledge.write.sql.ts'
import { addMaterial, findSubcategory } from './tree.sql.ts'

/** Adds an unpublished material with a draft. Returns null if the business has no subcategory. */
const addDraft = async (
  tx: TransactionSql,
  draft: {
    business_id: string
    wanted: string | null
    person_id: string
    title: string
    content: string
    now: Date
  },
): Promise<string | null> => {
  const { business_id, wanted, person_id, title, content, now } = draft
  const subcategory_id = await findSubcategory(tx, { business_id, wanted })
  if (subcategory_id === null) return null
  const id = await addMaterial(tx, { business_id, subcategory_id, title, person_id, now })
  await writeAudit(tx, {
    at: now,
    event: 'material_added',
    person_id,
    business_id,
    subject: `material ${id}`,
    after: { name: title },
  })
  await saveDraft(tx, {
    id,
    title,
    content: cleanHtml(content),
    cover_id: null,
    file_ids: [],
    now,
    person_id,
  })
  return id
}

/** Creates a draft from a ticket, with a gap in the editors' queue that its publication closes. */
export const draftFromTicket: DraftFromTicket = async (tx, { ticket_id, subcategory, content, ...draft }) => {
  const { business_id, title, now } = draft
  await noteChange(tx, business_id)
  const before = await findTicketDraft(tx, ticket_id)
  if (before !== null) return { ...before, is_new: false }
  const wanted = subcategory !== null && isRowId(subcategory) ? subcategory : null
  const id = await addDraft(tx, { ...draft, wanted, content })
  if (id === null) return null
  await addTicketGap(tx, { business_id, ticket_id, answer_id: id, now })
  return { id, title, is_new: true }
}

/** Creates a draft from unsanitised HTML. Returns its id; null if the business has no subcategory. */
export const draftFromText: DraftFromText = async (tx, draft) => {
  await noteChange(tx, draft.business_id)
  return addDraft(tx, { ...draft, wanted: null })
}
