const DAY_MS = 24 * 60 * 60_000
const CLOCK =
  /^(?:(сегодня|завтра|послезавтра|\d{1,2}\.\d{1,2})\s*)?(?:в\s*)?(?:(\d{1,2})(?:[:.](\d{2}))?)?$/u
const DAYS: Readonly<Record<string, number>> = { сегодня: 0, завтра: 1, послезавтра: 2 }
const MORNING = 9

/** The wall clock of a zone at a moment, expressed as if it were UTC, in epoch milliseconds. */
const clockOf = (at: number, zone: string | undefined): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
}

/**
 * Parses «15:30», «завтра 9», «25.12 10:00» by the clock of a zone (undefined: the browser's). Returns an ISO 8601 time in
 * the future, or null if the text is not such a time.
 */
export const untilTyped = (
  typed: string,
  { now, zone }: { now: number; zone: string | undefined },
): string | null => {
  const [, day, hours, minutes = '00'] = CLOCK.exec(typed.trim().toLowerCase()) ?? []
  if (day === undefined && hours === undefined) return null
  const hour = hours === undefined ? MORNING : Number(hours)
  if (hour > 23 || Number(minutes) > 59) return null
  const here = clockOf(now, zone)
  const midnight = here - (((here % DAY_MS) + DAY_MS) % DAY_MS)
  const time = (hour * 60 + Number(minutes)) * 60_000
  let wanted: number
  if (day?.includes('.')) {
    const [date = 0, month = 0] = day.split('.').map(Number)
    const year = new Date(here).getUTCFullYear()
    const of = (whichYear: number) => Date.UTC(whichYear, month - 1, date) + time
    if (new Date(of(year)).getUTCMonth() !== month - 1) return null
    wanted = of(year) > here ? of(year) : of(year + 1)
  } else if (day === undefined) wanted = midnight + time > here ? midnight + time : midnight + DAY_MS + time
  else wanted = midnight + (DAYS[day] ?? 0) * DAY_MS + time
  // Daylight saving time may change in between: correct once more at the resulting moment.
  let at = now + (wanted - here)
  at += wanted - clockOf(at, zone)
  at -= at % 60_000
  return at > now ? new Date(at).toISOString() : null
}
