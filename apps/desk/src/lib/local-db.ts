import { makeLocalDb } from '@podmoga/web/local-db'

/** Files of unfinished replies, and what is on its way. */
export const localDb = makeLocalDb('podmoga-desk', ['draft_files', 'outbox'])
