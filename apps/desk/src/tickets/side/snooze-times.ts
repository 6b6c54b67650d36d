import { serverNow } from '@podmoga/web/session/clock'
import { untilTyped } from '../picker/until-typed.ts'

export const WAITS = ['hour', 'tomorrow', 'week'] as const
export type Wait = (typeof WAITS)[number]

const HOUR_MS = 60 * 60_000

/**
 * End of a snooze that starts now, in ISO 8601. Uses the server's clock: on a computer whose clock is a day ahead «на час»
 * would hide the ticket for a day. "Morning" is in `zone` (undefined: the agent's own).
 */
export const untilOf = (wait: Wait, zone: string | undefined, now = serverNow()): string => {
  const morning = wait === 'tomorrow' ? untilTyped('завтра 9', { now, zone }) : null
  return morning ?? new Date(now + (wait === 'week' ? 7 * 24 : 1) * HOUR_MS).toISOString()
}
