import type { Every } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { countsOf } from './desk/desk.sql.ts'
import type { IncidentNeeds } from './incidents.needs.ts'

const EVERY_MS = 1000

/**
 * Publishes the number of «И у нас» taps to the desk: each server counts and publishes at most once a second, however many
 * taps there are. A tap itself is a row, not an event.
 */
export const countTaps = ({ sql }: Deps, { publishToDesk }: Pick<IncidentNeeds, 'publishToDesk'>) => {
  let touched = new Map<string, string>()
  const run = async (): Promise<void> => {
    if (touched.size === 0) return
    const now = touched
    touched = new Map()
    try {
      const counts = await countsOf(sql, [...now.keys()])
      for (const [id, business_id] of now)
        await publishToDesk(sql, business_id, 'incident', { id, count: counts.get(id) ?? 0 })
    } catch (error) {
      touched = new Map([...now, ...touched])
      throw error
    }
  }
  return {
    tapped: ({ business_id, incident_id }: { business_id: string; incident_id: string }): void => {
      touched.set(incident_id, business_id)
    },
    job: { ms: EVERY_MS, caller: 'incident taps', run } satisfies Every,
  }
}
