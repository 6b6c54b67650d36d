import { paths } from '@podmoga/contract/staff-pages'
import type { Every } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import type { IncidentNeeds } from './incidents.needs.ts'
import { takePush } from './push.sql.ts'

const EVERY_MS = 1000
/** Recipients per second, so as not to flood push services. */
const AT_ONCE = 100
const SHOWN = 200

/**
 * Sends push notices of updates and ends, at most once per person, from whichever server takes them first; businesses take
 * turns. A batch is taken before it is sent: a phone that rings twice at night is worse than one that does not ring, since
 * the page shows the update anyway.
 */
export const pushUpdates = (
  { sql, clock, is_quiet }: Deps,
  { devicesOf }: Pick<IncidentNeeds, 'devicesOf'>,
) => {
  /** The business whose recipients were taken last. */
  let after = '0'
  const run = async (): Promise<void> => {
    if (is_quiet === true) return
    const push = await sql.begin((tx) => takePush(tx, { now: clock.now(), after, limit: AT_ONCE }))
    if (push === null) return
    after = push.business_id
    const { incident_id, kind, title, text } = push
    for (const { person_id, restaurant_id, is_mine } of push.people) {
      const send = await devicesOf(sql, person_id)
      send({
        title: kind === 'end' && is_mine ? `${title}: заработало?` : title,
        body: text.slice(0, SHOWN),
        path: paths.home(restaurant_id),
        tag: `incident-${incident_id}`,
      })
    }
  }
  return { ms: EVERY_MS, run } satisfies Every
}
