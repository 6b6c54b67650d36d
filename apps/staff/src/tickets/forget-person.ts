import { localDb } from '../lib/local-db.ts'
import { forgetSaid } from '../lib/said-later.ts'
import { forgetSync } from '../lib/sync-db.ts'
import { closeDispatches } from './dispatch.ts'
import { forgetFetched } from './fetch-tickets.ts'
import { forgetSeen } from './last-seen.ts'

/** Drafts, unsent replies and reading marks of a person who has signed out. */
export const forgetPerson = async (person: string): Promise<void> => {
  forgetSeen(person)
  closeDispatches(person)
  await Promise.all([
    localDb.removeAll('drafts', `${person}/`),
    localDb.removeAll('outbox', `${person}/`),
    forgetSaid(person),
    forgetSync(person),
    forgetFetched(person),
  ])
}
