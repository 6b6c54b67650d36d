import type { getServiceLevels, ServiceLevels } from '@podmoga/contract/desk/service'
import type { Answer } from '@podmoga/contract/endpoint'

export type Kept = Answer<typeof getServiceLevels>
const KINDS = ['first_minutes', 'next_minutes', 'solution_minutes'] as const

/** A target while it is edited: everything as typed, and a mark of the page's own. */
export type TargetDraft = Omit<ServiceLevels['targets'][number], (typeof KINDS)[number]> & {
  mark: string
} & Record<(typeof KINDS)[number], string>
export interface ShiftDraft {
  mark: string
  zone: string
  is_zone_known: boolean
  as_settings: boolean
  week: readonly string[]
}
export interface Draft {
  targets: readonly TargetDraft[]
  shifts: readonly ShiftDraft[]
}

const NO_WEEK = Array<string>(7).fill('')
const typed = (minutes: number | null): string => (minutes === null ? '' : String(minutes))
/** What is no number stays what was typed, so that the schema says what is wrong with it. */
export const minutesOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'))

export const draftOf = ({ targets, shifts }: Kept): Draft => ({
  targets: targets.map((target, at) => ({
    ...target,
    mark: `kept ${at}`,
    first_minutes: typed(target.first_minutes),
    next_minutes: typed(target.next_minutes),
    solution_minutes: typed(target.solution_minutes),
  })),
  shifts: shifts.map(({ zone, week, is_zone_known }, at) => ({
    mark: `kept ${at}`,
    zone,
    is_zone_known,
    as_settings: week === null,
    week: week ?? NO_WEEK,
  })),
})

export const levelsOf = ({ targets, shifts }: Draft): ServiceLevels => ({
  targets: targets.map(({ mark: _, first_minutes, next_minutes, solution_minutes, ...target }) => ({
    ...target,
    first_minutes: minutesOf(first_minutes),
    next_minutes: minutesOf(next_minutes),
    solution_minutes: minutesOf(solution_minutes),
  })),
  shifts: shifts.map(({ zone, as_settings, week }) => ({ zone, week: as_settings ? null : [...week] })),
})

/** A part of the form. */
export interface PartProps<Part> {
  part: Part
  at: number
  /** How many there are. */
  of: number
  errorOf: (path: string) => string | undefined
  onChange: (part: Partial<Part>) => void
  onRemove: () => void
}
