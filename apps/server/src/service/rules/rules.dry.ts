import type { Rule } from '@podmoga/contract/desk/rules'
import type { Db } from '@podmoga/sql/sql'
import { type Duty, dutiesOf, type Version } from '../levels/levels.rules.ts'
import { listCounted } from '../levels/levels.sql.ts'
import { listPast, listWordsOf, type PastMessage } from './facts.sql.ts'
import { decide, type Facts, type KeptRule } from './rules.rules.ts'

/** How many tickets a rule is tried on. */
const TRIED = 100
const MINUTE = 60_000
/** The part of a target at which service levels report «soon»: a fifth is left. */
const SOON_PART = 0.8

const NOTHING: ReadonlySet<string> = new Set()

/** Returns whether a duty has used up the given part of its target. */
const reached = ({ state, spent, target }: Duty, part: number): boolean =>
  target !== null && state !== 'dropped' && (part === 1 ? spent > target : spent >= target * part)

/** Returns the past events that the rule's trigger matches, each as the message whose text its conditions check. */
const pastEventsOf = (
  rule: Rule,
  messages: readonly PastMessage[],
  {
    duties,
    score,
    worked,
  }: { duties: readonly Duty[]; score: string | null; worked: (at: number) => number },
): (PastMessage | null)[] => {
  const last = messages.findLast(({ from_support }) => !from_support) ?? null
  const asked = messages.filter(({ from_support }) => !from_support)
  switch (rule.when) {
    case 'created':
      return asked.slice(0, 1)
    case 'wrote':
      return asked.slice(1)
    case 'answered':
      return messages.filter(({ from_support }) => from_support)
    case 'rated':
      return score === null ? [] : [last]
    case 'soon':
    case 'late':
      return duties.filter((duty) => reached(duty, rule.when === 'soon' ? SOON_PART : 1)).map(() => last)
    case 'waits': {
      const begun = messages.filter(
        ({ from_support }, at) => !from_support && (at === 0 || messages[at - 1]?.from_support === true),
      )
      return begun.filter((one) => worked(messages.indexOf(one)) >= (rule.minutes ?? 0) * MINUTE)
    }
  }
}

/**
 * Returns on which of the newest tickets a rule would have fired, and how often. Checks the tickets as they are now, ignoring
 * changes that other rules would have made. Writes nothing.
 */
export const tryOut = async (
  db: Db,
  {
    business_id,
    rule,
    versions,
    now,
  }: { business_id: string; rule: Rule; versions: readonly Version[]; now: number },
) => {
  const { tickets, messages } = await listPast(db, business_id, TRIED)
  const by_ticket = Map.groupBy(messages, ({ ticket_id }) => ticket_id)
  const words = await listWordsOf(
    db,
    messages.map(({ id }) => id),
    rule.conditions.words,
  )
  const counted = await listCounted(
    db,
    tickets.map(({ id }) => id),
  )
  const histories = new Map(counted.map((one) => [one.id, one]))
  const kept: KeptRule = { ...rule, id: rule.id ?? '', is_on: true, on_since: '' }
  const found = tickets.map(({ id, number, ...ticket }) => {
    const own = by_ticket.get(id) ?? []
    const past = histories.get(id)
    const of = past === undefined || versions.length === 0 ? null : dutiesOf(past.history, versions, now)
    const worked = (at: number): number => {
      const from = own[at]?.at.getTime()
      const calendar = versions.at(-1)?.calendar
      if (from === undefined || calendar === undefined) return 0
      const answer = own
        .slice(at)
        .find(({ from_support }) => from_support)
        ?.at.getTime()
      const closed = past?.history.events.find((one) => one.what === 'closed' && one.at >= from)?.at
      return calendar.worked(from, Math.max(from, Math.min(answer ?? now, closed ?? now)))
    }
    const duties = of === null ? [] : [of.first, ...of.nexts, of.solution]
    const times = pastEventsOf(rule, own, { duties, score: ticket.score, worked }).filter((message) => {
      const facts: Facts = {
        ...ticket,
        words: (message === null ? undefined : words.get(message.id)) ?? NOTHING,
        is_waiting: true,
        answered: NOTHING,
        fired: NOTHING,
        hindered: NOTHING,
      }
      return decide([kept], rule.when, facts).length > 0
    }).length
    return { id, number, times }
  })
  return { total: tickets.length, tickets: found.filter(({ times }) => times > 0) }
}
