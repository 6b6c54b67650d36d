import type { Rule } from '@podmoga/contract/desk/rules'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import type { Known } from './rules.sql.ts'

/** Returns the references of a rule that no longer exist, with the field of each. A rule that has any does not run. */
export const brokenOf = (
  rule: Rule,
  { agents, groups, restaurants }: Known,
): { field: string; what: string }[] => {
  const lacks = (all: readonly { id: string }[], wanted: readonly string[]): boolean =>
    wanted.some((one) => !all.some(({ id }) => id === one))
  const { conditions, acts } = rule
  const grouped = restaurants.flatMap((one) => one.groups.map((id) => ({ id })))
  const categories = APPEAL_TYPES.map(({ key }) => ({ id: key }))
  const found: [boolean, string, string][] = [
    [lacks(restaurants, conditions.restaurant_ids), 'conditions restaurant_ids', 'ресторан'],
    [lacks(grouped, conditions.restaurant_groups ?? []), 'conditions restaurant_groups', 'группа ресторанов'],
    [lacks(categories, conditions.categories), 'conditions categories', 'категория'],
    [acts.assignee !== null && lacks(agents, [acts.assignee]), 'acts assignee', 'агент'],
    [acts.group !== null && lacks(groups, [acts.group]), 'acts group', 'группа'],
    [lacks(agents, acts.tell_ids), 'acts tell_ids', 'кого позвать'],
  ]
  return found.flatMap(([is, field, what]) => (is ? [{ field, what }] : []))
}
