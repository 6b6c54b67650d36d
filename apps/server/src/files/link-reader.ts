import type { World } from '../world.ts'
import type { LinkReader } from './file-links.ts'

const KEEP_MS = 2_000
const MOST = 10_000

/**
 * Makes the check whether the person of a link may still open it: not disabled, and their session alive. An answer is
 * kept for two seconds, because a page of pictures asks many times at once.
 */
export const makeReaderCheck = ({
  sql,
  clock,
}: Pick<World, 'sql' | 'clock'>): ((reader: LinkReader) => Promise<boolean>) => {
  const known = new Map<string, { until: number; answer: Promise<boolean> }>()

  const ask = async ({ person_id, session_id }: LinkReader): Promise<boolean> => {
    const now = clock.now()
    const rows = await sql`
      select 1 from people
      where id = ${person_id} and disabled_at is null and (
        ${session_id}::uuid is null or exists (
          select 1 from sessions
          where id = ${session_id} and person_id = people.id and ended_at is null and expires_at > ${now}
        )
      )`
    return rows.length > 0
  }

  return (reader) => {
    const key = `${reader.person_id} ${reader.session_id}`
    const now = clock.now().getTime()
    const found = known.get(key)
    if (found !== undefined && found.until > now && found.until <= now + KEEP_MS) return found.answer
    if (known.size >= MOST) known.clear()
    const answer = ask(reader)
    known.set(key, { until: now + KEEP_MS, answer })
    answer.catch(() => known.delete(key))
    return answer
  }
}
