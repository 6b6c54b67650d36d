import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Instead } from '@podmoga/web/outbox/outbox'
import type { Scope } from '../scope.tsx'
import { openOutbox } from './outbox.ts'

/** A small action of the user: a later one with the same `key` replaces an earlier one. */
export interface PendingAction<D> {
  kind: string
  key: string
  data: D
  /** The server deduplicates it only while its idempotency key lives, not for ever. */
  hasKey?: true
}

/** Sends an action now, or keeps it while offline and returns null. Rejects with a Refusal. */
export const sendOrKeep = <D, A>(
  scope: Scope,
  { kind, key, data, hasKey }: PendingAction<D>,
  send: (scope: Scope, data: D) => Promise<A>,
  instead?: Instead,
): Promise<A | null> => {
  const resend = hasKey === true ? 'while_key_lives' : 'always'
  const content = { id: `${kind}/${key}`, kind, queue: 'actions', resend, data } as const
  return openOutbox(scope).sendOrKeep(content, (own) => send(own, data), instead)
}

/** Actions of one kind that are unsent or refused, oldest first. */
export const listPending = async (scope: Scope, kind: string): Promise<OutboxItem[]> =>
  (await openOutbox(scope).whenRestored()).filter((item) => item.kind === kind && item.state !== 'sent')
