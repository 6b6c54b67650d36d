// The code that ends a session has a database handle, often a transaction, but no cache: so revocations are kept per
// process. Two apps in one process (tests) only cause extra reads.
const MOST = 10_000
const ended = new Map<string, number>()
let revision = 0
let forgotten = 0

/** The current revision; take it before reading access facts. */
export const accessRevision = (): number => revision

/** Marks cached access facts of the person as stale in this process. */
export const noteRevoked = (person_id: string): void => {
  revision += 1
  if (ended.size >= MOST) {
    // Everything read so far counts as stale instead.
    ended.clear()
    forgotten = revision
  }
  ended.set(person_id, revision)
}

/** Whether facts read at revision `seen` may be stale. */
export const revokedSince = (person_id: string, seen: number): boolean =>
  seen < forgotten || (ended.get(person_id) ?? 0) > seen
