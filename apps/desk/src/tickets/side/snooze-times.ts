import { untilTyped } from '../picker/until-typed.ts'

export const WAITS = ['hour', 'tomorrow', 'week'] as const
export type Wait = (typeof WAITS)[number]

const HOUR_MS = 60 * 60_000

/** ISO 8601 of the end of a wait that begins now; the morning is that of a zone (undefined: the agent's own). */
export const untilOf = (wait: Wait, zone: string | undefined, now = Date.now()): string => {
  const morning = wait === 'tomorrow' ? untilTyped('завтра 9', { now, zone }) : null
  return morning ?? new Date(now + (wait === 'week' ? 7 * 24 : 1) * HOUR_MS).toISOString()
}
