import { forgetOldDatabases } from '../lib/outbox.take-over.ts'
import { closeOutboxes, outboxStore } from '../lib/outbox.ts'
import { forgetFetched } from './fetch-tickets.ts'
import { forgetSeen } from './last-seen.ts'

/** Drafts, unsent replies and reading marks of a person who has signed out. */
export const forgetPerson = async (person: string): Promise<void> => {
  forgetSeen(person)
  closeOutboxes(person)
  await Promise.all([outboxStore.forget(`${person}/`), forgetOldDatabases(person), forgetFetched(person)])
}
