import type { Rule } from '@podmoga/contract/desk/rules'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import type { Known } from './rules.sql.ts'

const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id)

type Reference = readonly [
  field: string,
  what: string,
  named: (rule: Rule) => readonly (string | null)[],
  known: (known: Known) => readonly string[],
]

/** What a rule refers to, and what there is to refer to. */
const REFERENCES: readonly Reference[] = [
  [
    'conditions restaurant_ids',
    'ресторан',
    (of) => of.conditions.restaurant_ids,
    (at) => idsOf(at.restaurants),
  ],
  [
    'conditions restaurant_groups',
    'группа ресторанов',
    (of) => of.conditions.restaurant_groups ?? [],
    (at) => at.restaurants.flatMap(({ groups }) => groups),
  ],
  [
    'conditions categories',
    'категория',
    (of) => of.conditions.categories,
    () => APPEAL_TYPES.map(({ key }) => key),
  ],
  ['acts assignee', 'агент', (of) => [of.acts.assignee], (at) => idsOf(at.agents)],
  ['acts group', 'группа', (of) => [of.acts.group], (at) => idsOf(at.groups)],
  ['acts tell_ids', 'кого позвать', (of) => of.acts.tell_ids, (at) => idsOf(at.agents)],
]

/**
 * Returns the references of a rule that do not exist, with the field of each. A rule that has any does not run. `before`: a rule
 * whose references count as existing.
 */
export const brokenOf = (rule: Rule, known: Known, before?: Rule): { field: string; what: string }[] =>
  REFERENCES.flatMap(([field, what, named, ids]) => {
    const there = new Set([null, ...ids(known), ...(before === undefined ? [] : named(before))])
    return named(rule).every((one) => there.has(one)) ? [] : [{ field, what }]
  })
