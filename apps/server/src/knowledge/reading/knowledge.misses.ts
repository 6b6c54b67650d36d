import type { Sql } from '@podmoga/sql/sql'
import type { FastifyBaseLogger } from 'fastify'
import { addSearchGap } from '../knowledge.gaps.sql.ts'

/** Somebody's search that found nothing, or nothing sure. */
export interface Miss {
  business_id: string
  person_id: string
  query: string
}

/** Notes the searches without an answer. */
export interface Misses {
  /** Tells of every search. Only a person's last one counts, and only when nothing that it found is sure to answer. */
  searched: (search: Miss, isAnswered: boolean) => void
  /** Writes down what still waits, when the server stops. */
  flush: () => Promise<void>
}

/** A person who types on within this time has not yet asked. */
const PAUSE_MS = 3_000
/** Shorter ones say nothing to an editor. */
const SHORTEST = 3

/** Makes the notebook. Writing it down is never waited for, and its failure is only logged. */
export const makeMisses = (
  { sql, log }: { sql: Sql; log: FastifyBaseLogger },
  pause_ms = PAUSE_MS,
): Misses => {
  const waiting = new Map<string, { miss: Miss; timer: NodeJS.Timeout }>()

  const write = async (miss: Miss): Promise<void> => {
    try {
      await addSearchGap(sql, miss)
    } catch (error) {
      log.warn({ err: error }, 'a search without a result was not noted')
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
