import type { Figures } from '@podmoga/contract/desk/figures'
import { COLUMNS } from './columns.ts'

/** Maximum number of lines in a letter. */
const LINES = 5
/** Numbers below this are ignored: their changes are noise. */
const ENOUGH = 5
const DAY_MS = 86_400_000
/** Local hour of support from which letters are sent on Mondays. */
const FROM_HOUR = 9

export interface Changed {
  name: string
  now: number
  was: number
}

const weight = ({ now, was }: Changed): number => Math.abs(now - was) / Math.max(now, was)

/** Returns the numbers with the largest relative change. Small and unchanged ones are left out. */
export const mostChanged = (now: Figures, was: Figures): Changed[] =>
  COLUMNS.map(([name, of]) => ({ name, now: of(now), was: of(was) }))
    .filter((one): one is Changed => one.now !== null && one.was !== null)
    .filter((one) => one.now !== one.was && Math.max(one.now, one.was) >= ENOUGH)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, LINES)

const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the Monday of a date's week; dates such as 2026-01-26. */
export const mondayOf = (day: string): string => plus(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns the Monday whose letter is due; before nine on a Monday, the one a week earlier. */
export const dueMonday = ({ day, hour }: { day: string; hour: number }): string => {
  const monday = mondayOf(day)
  return monday === day && hour < FROM_HOUR ? plus(monday, -7) : monday
}

/** Returns the whole week before a Monday. */
export const weekBefore = (monday: string): { from: string; to: string } => ({
  from: plus(monday, -7),
  to: plus(monday, -1),
})

const written = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`
const signed = (n: number): string => `${n > 0 ? '+' : '−'}${Math.abs(n).toLocaleString('ru')}`

/** Returns the letter of a Monday; null if nothing has changed enough. */
export const letterOf = (monday: string, now: Figures, was: Figures) => {
  const changed = mostChanged(now, was)
  if (changed.length === 0) return null
  const { from, to } = weekBefore(monday)
  return {
    subject: `Показатели за ${written(from)}–${written(to)}`,
    lines: [
      'Что за неделю изменилось сильнее всего:',
      ...changed.map(
        (one) =>
          `${one.name}: ${one.now.toLocaleString('ru')}, было ${one.was.toLocaleString('ru')} (${signed(one.now - one.was)})`,
      ),
    ],
  }
}
