import type { Rule } from '@podmoga/contract/desk/rules'
import type { Sql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import type { PerformActs } from '../../ports/ticket-acts.ts'
import { type FoundFacts, listFacts, listWordQueries, type WordQuery } from './facts.sql.ts'
import { decide, type Facts, type Firing, type KeptRule } from './rules.rules.ts'
import { giveToGroup, insertFiring, lockWaiting, writeFate } from './rules.sql.ts'

/** Something that may set rules off. */
export interface Happening {
  when: Rule['when']
  /** Which one of its kind it is in the ticket; null: which, the wait says. */
  about: string | null
  ticket_id: string
  message_id: string | null
  at: Date
}

/** Whose rules they are. */
export interface RuleHolder {
  business_id: string
  version: string
  author_id: string
  rules: readonly KeptRule[]
}

/** Whether all that a rule says is so already: then it is not set off, and the log stays short. */
const changesNothing = ({ rule: { acts }, answers }: Firing, { tags, priority }: Facts): boolean =>
  !answers &&
  acts.assignee === null &&
  acts.group === null &&
  acts.note === null &&
  acts.tags.every((tag) => tags.includes(tag)) &&
  (acts.priority === null || acts.priority === priority)

const heardBy = ({ rules }: RuleHolder, { when, at }: Happening): KeptRule[] =>
  rules.filter((rule) => rule.when === when && Date.parse(rule.on_since) <= at.getTime())

/** The words of rules as texts are asked for them; made once for each version of a business's rules. */
const makeQueries = (sql: Sql) => {
  const kept = new Map<string, { version: string; queries: Map<string, WordQuery> }>()
  return async ({ business_id, version }: RuleHolder, heard: readonly KeptRule[]): Promise<WordQuery[]> => {
    const words = [...new Set(heard.flatMap((rule) => rule.conditions.words))]
    const before = kept.get(business_id)
    const known = before?.version === version ? before.queries : new Map<string, WordQuery>()
    const fresh = words.filter((word) => !known.has(word))
    for (const one of fresh.length === 0 ? [] : await listWordQueries(sql, fresh)) known.set(one.word, one)
    kept.set(business_id, { version, queries: known })
    return words.flatMap((word) => known.get(word) ?? [])
  }
}

/** Says which of many happenings may set rules off, as their tickets are now: mostly none, and no more is asked of them. */
const makePickOut =
  (sql: Sql, queriesOf: ReturnType<typeof makeQueries>) =>
  async (set: RuleHolder, happenings: readonly Happening[]): Promise<ReadonlySet<Happening>> => {
    const picked = new Set<Happening>()
    for (const [when, all] of Map.groupBy(happenings, (one) => one.when)) {
      const heard = all.filter((one) => heardBy(set, one).length > 0)
      if (heard.length === 0) continue
      const rules = set.rules.filter((rule) => rule.when === when)
      const asked = heard.map(({ about, ...one }) => ({ ...one, about: about ?? '' }))
      const found = await listFacts(sql, asked, await queriesOf(set, rules))
      for (const [nth, one] of heard.entries()) {
        const facts = found[nth]
        if (facts === undefined) continue
        // Without a name of its own, which happening it is stands in the ticket.
        const isOpen =
          one.about === null ||
          decide(heardBy(set, one), when, facts).some((firing) => !changesNothing(firing, facts))
        if (isOpen) picked.add(one)
      }
    }
    return picked
  }

/** Answers whether anything was done to the ticket. */
export type HearOne = (set: RuleHolder, happening: Happening) => Promise<boolean>

/**
 * Has happenings set rules off: `pickOut` says of many at once which may set off any, `hearOne` does it. Each firing and what it does is one transaction, so whoever goes on after a server that
 * died does nothing twice.
 */
export const makeHear = ({ sql, clock }: Pick<Deps, 'sql' | 'clock'>, performActs: PerformActs) => {
  const queriesOf = makeQueries(sql)

  /** Does what one rule says; false: something hindered it. */
  const act = (
    set: RuleHolder,
    { ticket_id }: Happening,
    about: string,
    { rule, answers }: Firing,
  ): Promise<boolean> =>
    sql.begin(async (tx) => {
      // Somebody may have answered meanwhile: nobody is answered over a person's own words.
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

  const hearOne: HearOne = async (set, happening) => {
    const { when, ticket_id, message_id } = happening
    const heard = heardBy(set, happening)
    if (heard.length === 0) return false
    const queries = await queriesOf(set, heard)
    const read = async (about: string): Promise<FoundFacts | undefined> =>
      (await listFacts(sql, [{ ticket_id, message_id, about }], queries))[0]
    let facts = await read(happening.about ?? '')
    if (facts === undefined) return false
    // Of one wait a level is told once, whatever a rule makes of its deadline.
    const about = happening.about ?? `${when} ${facts.waiting_since?.toISOString() ?? ''}`
    if (happening.about === null) facts = await read(about)
    const hindered = new Set<string>()
    const done = new Set<string>()
    let isIdle = true
    for (;;) {
      if (facts === undefined) return !isIdle
      const next = decide(heard, when, { ...facts, hindered }).find(({ rule }) => !done.has(rule.id))
      if (next === undefined) return !isIdle
      done.add(next.rule.id)
      // As long as nothing was changed, the facts are what the ticket is.
      if (isIdle && changesNothing(next, facts)) continue
      isIdle = false
      if (!(await act(set, happening, about, next))) hindered.add(next.rule.id)
    }
  }

  return { hearOne, pickOut: makePickOut(sql, queriesOf) }
}
