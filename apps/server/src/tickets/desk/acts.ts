import type { MacroFate } from '@podmoga/contract/desk/macros'
import { fillPlaceholders, unfilled } from '@podmoga/contract/desk/placeholders'
import { TAGS_MAX } from '@podmoga/contract/fields/limits'
import type { TransactionSql } from '@podmoga/sql/sql'
import { writeAudit } from '../../db/audit.ts'
import type { ActsBy, PerformActs, TicketActs } from '../../ports/domains/ticket-acts.ts'
import { insertNote } from '../notes/notes.sql.ts'
import { addMessage } from '../tickets.write.sql.ts'
import { findKnown } from './acts.sql.ts'
import { listWrittenSince, lockMany, type ManyRow } from './bulk.sql.ts'
import { markProcessed } from './desk.sql.ts'
import { setPriority, setTags } from './edit.sql.ts'
import { findAgentFor, setAssignee, writeLog } from './work.sql.ts'

const AUTOMATIC = { is_automatic: true, mark: 'Автоматический ответ' }

/** Reasons, for the log, why a triggered rule did nothing. */
const HINDRANCES: Partial<Record<MacroFate, string>> = {
  ticket_closed: 'тикет закрыт',
  no_such_agent: 'агента больше нет',
  too_many_tags: 'слишком много меток',
  unfilled: 'в ответе осталось незаполненное в скобках',
}

/** The acts resolved for one ticket. */
interface Plan {
  text: string | null
  tags: string[]
  agent: { id: string; name: string } | null | undefined
}

const planOf = async (tx: TransactionSql, row: ManyRow, acts: TicketActs): Promise<Plan> => ({
  text: acts.text == null ? null : fillPlaceholders(acts.text, await findKnown(tx, row.id)),
  tags: [...new Set([...row.tags, ...(acts.tags ?? [])])],
  agent:
    acts.assignee_id == null
      ? null
      : await findAgentFor(tx, { ticket_id: row.id, person_id: acts.assignee_id }),
})

/** Whether the acts are possible, and whether they change anything. */
const fateOf = (row: ManyRow, acts: TicketActs, { text, tags, agent }: Plan): MacroFate => {
  // Rules may change closed tickets too, except for replying and assigning.
  const isOpenOnly = acts.rule === undefined || text !== null || acts.assignee_id !== undefined
  if (row.status === 'processed' && isOpenOnly) return 'ticket_closed'
  if (acts.from !== undefined && acts.from !== row.assignee_id) return 'assigned_meanwhile'
  if (agent === undefined) return 'no_such_agent'
  if (tags.length > TAGS_MAX) return 'too_many_tags'
  if (text !== null && unfilled(text).length > 0) return 'unfilled'
  const isSame =
    text === null &&
    acts.note == null &&
    acts.close !== true &&
    tags.length === row.tags.length &&
    (acts.priority == null || acts.priority === row.priority) &&
    (acts.assignee_id === undefined || acts.assignee_id === row.assignee_id)
  return isSame ? 'same' : 'done'
}

const perform = async (
  tx: TransactionSql,
  row: ManyRow,
  acts: TicketActs,
  { plan: { text, tags, agent }, by, now }: { plan: Plan; by: ActsBy; now: Date },
): Promise<void> => {
  const ticket_id = row.id
  const entry = { ticket_id, person_id: by.person_id, at: now }
  if (text !== null)
    await addMessage(
      tx,
      { ticket_id, author_id: by.author_id, from_support: true, text, now, ...(acts.rule && AUTOMATIC) },
      [],
    )
  if (acts.priority != null && acts.priority !== row.priority)
    await setPriority(tx, { ...entry, before: row.priority, after: acts.priority })
  if (tags.length > row.tags.length)
    await setTags(tx, { ...entry, business_id: row.business_id, before: row.tags, after: tags })
  if (acts.assignee_id !== undefined && acts.assignee_id !== row.assignee_id) {
    await setAssignee(tx, { ticket_id, assignee_id: acts.assignee_id, now })
    await writeLog(tx, {
      ...entry,
      act: 'assigned',
      before: row.assignee_name,
      after: agent?.name ?? null,
      before_id: row.assignee_id,
      after_id: agent?.id ?? null,
    })
  }
  if (acts.note != null) {
    const note = { ticket_id, author_id: by.author_id, ...acts.note, now }
    await insertNote(tx, note, [])
  }
  if (acts.close === true) {
    await markProcessed(tx, ticket_id, now)
    await writeAudit(tx, { at: now, person_id: by.person_id, event: 'ticket_closed', detail: { ticket_id } })
    await writeLog(tx, { ...entry, act: 'closed' })
  }
}

export const performActs: PerformActs = async (tx, { business_ids, ticket_id, acts, by, seen, now }) => {
  const [row] = await lockMany(tx, { business_ids, ids: [ticket_id] })
  if (row === undefined) return { number: null, fate: 'not_found' }
  const { number } = row
  if (seen !== null && (acts.text != null || acts.close === true)) {
    const asked = { seen: new Map([[ticket_id, seen]]), person_id: by.author_id }
    if ((await listWrittenSince(tx, asked)).size > 0) return { number, fate: 'unseen_message' }
  }
  const plan = await planOf(tx, row, acts)
  const fate = fateOf(row, acts, plan)
  if (acts.rule !== undefined)
    await writeLog(tx, {
      ticket_id,
      at: now,
      person_id: by.person_id,
      act: 'rule',
      after: acts.rule.name,
      word: HINDRANCES[fate] ?? null,
    })
  if (fate === 'done') await perform(tx, row, acts, { plan, by, now })
  return { number, fate }
}
