import type { Call } from '@podmoga/contract/client'
import { Outbox } from '@podmoga/web/outbox/outbox'
import { mayLeaveOutbox } from '@podmoga/web/session/may-leave'
import { SCOPE_KEY } from './outbox-keys.ts'
import { outboxStore } from './outbox-store.ts'

export interface DeskScope {
  call: Call
}
export type DeskOutbox = Outbox<DeskScope>

const outboxes = new Map<string, DeskOutbox>()

/** Returns this person's outbox; one instance per person and page. */
export const openOutbox = (call: Call, person: string): DeskOutbox => {
  const outbox =
    outboxes.get(person) ?? new Outbox({ store: outboxStore, scope: { call }, person, scopeKey: SCOPE_KEY })
  outboxes.set(person, outbox)
  return outbox
}

/** Whether a person who signs out agrees to lose the pending items. */
export const mayLeave = (person: string): Promise<boolean> => mayLeaveOutbox(outboxStore, person)

/** Closes the outbox of a person who signs out, before its records are removed. */
export const closeOutbox = (person: string): void => outboxes.get(person)?.close()
