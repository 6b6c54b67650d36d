import { localDb } from '../lib/local-db.ts'
import { drafts } from './drafts.ts'

/** Removes what this browser keeps of a person: drafts and unsent replies. */
export const forgetPerson = async (person: string): Promise<void> => {
  await Promise.all([drafts.forget(person), localDb.removeAll('outbox', `${person}/`)])
}
