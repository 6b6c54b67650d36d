import type { AdminSettings } from '@podmoga/contract/desk/settings'
import { typedWeek, weekOf } from '../restaurants/week.ts'

/** Settings that are one line of text. */
export const LINES = ['brand', 'support_phone', 'support_email', 'panel_url', 'marketplace_url'] as const
/** Settings that are a number; sizes are shown in megabytes. */
export const NUMBERS = [
  'tickets_per_10_minutes',
  'replies_per_minute',
  'file_max_bytes',
  'files_max',
  'password_min',
] as const

type Line = (typeof LINES)[number]
type Count = (typeof NUMBERS)[number]

/** What stands in the form, as typed; empty is the installation's. */
export type Draft = Record<Line | Count, string> & {
  working_hours: string[]
  holidays: string
  two_steps: boolean
}

const MEGABYTE = 1024 * 1024

const typed = (name: Count, value: number): string =>
  name === 'file_max_bytes'
    ? String(Math.round((value / MEGABYTE) * 10) / 10).replace('.', ',')
    : String(value)

const whole = (name: Count, text: string): number => {
  const number = Number(text.trim().replace(',', '.'))
  return name === 'file_max_bytes' ? Math.round(number * MEGABYTE) : number
}

export const draftOf = ({ values, own }: Pick<AdminSettings, 'values' | 'own'>): Draft => {
  const isOwn = (name: string) => own.includes(name)
  return {
    ...(Object.fromEntries(LINES.map((name) => [name, isOwn(name) ? values[name] : ''])) as Record<
      Line,
      string
    >),
    ...(Object.fromEntries(
      NUMBERS.map((name) => [name, isOwn(name) ? typed(name, values[name]) : '']),
    ) as Record<Count, string>),
    working_hours: typedWeek(values.working_hours),
    holidays: values.holidays.join('\n'),
    two_steps: values.two_steps,
  }
}

/** The same as the contract has it: null is the installation's. */
export const valuesOf = (draft: Draft) => {
  const holidays = draft.holidays.split(/[\s,;]+/).filter((day) => day !== '')
  return {
    ...(Object.fromEntries(LINES.map((name) => [name, draft[name].trim() || null])) as Record<
      Line,
      string | null
    >),
    ...(Object.fromEntries(
      NUMBERS.map((name) => [name, draft[name].trim() === '' ? null : whole(name, draft[name])]),
    ) as Record<Count, number | null>),
    working_hours: weekOf(draft.working_hours),
    holidays: holidays.length === 0 ? null : holidays,
    two_steps: draft.two_steps || null,
  }
}
