import type { Clock } from '../ports/clock.ts'
import type { LinkReader } from './file-links.ts'

const KEEP_MS = 2_000
const MOST = 10_000

/** Asks the database. The question is the session's own: what lies below the domains is handed it. */
export type MayStillRead = (asked: {
  person_id: string
  session_id: string | null
  now: Date
}) => Promise<boolean>

type MayRead = (reader: LinkReader) => Promise<boolean>

/**
 * Makes the check whether the person of a link may still open it: not disabled, and their session alive. An answer is
 * kept for two seconds, because a page of pictures asks many times at once.
 */
export const makeReaderCheck = (clock: Clock, mayStillRead: MayStillRead): MayRead => {
  const known = new Map<string, { until: number; answer: Promise<boolean> }>()

  return (reader) => {
    const key = `${reader.person_id} ${reader.session_id}`
    const now = clock.now().getTime()
    const found = known.get(key)
    if (found !== undefined && found.until > now && found.until <= now + KEEP_MS) return found.answer
    if (known.size >= MOST) known.clear()
    const answer = mayStillRead({ ...reader, now: clock.now() })
    known.set(key, { until: now + KEEP_MS, answer })
    answer.catch(() => known.delete(key))
    return answer
  }
}
