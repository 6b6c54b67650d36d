import type { Every } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { listCounts } from './desk/desk.sql.ts'
import type { IncidentNeeds } from './incidents.needs.ts'

const EVERY_MS = 1000

/**
 * Publishes the number of «И у нас» taps to the desk: each server counts and publishes at most once a second, however many
 * taps there are. A tap itself is a row, not an event.
 */
export const countTaps = ({ sql }: Deps, { publishToDesk }: Pick<IncidentNeeds, 'publishToDesk'>) => {
  let touched = new Set<string>()
  const run = async (): Promise<void> => {
    if (touched.size === 0) return
    const now = touched
    touched = new Set()
    try {
      for (const { id, business_id, count } of await listCounts(sql, [...now]))
        await publishToDesk(sql, business_id, 'incident', { id, count })
    } catch (error) {
      touched = new Set([...now, ...touched])
      throw error
    }
  }
  return {
    tapped: (incident_id: string): void => {
      touched.add(incident_id)
    },
    job: { ms: EVERY_MS, caller: 'incident taps', run } satisfies Every,
  }
}
