import type { Rule } from '@podmoga/contract/desk/rules'
import type { Priority } from '@podmoga/contract/desk/tickets'

/** Maximum number of rounds in which rules are evaluated for one event. */
export const DEPTH = 3

/** A stored rule. It ignores events before `on_since` (ISO 8601). */
export type KeptRule = Rule & { id: string; on_since: string }

/** The data that a rule's conditions check. */
export interface Facts {
  restaurant_id: string
  /** Current groups of the ticket's restaurant. */
  restaurant_groups: readonly string[]
  category: string
  priority: Priority
  tags: readonly string[]
  /** Words of the rules that occur in the message. */
  words: ReadonlySet<string>
  score: 'good' | 'bad' | null
  /** Whether the customer waits for support; a rule answers only then. */
  is_waiting: boolean
  /** Rules that have answered in this ticket before. */
  answered: ReadonlySet<string>
  /** Rules that this event has fired already, in a run that was interrupted. */
  fired: ReadonlySet<string>
  /** Rules whose actions failed; they change nothing. */
  hindered: ReadonlySet<string>
}

export interface Firing {
  rule: KeptRule
  /** Whether the rule sends its answer. */
  answers: boolean
}

/** Whether the conditions of a rule hold. */
const fits = ({ conditions }: KeptRule, facts: Facts): boolean => {
  const { words, restaurant_ids, restaurant_groups = [], categories, priorities, tags, score } = conditions
  const holds = <T>(wanted: readonly T[], of: (one: T) => boolean) => wanted.length === 0 || wanted.some(of)
  return (
    (restaurant_groups.some((group) => facts.restaurant_groups.includes(group)) ||
      (restaurant_ids.length === 0
        ? restaurant_groups.length === 0
        : restaurant_ids.includes(facts.restaurant_id))) &&
    holds(categories, (one) => one === facts.category) &&
    holds(priorities, (one) => one === facts.priority) &&
    holds(tags, (tag) => facts.tags.includes(tag)) &&
    (score === null || score === facts.score) &&
    holds(words, (word) => facts.words.has(word))
  )
}

/**
 * Returns the rules that an event fires, in the order of their actions, each at most once. A rule sees the changes of those
 * before it; rules that did not match are evaluated again, {@link DEPTH} rounds in all. At most one rule answers, and none that
 * has answered in the ticket before.
 */
export const decide = (rules: readonly KeptRule[], when: Rule['when'], facts: Facts): Firing[] => {
  const triggered = rules.filter(({ id, is_on, when: on }) => is_on && on === when && !facts.fired.has(id))
  const fired = new Map<string, Firing>()
  let now = facts
  let isAnswered = !facts.is_waiting || when === 'answered' || when === 'rated'
  for (let round = 0; round < DEPTH; round += 1) {
    const before = fired.size
    for (const rule of triggered) {
      if (fired.has(rule.id) || !fits(rule, now)) continue
      const isHindered = facts.hindered.has(rule.id)
      const answers = rule.acts.text !== null && !isAnswered && !isHindered && !facts.answered.has(rule.id)
      isAnswered ||= answers
      fired.set(rule.id, { rule, answers })
      if (isHindered) continue
      const { priority, tags } = rule.acts
      now = { ...now, priority: priority ?? now.priority, tags: [...now.tags, ...tags] }
    }
    if (fired.size === before) break
  }
  return [...fired.values()]
}
