import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { Instead } from '@podmoga/web/outbox/outbox'
import type { Scope } from '../scope.tsx'
import { openOutbox } from './outbox.ts'

/** A small thing that a person does: a later one about the same (`key`) takes the place of an earlier one. */
export interface PendingAction<D> {
  kind: string
  key: string
  data: D
  /** Whether the server knows it again for as long as its key lives, not for good. */
  hasKey?: true
}

/** Does something at once, or keeps it until there is a network: then it answers null. Rejects with a refusal. */
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

/** What of one kind has not been heard yet, or was refused, oldest first. */
export const listPending = async (scope: Scope, kind: string): Promise<OutboxItem[]> =>
  (await openOutbox(scope).whenRestored()).filter((item) => item.kind === kind && item.state !== 'sent')
