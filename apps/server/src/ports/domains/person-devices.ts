import type { PushPayload } from '@podmoga/contract/notifications'
import type { Db } from '@podmoga/sql/sql'

/**
 * Called by business, shifts and incidents: finds a person's devices that may receive a push now; returns a function that sends
 * one to them.
 */
export type DevicesOf = (
  db: Db,
  person_id: string,
) => Promise<
  (message: Pick<PushPayload, 'title' | 'body' | 'path'> & Partial<Pick<PushPayload, 'kind' | 'tag'>>) => void
>
