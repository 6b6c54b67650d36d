import { makeLocalDb } from '@podmoga/web/local-db'

// What is on its way is the dispatch's; its store is still called `outbox`: under another name, a new release would not
// find what browsers keep there unsent.
/** Files of unfinished replies, and what is on its way. */
export const localDb = makeLocalDb('podmoga-desk', ['draft_files', 'outbox'])
