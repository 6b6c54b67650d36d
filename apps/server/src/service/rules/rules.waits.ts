import type { Sql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { listVersionRows } from '../levels/levels.sql.ts'
import { versionsOf } from '../levels/versions.ts'
import { brokenOf } from './rules.broken.ts'
import type { KeptRule } from './rules.rules.ts'
import type { FireRules, RuleHolder } from './rules.runner.ts'
import { findKnown, keepWait, listNextWaits, listWaitSets, type WaitRow } from './rules.sql.ts'

/** Waiting tickets per batch. */
const PORTION = 200
const MINUTE = 60_000

/** Returns the rules that are on and have no broken references. */
export const runnable = async (
  sql: Sql,
  business_id: string,
  rules: readonly KeptRule[],
): Promise<KeptRule[]> => {
  const known = await findKnown(sql, business_id)
  return rules.filter((rule) => rule.is_on && brokenOf(rule, known).length === 0)
}

export const onWaiting = (rules: readonly KeptRule[]): KeptRule[] =>
  rules.filter(({ when }) => when === 'waits')

/** Fires rules on waiting time: no event triggers them, so waiting tickets are polled. */
export const makeWaits = (
  { sql, clock, background }: Pick<Deps, 'sql' | 'clock' | 'background'>,
  fireRules: FireRules,
) => {
  /** Fires the rules whose time these waits have reached. Returns those waits. */
  const fireOnWaits = async (
    set: RuleHolder,
    rules: readonly KeptRule[],
    waits: readonly WaitRow[],
  ): Promise<WaitRow[]> => {
    if (waits.length === 0 || rules.length === 0) return []
    const calendar = versionsOf(await listVersionRows(sql, set.business_id)).at(-1)?.calendar
    if (calendar === undefined) return []
    const now = clock.now().getTime()
    const past: WaitRow[] = []
    for (const wait of waits) {
      const spent = calendar.worked(wait.waiting_since.getTime(), now)
      const due = rules.filter(({ minutes }) => minutes !== null && spent >= minutes * MINUTE)
      if (due.length === 0) continue
      past.push(wait)
      const about = `waits ${wait.waiting_since.toISOString()}`
      const of = { ticket_id: wait.id, message_id: null, at: wait.waiting_since }
      await fireRules({ ...set, rules: due }, { when: 'waits', about, ...of })
    }
    return past
  }
  const pollWaits = async (): Promise<void> => {
    for (const { business_id, version, rules, author_id } of await listWaitSets(sql)) {
      if (author_id === null) continue
      const set = {
        business_id,
        version,
        author_id,
        rules: onWaiting(await runnable(sql, business_id, rules)),
      }
      for (const rule of set.rules) {
        if (background.closing.aborted) return
        const since = new Date(rule.on_since)
        const until = new Date(clock.now().getTime() - (rule.minutes ?? 0) * MINUTE)
        const at = { business_id, rule_id: rule.id, since, until, limit: PORTION }
        const past = await fireOnWaits(set, [rule], await listNextWaits(sql, at))
        const last = past.at(-1)
        if (last !== undefined) await keepWait(sql, { business_id, rule_id: rule.id, last })
      }
    }
  }

  return { fireOnWaits, pollWaits }
}
