import type { getRules, Rule, Rules } from '@podmoga/contract/desk/rules'
import { Priority } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'

export type KeptRules = Answer<typeof getRules>

/** What stands in a list of choices for «none of them». */
export const NONE = 'none'

/** A rule while it is edited: lists as typed, and a mark of the page's own. */
export interface RuleDraft extends Pick<Rule, 'id' | 'name' | 'is_on' | 'when'> {
  mark: string
  minutes: string
  words: string
  restaurant_ids: readonly string[]
  restaurant_groups: readonly string[]
  categories: readonly string[]
  priority: string
  with_tags: string
  score: string
  assignee: string
  group: string
  tags: string
  set_priority: string
  note: string
  tell_ids: readonly string[]
  text: string
}

export const draftOf = (rule: Rule, mark: string): RuleDraft => {
  const { id, name, is_on, when, minutes, conditions, acts } = rule
  return {
    ...{ mark, id, name, is_on, when, minutes: minutes?.toString() ?? '' },
    words: conditions.words.join(', '),
    restaurant_ids: conditions.restaurant_ids,
    restaurant_groups: conditions.restaurant_groups ?? [],
    categories: conditions.categories,
    priority: conditions.priorities[0] ?? NONE,
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
const said = (text: string): string | null => (text.trim() === '' ? null : text)
const priorityOf = (one: string): Priority | null => Priority.options.find((known) => known === one) ?? null

/** What is no number stays what it is, so that the schema says what is wrong with it. */
export const ruleOf = (draft: RuleDraft): Rule => {
  const { id, name, is_on, when, minutes } = draft
  const priority = priorityOf(draft.priority)
  return {
    ...{ id, name, is_on, when },
    minutes: when !== 'waits' || minutes.trim() === '' ? null : Number(minutes.trim()),
    conditions: {
      words: listOf(draft.words),
      restaurant_ids: [...draft.restaurant_ids],
      restaurant_groups: [...draft.restaurant_groups],
      categories: [...draft.categories],
      priorities: priority === null ? [] : [priority],
      tags: listOf(draft.with_tags),
      score: draft.score === 'good' || draft.score === 'bad' ? draft.score : null,
    },
    acts: {
      assignee: chosen(draft.assignee),
      group: chosen(draft.group),
      tags: listOf(draft.tags),
      priority: priorityOf(draft.set_priority),
      note: said(draft.note),
      tell_ids: [...draft.tell_ids],
      text: said(draft.text),
    },
  }
}

export const rulesOf = ({ rules }: { rules: readonly RuleDraft[] }): Rules => ({ rules: rules.map(ruleOf) })
