import type { Rule } from '@podmoga/contract/desk/rules'
import type { Sql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { PerformActs } from '../../ports/domains/ticket-acts.ts'
import { type FoundFacts, listFacts, listWordQueries, type WordQuery } from './facts.sql.ts'
import { decide, type Facts, type Firing, type KeptRule } from './rules.rules.ts'
import { giveToGroup, insertFiring, lockWaiting, writeFate } from './rules.sql.ts'

/** An event that may fire rules. */
export interface RuleEvent {
  when: Rule['when']
  /** Identifies the event among those of its kind in the ticket; null: `waiting_since` identifies it. */
  about: string | null
  ticket_id: string
  message_id: string | null
  at: Date
}

/** The rules of a business. */
export interface RuleHolder {
  business_id: string
  version: string
  author_id: string
  rules: readonly KeptRule[]
}

/** Returns whether the actions of a rule would change nothing. It is not fired then, which keeps the log short. */
const changesNothing = ({ rule: { acts }, answers }: Firing, { tags, priority }: Facts): boolean =>
  !answers &&
  acts.assignee === null &&
  acts.group === null &&
  acts.note === null &&
  acts.tags.every((tag) => tags.includes(tag)) &&
  (acts.priority === null || acts.priority === priority)

const triggeredBy = ({ rules }: RuleHolder, { when, at }: RuleEvent): KeptRule[] =>
  rules.filter((rule) => rule.when === when && Date.parse(rule.on_since) <= at.getTime())

/** Caches the full-text queries of the rules' words, per version of a business's rules. */
const makeQueries = (sql: Sql) => {
  const kept = new Map<string, { version: string; queries: Map<string, WordQuery> }>()
  return async (
    { business_id, version }: RuleHolder,
    triggered: readonly KeptRule[],
  ): Promise<WordQuery[]> => {
    const words = [...new Set(triggered.flatMap((rule) => rule.conditions.words))]
    const before = kept.get(business_id)
    const known = before?.version === version ? before.queries : new Map<string, WordQuery>()
    const fresh = words.filter((word) => !known.has(word))
    for (const one of fresh.length === 0 ? [] : await listWordQueries(sql, fresh)) known.set(one.word, one)
    kept.set(business_id, { version, queries: known })
    return words.flatMap((word) => known.get(word) ?? [])
  }
}

/** Returns the events of a batch that may fire rules, given the current state of their tickets; mostly none. */
const makePickOut =
  (sql: Sql, queriesOf: ReturnType<typeof makeQueries>) =>
  async (set: RuleHolder, events: readonly RuleEvent[]): Promise<ReadonlySet<RuleEvent>> => {
    const picked = new Set<RuleEvent>()
    for (const [when, all] of Map.groupBy(events, (one) => one.when)) {
      const relevant = all.filter((one) => triggeredBy(set, one).length > 0)
      if (relevant.length === 0) continue
      const rules = set.rules.filter((rule) => rule.when === when)
      const asked = relevant.map(({ about, ...one }) => ({ ...one, about: about ?? '' }))
      const found = await listFacts(sql, asked, await queriesOf(set, rules))
      for (const [nth, one] of relevant.entries()) {
        const facts = found[nth]
        if (facts === undefined) continue
        // Without `about`, the earlier firings of the event are not in `facts`: `fireRules` looks them up.
        const isOpen =
          one.about === null ||
          decide(triggeredBy(set, one), when, facts).some((firing) => !changesNothing(firing, facts))
        if (isOpen) picked.add(one)
      }
    }
    return picked
  }

/** Returns whether any rule fired. */
export type FireRules = (set: RuleHolder, event: RuleEvent) => Promise<boolean>

/**
 * Fires rules on events: `pickOut` selects the events of a batch that may fire any, `fireRules` fires them. Each firing and its
 * actions are one transaction, so a retry after a crash repeats nothing.
 */
export const makeRuleRunner = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, performActs: PerformActs) => {
  const queriesOf = makeQueries(sql)

  /** Performs the actions of one rule. Returns false if they failed. */
  const act = (
    set: RuleHolder,
    { ticket_id }: RuleEvent,
    about: string,
    { rule, answers }: Firing,
  ): Promise<boolean> =>
    sql.begin(async (tx) => {
      // An agent may have answered meanwhile: a rule must not send its answer after theirs.
      const has_answered = answers && (await lockWaiting(tx, ticket_id))
      const { business_id, author_id } = set
      const { id: rule_id, name } = rule
      const now = clock.now()
      const firing = { rule_id, ticket_id, about }
      const isNew = await insertFiring(tx, {
        ...firing,
        business_id,
        name,
        at: now,
        fate: 'done',
        has_answered,
      })
      if (!isNew) return true
      const { assignee, group, tags, priority, note, tell_ids, text } = rule.acts
      const { fate } = await performActs(tx, {
        business_ids: [business_id],
        ticket_id,
        acts: {
          tags,
          priority,
          text: has_answered ? text : null,
          ...(assignee !== null && { assignee_id: assignee }),
          note: note === null ? null : { text: note, mentions: tell_ids },
          rule: { name },
        },
        by: { person_id: null, author_id },
        seen: null,
        now,
      })
      const isDone = fate === 'done' || fate === 'same'
      if (isDone && group !== null) await giveToGroup(tx, ticket_id, group)
      await writeFate(tx, firing, { fate, has_answered: has_answered && isDone })
      return isDone
    })

  const fireRules: FireRules = async (set, event) => {
    const { when, ticket_id, message_id } = event
    const triggered = triggeredBy(set, event)
    if (triggered.length === 0) return false
    const queries = await queriesOf(set, triggered)
    const read = async (about: string): Promise<FoundFacts | undefined> =>
      (await listFacts(sql, [{ ticket_id, message_id, about }], queries))[0]
    let facts = await read(event.about ?? '')
    if (facts === undefined) return false
    // A level event fires a rule once per wait, even if a rule's action moves the deadline.
    const about = event.about ?? `${when} ${facts.waiting_since?.toISOString() ?? ''}`
    if (event.about === null) facts = await read(about)
    const hindered = new Set<string>()
    const done = new Set<string>()
    let isIdle = true
    for (;;) {
      if (facts === undefined) return !isIdle
      const next = decide(triggered, when, { ...facts, hindered }).find(({ rule }) => !done.has(rule.id))
      if (next === undefined) return !isIdle
      done.add(next.rule.id)
      // Until a rule has fired, `facts` match the ticket, so a rule without effect can be skipped.
      if (isIdle && changesNothing(next, facts)) continue
      isIdle = false
      if (!(await act(set, event, about, next))) hindered.add(next.rule.id)
    }
  }

  return { fireRules, pickOut: makePickOut(sql, queriesOf) }
}
