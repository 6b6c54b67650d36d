import { localDb } from '../lib/local-db.ts'
import { forgetSaid } from '../lib/said-later.ts'
import { forgetFetched } from './fetch-tickets.ts'
import { forgetSeen } from './last-seen.ts'
import { closeOutboxes } from './outbox.ts'

/** Drafts, unsent replies and reading marks of a person who has signed out. */
export const forgetPerson = async (person: string): Promise<void> => {
  forgetSeen(person)
  closeOutboxes(person)
  await Promise.all([
    localDb.removeAll('drafts', `${person}/`),
    localDb.removeAll('outbox', `${person}/`),
    forgetSaid(person),
    forgetFetched(person),
  ])
}
