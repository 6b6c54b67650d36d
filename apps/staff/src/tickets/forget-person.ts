import { forgetOldDatabases } from '../lib/offline/outbox.take-over.ts'
import { closeOutboxes, outboxStore } from '../lib/offline/outbox.ts'
import { forgetSeen } from './conversation/last-seen.ts'
import { forgetFetched } from './fetch-tickets.ts'

/** Deletes drafts, unsent items and read marks of a user who has signed out; returns whether they are gone. */
export const forgetPerson = async (person: string): Promise<boolean> => {
  forgetSeen(person)
  closeOutboxes(person)
  const gone = await Promise.all([
    outboxStore.forget(`${person}/`),
    forgetOldDatabases(person),
    forgetFetched(person),
  ])
  return gone.every(Boolean)
}
