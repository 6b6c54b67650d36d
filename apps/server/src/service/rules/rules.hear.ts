import type { Rule } from '@podmoga/contract/desk/rules'
import type { Deps } from '../../deps.ts'
import type { PerformActs } from '../../ports/ticket-acts.ts'
import { findFacts } from './facts.sql.ts'
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

export type HearOne = (set: RuleHolder, happening: Happening) => Promise<void>

/**
 * Has a happening set rules off. Each firing and what it does is one transaction, so whoever goes on after a server that
 * died does nothing twice.
 */
export const makeHearOne = (
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  performActs: PerformActs,
): HearOne => {
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

  return async (set, happening) => {
    const { when, ticket_id, message_id, at } = happening
    const heard = set.rules.filter((rule) => rule.when === when && Date.parse(rule.on_since) <= at.getTime())
    if (heard.length === 0) return
    const words = [...new Set(heard.flatMap((rule) => rule.conditions.words))]
    const read = (about: string) => findFacts(sql, { ticket_id, message_id, about, words })
    let facts = await read(happening.about ?? '')
    if (facts === undefined) return
    // Of one wait a level is told once, whatever a rule makes of its deadline.
    const about = happening.about ?? `${when} ${facts.waiting_since?.toISOString() ?? ''}`
    if (happening.about === null) facts = await read(about)
    const hindered = new Set<string>()
    const done = new Set<string>()
    let isIdle = true
    for (;;) {
      if (facts === undefined) return
      const next = decide(heard, when, { ...facts, hindered }).find(({ rule }) => !done.has(rule.id))
      if (next === undefined) return
      done.add(next.rule.id)
      // As long as nothing was changed, the facts are what the ticket is.
      if (isIdle && changesNothing(next, facts)) continue
      isIdle = false
      if (!(await act(set, happening, about, next))) hindered.add(next.rule.id)
    }
  }
}
