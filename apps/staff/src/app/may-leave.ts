import { mayLeaveOutbox } from '@podmoga/web/session/may-leave'
import { outboxStore } from '../lib/offline/outbox.ts'

/** Asks before signing out if unsent items in one of the user's restaurants would be lost. */
export const mayLeave = (person: string): Promise<boolean> => mayLeaveOutbox(outboxStore, person)
