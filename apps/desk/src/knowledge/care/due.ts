import type { DeskMaterialItem, DeskTree } from '@podmoga/contract/desk/knowledge'
import { materialsOf } from '../tree/tree.ts'

const MONTH_MS = 30 * 24 * 60 * 60_000

/** The calendar day in a zone, as 2026-11-16. */
export const dayIn = (zone: string, now: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

export interface Due {
  material: DeskMaterialItem
  check_on: string
  isLate: boolean
}

/** Materials due for a check now or within a month, the most overdue first. */
export const dueOf = (tree: DeskTree, now: number): Due[] => {
  const today = dayIn(tree.zone, now)
  const last = dayIn(tree.zone, now + MONTH_MS)
  return materialsOf(tree)
    .flatMap((material) => {
      const { check_on } = material
      return check_on === null || check_on > last ? [] : [{ material, check_on, isLate: check_on <= today }]
    })
    .sort((a, b) => a.check_on.localeCompare(b.check_on) || a.material.title.localeCompare(b.material.title))
}

/** Materials that a person may review as the second editor, and those returned to them. */
export const reviewsOf = (tree: DeskTree, person: string) => {
  const all = materialsOf(tree)
  return {
    waiting: all.filter(({ review }) => review?.state === 'waiting' && review.by !== person),
    returned: all.filter(({ review }) => review?.state === 'returned' && review.by === person),
  }
}
