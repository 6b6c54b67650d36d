import type { Clock } from '../ports/clock.ts'
import type { MayStillRead } from '../ports/domains/may-still-read.ts'
import type { LinkReader } from './file-links.ts'

const KEEP_MS = 2_000
const MOST = 10_000

type MayRead = (reader: LinkReader) => Promise<boolean>

/**
 * Makes the check whether a link's person may still open it: not disabled, session alive. The result is cached for two
 * seconds, because a page of pictures makes many requests at once.
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
