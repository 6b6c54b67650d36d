import type { DeskTicketItem } from '@podmoga/contract/desk/tickets'
import { categoryName, topicName } from '@podmoga/contract/fields/choices'
import { iso } from '../tickets.answers.ts'
import type { DeskTicketListRow, WorkRow } from './queue.sql.ts'

export const waitOf = (row: { status: string; waiting_since: Date | null }): string | null =>
  row.status === 'processed' || row.waiting_since === null ? null : iso(row.waiting_since)

export const workAnswer = ({ assignee, priority, tags, snoozed_until }: WorkRow) => ({
  assignee,
  priority,
  tags,
  snoozed_until: snoozed_until === null ? null : iso(snoozed_until),
})

const clockAnswer = (clock: DeskTicketListRow['clock']): DeskTicketItem['clock'] =>
  clock === null
    ? null
    : {
        kind: clock.kind,
        due_at: iso(new Date(clock.due_at)),
        soon_at: iso(new Date(clock.soon_at)),
        late_at: iso(new Date(clock.late_at)),
      }

export const itemAnswer = (row: DeskTicketListRow): DeskTicketItem => ({
  id: row.id,
  number: row.number,
  status: row.status,
  category: row.category,
  category_readable: categoryName(row.category),
  topic: row.topic,
  topic_readable: row.topic_name ?? topicName(row.category, row.topic),
  restaurant: { id: row.restaurant_id, name: row.restaurant_name },
  customer_name: row.customer_name,
  message_count: row.message_count,
  last_message: row.last_message,
  last_from_support: row.last_from_support,
  last_author_name: row.last_author_name,
  created_at: iso(row.created_at),
  last_message_at: iso(row.last_message_at),
  waiting_since: waitOf(row),
  ...workAnswer(row),
  ...(row.is_clock_current ? { clock: clockAnswer(row.clock) } : {}),
  ...(row.merged_into === null ? {} : { merged_into: row.merged_into }),
})
