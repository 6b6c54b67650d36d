import { makeLocalDb } from '@podmoga/web/local-db'

// What is on its way is the dispatch's; its store is still called `outbox`: under another name, a new release would not
// find what browsers keep there unsent. So are its lock and channel: tabs of both releases must not send one thing twice.
/** Unfinished texts and what is on its way, with its files. */
export const localDb = makeLocalDb('podmoga', ['drafts', 'outbox'])
