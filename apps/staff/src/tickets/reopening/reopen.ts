import { reopenOwnTicket } from '@podmoga/contract/tickets/reopening'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Scope } from '../../lib/scope.tsx'

export interface ReopeningData {
  ticketId: string
  text: string
}

/** The idempotency key prevents duplicates on a retry. */
export const reopen = (
  { call }: Scope,
  { ticketId, text }: ReopeningData,
  { files, key }: Pick<OutboxItem, 'files' | 'key'>,
) => call(reopenOwnTicket, { params: { ticketId }, form: { text }, files }, { idempotency_key: key })
