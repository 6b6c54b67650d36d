import type { getServiceLevels, ServiceLevels } from '@podmoga/contract/desk/service'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { quoted } from '@podmoga/contract/fields/quoted'
import { z } from 'zod'
import { LEVELS } from './levels.texts.ts'

export type Kept = Answer<typeof getServiceLevels>

/** A target while it is edited: everything as typed, and a mark of the page's own. */
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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** One's own over what another has saved meanwhile: targets, or hours, that were left as they were are as they are there. */
export const rebasedDraft = (mine: Draft, seen: Draft, theirs: Draft): Draft => ({
  targets: isSame(mine.targets, seen.targets) ? theirs.targets : mine.targets,
  shifts: isSame(mine.shifts, seen.shifts) ? theirs.shifts : mine.shifts,
})

/** What the other has changed, as it is now. */
export const newsOf = (seen: Draft, theirs: Draft): string[] => {
  const names = theirs.targets.map(({ name }) => quoted(name)).join(', ')
  return [
    ...(isSame(seen.targets, theirs.targets) ? [] : [`${LEVELS.targets}: ${names || LEVELS.none_left}`]),
    ...(isSame(seen.shifts, theirs.shifts) ? [] : [LEVELS.hours]),
  ]
}

/** A part of the form. */
export interface PartProps<Part> {
  part: Part
  at: number
  /** How many there are. */
  of: number
  errorOf: (path: string) => string | undefined
  /** Of a part of it too. */
  errorIn: (path: string) => string | undefined
  onChange: (part: Partial<Part>) => void
  onRemove: () => void
}
