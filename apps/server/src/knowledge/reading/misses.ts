import type { Sql } from '@podmoga/sql/sql'
import type { FastifyBaseLogger } from 'fastify'
import { addSearchGap } from '../knowledge.gaps.sql.ts'

/** A person's search that found nothing, or nothing sure. */
export interface Miss {
  business_id: string
  person_id: string
  query: string
}

/** Records searches without an answer. */
export interface Misses {
  /** Called on every search. Only a person's last one is recorded, and only if no result is sure. */
  searched: (search: Miss, isAnswered: boolean) => void
  /** Records pending searches when the server stops. */
  flush: () => Promise<void>
}

/** Debounce: a search followed by another within this time is not recorded. */
const PAUSE_MS = 3_000
/** Shorter queries are of no use to editors. */
const SHORTEST = 3

/** Makes the recorder. It writes in the background; errors are only logged. */
export const makeMisses = (
  { sql, log }: { sql: Sql; log: FastifyBaseLogger },
  pause_ms = PAUSE_MS,
): Misses => {
  const waiting = new Map<string, { miss: Miss; timer: NodeJS.Timeout }>()

  const write = async (miss: Miss): Promise<void> => {
    try {
      await addSearchGap(sql, miss)
    } catch (error) {
      log.warn({ err: error }, 'search without a result not recorded')
    }
  }

  return {
    searched: (search, isAnswered) => {
      const before = waiting.get(search.person_id)
      if (before !== undefined) clearTimeout(before.timer)
      waiting.delete(search.person_id)
      const query = search.query.toLowerCase().replace(/\s+/g, ' ').trim()
      if (isAnswered || query.length < SHORTEST) return
      const miss = { ...search, query }
      const timer = setTimeout(() => {
        waiting.delete(search.person_id)
        void write(miss)
      }, pause_ms).unref()
      waiting.set(search.person_id, { miss, timer })
    },
    flush: async () => {
      const left = [...waiting.values()]
      waiting.clear()
      for (const { timer } of left) clearTimeout(timer)
      await Promise.all(left.map(({ miss }) => write(miss)))
    },
  }
}
