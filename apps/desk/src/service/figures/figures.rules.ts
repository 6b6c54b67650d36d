import type { FigureBy, Figures, FigureWhat } from '@podmoga/contract/desk/figures'
import type { DeskRole } from '@podmoga/contract/session'
import { FIGURES, MORE, WHAT } from './figures.texts.ts'

/** One measure of the figures. */
export interface Measure {
  key: string
  name: string
  /** Null if there is no value. */
  of: (figures: Figures) => number | null
  is_minutes: boolean
  /** Query value for the tickets behind it; null if there are none. */
  what: FigureWhat | null
}

const count = (what: FigureWhat, of: (figures: Figures) => number): Measure => ({
  key: what,
  name: WHAT[what],
  of,
  is_minutes: false,
  what,
})
const minutes = (key: keyof typeof MORE, what: 'first' | 'solved', part: 'median' | 'p90'): Measure => ({
  key,
  name: MORE[key],
  of: (figures) => figures[what][part],
  is_minutes: true,
  what,
})

const OPENED = count('opened', ({ opened }) => opened)
const LOOKED: readonly Measure[] = (['looked', 'deflected'] as const).map((key) => ({
  key,
  name: MORE[key],
  of: (figures) => figures[key],
  is_minutes: false,
  what: null,
}))
/** Measures of agents' work. */
const DONE: readonly Measure[] = [
  count('answer', ({ answers }) => answers),
  minutes('first_median', 'first', 'median'),
  minutes('first_p90', 'first', 'p90'),
  count('solved', ({ solved }) => solved.count),
  minutes('solved_median', 'solved', 'median'),
  minutes('solved_p90', 'solved', 'p90'),
  count('kept', ({ kept }) => kept),
  count('missed', ({ missed }) => missed),
  count('good', ({ good }) => good),
  count('bad', ({ bad }) => bad),
]

/** Whose figures to show: by default an agent's own, and for admins and managers all that they may see. */
export const whoseFigures = (roles: readonly DeskRole[], value: string) => {
  const isAgent = roles.includes('agent')
  const isManager = roles.includes('admin') || roles.includes('manager')
  const is_own = isAgent && (isManager ? value === 'own' : value !== 'all')
  // The default is not written to the URL.
  const whose = is_own === isManager && isAgent ? (is_own ? 'own' : 'all') : ''
  return { is_own, mayChoose: isAgent, whose }
}

/** Breakdowns that only admins may see. */
export const isOfAgents = (by: FigureBy | null): boolean => by === 'agent' || by === 'group'

/** The measures to show. Opened tickets and searches do not apply to a breakdown by agent. */
export const measuresOf = (is_own: boolean, by: FigureBy | null = null): readonly Measure[] => {
  if (is_own || isOfAgents(by)) return DONE
  const reopened = count('reopened', (figures) => figures.reopened)
  const isLooked = by === null || by === 'day' || by === 'hour' || by === 'restaurant'
  return [OPENED, ...DONE, reopened, ...(isLooked ? LOOKED : [])]
}

export const shown = ({ is_minutes }: Measure, value: number | null): string => {
  if (value === null) return FIGURES.none
  return is_minutes ? FIGURES.minutes(value) : value.toLocaleString('ru')
}

/** Label of a row: 2026-01-31 as 31.01.2026, an hour as 09:00, others by name. */
export const rowName = (by: FigureBy, { key, name }: { key: string; name: string }): string => {
  if (by === 'hour') return `${key}:00`
  return by === 'day' ? `${key.slice(8)}.${key.slice(5, 7)}.${key.slice(0, 4)}` : name
}

const two = (n: number): string => String(n).padStart(2, '0')
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The last `days` days including today, in the browser's time zone. */
export const lastDays = (days: number, today: Date): { from: string; to: string } => {
  const first = new Date(today)
  first.setDate(first.getDate() - days + 1)
  return { from: dayOf(first), to: dayOf(today) }
}
