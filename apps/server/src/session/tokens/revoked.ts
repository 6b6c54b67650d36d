// Whoever ends a session has a database at hand, often a transaction, and no cache: so the news is kept per process.
// Two apps of one process (tests) only read anew more often.
const MOST = 10_000
const ended = new Map<string, number>()
let revision = 0
let forgotten = 0

/** The moment to remember before access facts are read. */
export const accessRevision = (): number => revision

/** What this process knows of the person's access no longer holds. */
export const noteRevoked = (person_id: string): void => {
  revision += 1
  if (ended.size >= MOST) {
    // Everything read so far counts as out of date instead.
    ended.clear()
    forgotten = revision
  }
  ended.set(person_id, revision)
}

/** True when facts read at `seen` may be out of date. */
export const revokedSince = (person_id: string, seen: number): boolean =>
  seen < forgotten || (ended.get(person_id) ?? 0) > seen
