import { mayLeaveOutbox } from '@podmoga/web/session/may-leave'
import { outboxStore } from '../lib/offline/outbox.ts'

/** Whether somebody who signs out goes, though what waits in one of their restaurants would be lost. */
export const mayLeave = (person: string): Promise<boolean> => mayLeaveOutbox(outboxStore, person)
