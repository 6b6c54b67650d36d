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

/** The one outbox of this person at the desk. */
export const openOutbox = (call: Call, person: string): DeskOutbox => {
  const outbox =
    outboxes.get(person) ?? new Outbox({ store: outboxStore, scope: { call }, person, scopeKey: SCOPE_KEY })
  outboxes.set(person, outbox)
  return outbox
}

/** Whether somebody who signs out goes, though what waits here would be lost. */
export const mayLeave = (person: string): Promise<boolean> => mayLeaveOutbox(outboxStore, person)

/** Ends the outbox of somebody who signs out, before what it kept is removed. */
export const closeOutbox = (person: string): void => outboxes.get(person)?.close()
