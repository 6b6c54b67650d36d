import { localDb } from '../lib/local-db.ts'
import { forgetSeen } from './last-seen.ts'
import { closeOutboxes } from './outbox.ts'

/** Drafts, unsent replies and reading marks of a person who has signed out. */
export const forgetPerson = async (person: string): Promise<void> => {
  forgetSeen(person)
  closeOutboxes(person)
  await Promise.all([localDb.removeAll('drafts', `${person}/`), localDb.removeAll('outbox', `${person}/`)])
}
