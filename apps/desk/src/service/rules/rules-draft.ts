import { type getRules, type Rule, type Rules, RuleWhen } from '@podmoga/contract/desk/rules'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { z } from 'zod'

export type KeptRules = Answer<typeof getRules>

/** Option key for «none». */
export const NONE = 'none'

/** A rule being edited: lists as typed text; `mark` identifies it in the form. */
const RuleDraft = z.object({
  ...{ mark: z.string(), id: z.string().nullable(), name: z.string(), is_on: z.boolean(), when: RuleWhen },
  ...{
    minutes: z.string(),
    words: z.string(),
    with_tags: z.string(),
    score: z.string(),
  },
  restaurant_ids: z.array(z.string()),
  restaurant_groups: z.array(z.string()),
  categories: z.array(z.string()),
  priorities: z.array(z.string()),
  ...{ assignee: z.string(), group: z.string(), tags: z.string(), set_priority: z.string() },
  ...{ note: z.string(), tell_ids: z.array(z.string()), text: z.string() },
})
export type RuleDraft = z.infer<typeof RuleDraft>
export const RulesDraft = z.object({ rules: z.array(RuleDraft) })
export type RulesDraft = z.infer<typeof RulesDraft>

const draftOf = (rule: Rule, mark: string): RuleDraft => {
  const { id, name, is_on, when, minutes, conditions, acts } = rule
  return {
    ...{ mark, id, name, is_on, when, minutes: minutes?.toString() ?? '' },
    words: conditions.words.join(', '),
    restaurant_ids: conditions.restaurant_ids,
    restaurant_groups: conditions.restaurant_groups ?? [],
    categories: conditions.categories,
    priorities: conditions.priorities,
    with_tags: conditions.tags.join(', '),
    score: conditions.score ?? NONE,
    assignee: acts.assignee ?? NONE,
    group: acts.group ?? NONE,
    tags: acts.tags.join(', '),
    set_priority: acts.priority ?? NONE,
    note: acts.note ?? '',
    tell_ids: acts.tell_ids,
    text: acts.text ?? '',
  }
}

export const draftsOf = ({ rules }: KeptRules): RulesDraft => ({
  rules: rules.map((rule, at) => draftOf(rule, rule.id ?? String(at))),
})

export const newDraft = (name: string, mark: string): RuleDraft =>
  draftOf(
    {
      ...{ id: null, name, is_on: false, when: 'created', minutes: null },
      conditions: { words: [], restaurant_ids: [], categories: [], priorities: [], tags: [], score: null },
      acts: { assignee: null, group: null, tags: [], priority: null, note: null, tell_ids: [], text: null },
    },
    mark,
  )

const listOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const chosen = (one: string): string | null => (one === NONE ? null : one)
const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text)
const priorityOf = (one: string): Priority | null => Priority.options.find((known) => known === one) ?? null

/** Converts the form's rule to the contract's. Invalid numbers become NaN, which the schema reports. */
export const ruleOf = (draft: RuleDraft): Rule => {
  const { id, name, is_on, when, minutes } = draft
  return {
    ...{ id, name, is_on, when },
    minutes: when !== 'waits' || minutes.trim() === '' ? null : Number(minutes.trim()),
    conditions: {
      words: listOf(draft.words),
      restaurant_ids: [...draft.restaurant_ids],
      restaurant_groups: [...draft.restaurant_groups],
      categories: [...draft.categories],
      priorities: Priority.options.filter((one) => draft.priorities.includes(one)),
      tags: listOf(draft.with_tags),
      score: draft.score === 'good' || draft.score === 'bad' ? draft.score : null,
    },
    acts: {
      assignee: chosen(draft.assignee),
      group: chosen(draft.group),
      tags: listOf(draft.tags),
      priority: priorityOf(draft.set_priority),
      note: textOrNull(draft.note),
      tell_ids: [...draft.tell_ids],
      text: textOrNull(draft.text),
    },
  }
}

export const rulesOf = ({ rules }: RulesDraft): Rules => ({ rules: rules.map(ruleOf) })
