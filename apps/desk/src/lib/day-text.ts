import { formatStamp } from '@podmoga/ui/lib/dates'

const LATER_MS = 3 * 86_400_000

/** Formats a calendar day (2026-11-16) as «16 ноября», never as «вчера». */
export const dayText = (day: string): string => {
  const noon = `${day}T12:00:00`
  return formatStamp(noon, Date.parse(noon) + LATER_MS)
}
