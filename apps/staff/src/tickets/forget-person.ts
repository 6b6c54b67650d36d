import { forgetOldDatabases } from '../lib/offline/outbox.take-over.ts'
import { closeOutboxes, outboxStore } from '../lib/offline/outbox.ts'
import { forgetSeen } from './conversation/last-seen.ts'
import { forgetFetched } from './fetch-tickets.ts'

/** Drafts, unsent replies and reading marks of a person who has signed out. */
export const forgetPerson = async (person: string): Promise<void> => {
  forgetSeen(person)
  closeOutboxes(person)
  await Promise.all([outboxStore.forget(`${person}/`), forgetOldDatabases(person), forgetFetched(person)])
}
