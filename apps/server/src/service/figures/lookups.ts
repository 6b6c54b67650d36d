import { asCaller } from '@podmoga/sql/caller'
import type { Deps } from '../../deps.ts'
import type { SearchRecord } from '../../ports/domains/record-search.ts'
import { listVersionRows } from '../levels/levels.sql.ts'
import { onTheWall } from '../levels/working-time.ts'
import { zonesOf } from './facts.rules.ts'
import { addLookup } from './lookups.sql.ts'

const HOUR = 3_600_000
/** Maximum number of entries in the cache of recent searches. */
const RECENT_MAX = 10_000

/** Records searches of the articles in the background. */
export const keepLookups = ({ sql, clock, log, background }: Deps) => {
  /** When a person was last recorded; avoids a query for each letter typed. */
  const recent = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  const write = async (look: SearchRecord): Promise<void> => {
    const at = clock.now()
    const zones = zonesOf(await listVersionRows(sql, look.business_id))
    await addLookup(sql, { ...look, at, ...onTheWall(zones.at(-1)?.zone ?? '', at.getTime()) })
  }

  return {
    recordSearch: (look: SearchRecord): void => {
      const name = `${look.person_id} ${look.restaurant_id}`
      const now = clock.now().getTime()
      if (background.closing.aborted || now - (recent.get(name) ?? 0) < HOUR) return
      if (recent.size >= RECENT_MAX) recent.clear()
      recent.set(name, now)
      const written = asCaller('figures', () => write(look))
        .catch((error: unknown) => {
          recent.delete(name)
          log.warn({ err: error }, 'search not recorded in the figures')
        })
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    idle: (): Promise<unknown> => Promise.all(writing),
  }
}
