import { formatStamp } from '@podmoga/ui/lib/dates'

const LATER_MS = 3 * 86_400_000

/** «16 ноября», of a calendar day as 2026-11-16, never «вчера». */
export const dayText = (day: string): string => {
  const noon = `${day}T12:00:00`
  return formatStamp(noon, Date.parse(noon) + LATER_MS)
}
