import { makeLocalDb } from '@podmoga/web/local-db'

/** Unfinished texts and what is on its way, with its files. */
export const localDb = makeLocalDb('podmoga', ['drafts', 'outbox'])
