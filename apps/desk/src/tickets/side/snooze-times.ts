export const WAITS = ['hour', 'tomorrow', 'week'] as const
export type Wait = (typeof WAITS)[number]

/** ISO 8601 of the end of a wait that begins now, by the agent's own clock. */
export const untilOf = (wait: Wait): string => {
  const at = new Date()
  if (wait === 'hour') at.setHours(at.getHours() + 1)
  if (wait === 'week') at.setDate(at.getDate() + 7)
  if (wait === 'tomorrow') {
    at.setDate(at.getDate() + 1)
    at.setHours(9, 0, 0, 0)
  }
  return at.toISOString()
}
