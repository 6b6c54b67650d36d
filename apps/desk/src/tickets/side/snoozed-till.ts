/** The name of a zone's place, «Екатеринбург»; its hours from UTC in a browser that knows no places. */
const placeOf = (at: Date, timeZone: string): string => {
  const named = (timeZoneName: 'shortGeneric' | 'short') =>
    new Intl.DateTimeFormat('ru', { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
  try {
    return named('shortGeneric') ?? ''
  } catch {
    return named('short') ?? ''
  }
}

/** «28 ноября в 09:00» by the clock of a zone (undefined: the agent's own), as the lists take it. */
export const clockTime = (until: string, timeZone: string | undefined): string => {
  const at = new Date(until)
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return at.toLocaleString('ru', {
    timeZone,
    ...(isThisYear ? {} : { year: 'numeric' }),
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
}

/** The same by the clock of a restaurant, «28 ноября в 09:00 (Екатеринбург)»: its place is named where the agent has another. */
export const snoozedTill = (until: string, timeZone: string): string => {
  const there = clockTime(until, timeZone)
  return there === clockTime(until, undefined) ? there : `${there} (${placeOf(new Date(until), timeZone)})`
}
