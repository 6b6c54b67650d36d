import type { Rule } from '@podmoga/contract/desk/rules'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import type { Known } from './rules.sql.ts'

interface Reference {
  field: string
  what: string
  named: (rule: Rule) => readonly (string | null)[]
  known: (known: Known) => readonly string[]
}

const idsOf = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id)

/** What a rule refers to. */
const REFERENCES: readonly Reference[] = [
  {
    field: 'conditions restaurant_ids',
    what: 'ресторан',
    named: ({ conditions }) => conditions.restaurant_ids,
    known: ({ restaurants }) => idsOf(restaurants),
  },
  {
    field: 'conditions restaurant_groups',
    what: 'группа ресторанов',
    named: ({ conditions }) => conditions.restaurant_groups ?? [],
    known: ({ restaurants }) => restaurants.flatMap(({ groups }) => groups),
  },
  {
    field: 'conditions categories',
    what: 'категория',
    named: ({ conditions }) => conditions.categories,
    known: () => APPEAL_TYPES.map(({ key }) => key),
  },
  {
    field: 'acts assignee',
    what: 'агент',
    named: ({ acts }) => [acts.assignee],
    known: ({ agents }) => idsOf(agents),
  },
  {
    field: 'acts group',
    what: 'группа',
    named: ({ acts }) => [acts.group],
    known: ({ groups }) => idsOf(groups),
  },
  {
    field: 'acts tell_ids',
    what: 'кого позвать',
    named: ({ acts }) => acts.tell_ids,
    known: ({ agents }) => idsOf(agents),
  },
]

/**
 * Returns the references of a rule that do not exist, with the field of each. A rule that has any does not run. `before`: a rule
 * whose references count as existing.
 */
export const brokenOf = (rule: Rule, known: Known, before?: Rule): { field: string; what: string }[] =>
  REFERENCES.flatMap(({ field, what, ...of }) => {
    const there = new Set([null, ...of.known(known), ...(before === undefined ? [] : of.named(before))])
    return of.named(rule).every((one) => there.has(one)) ? [] : [{ field, what }]
  })
