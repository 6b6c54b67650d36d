import type { getServiceLevels, ServiceLevels } from '@podmoga/contract/desk/service'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { quoted } from '@podmoga/contract/fields/quoted'
import { z } from 'zod'
import { LEVELS } from './levels.texts.ts'

export type Kept = Answer<typeof getServiceLevels>

/** A target being edited: minutes as typed text; `mark` identifies it in the form. */
const TargetDraft = z.object({
  ...{ mark: z.string(), name: z.string(), priority: Priority.nullable(), category: z.string().nullable() },
  ...{ restaurant_ids: z.array(z.string()), restaurant_groups: z.array(z.string()).optional() },
  ...{ first_minutes: z.string(), next_minutes: z.string(), solution_minutes: z.string() },
})
export type TargetDraft = z.infer<typeof TargetDraft>
const ShiftDraft = z.object({
  ...{ mark: z.string(), zone: z.string(), is_zone_known: z.boolean(), as_settings: z.boolean() },
  week: z.array(z.string()).length(7),
})
export type ShiftDraft = z.infer<typeof ShiftDraft>
export const Draft = z.object({ targets: z.array(TargetDraft), shifts: z.array(ShiftDraft) })
export type Draft = z.infer<typeof Draft>

const NO_WEEK = Array<string>(7).fill('')
const typed = (minutes: number | null): string => (minutes === null ? '' : String(minutes))
/** Parses minutes; null if empty. Invalid text becomes NaN, which the schema reports. */
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Rebases onto what another admin has saved: targets or shifts unchanged here take their values as a whole. */
export const rebasedDraft = (mine: Draft, seen: Draft, theirs: Draft): Draft => ({
  targets: isSame(mine.targets, seen.targets) ? theirs.targets : mine.targets,
  shifts: isSame(mine.shifts, seen.shifts) ? theirs.shifts : mine.shifts,
})

/** Describes the other admin's changes with the current values. */
export const newsOf = (seen: Draft, theirs: Draft): string[] => {
  const names = theirs.targets.map(({ name }) => quoted(name)).join(', ')
  return [
    ...(isSame(seen.targets, theirs.targets) ? [] : [`${LEVELS.targets}: ${names || LEVELS.none_left}`]),
    ...(isSame(seen.shifts, theirs.shifts) ? [] : [LEVELS.hours]),
  ]
}

/** Props of one part of the form. */
export interface PartProps<Part> {
  part: Part
  at: number
  /** Number of parts. */
  of: number
  errorOf: (path: string) => string | undefined
  /** Also finds errors of nested fields. */
  errorIn: (path: string) => string | undefined
  onChange: (part: Partial<Part>) => void
  onRemove: () => void
}
