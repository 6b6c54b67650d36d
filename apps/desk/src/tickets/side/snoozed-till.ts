/** City name of a zone, «Екатеринбург»; its UTC offset in browsers without `shortGeneric`. */
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

/** Formats «28 ноября в 09:00» in a zone (undefined: the agent's own). */
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

/** The same in a restaurant's zone; «28 ноября в 09:00 (Екатеринбург)» if the agent's local time differs. */
export const snoozedTill = (until: string, timeZone: string): string => {
  const there = clockTime(until, timeZone)
  return there === clockTime(until, undefined) ? there : `${there} (${placeOf(new Date(until), timeZone)})`
}
