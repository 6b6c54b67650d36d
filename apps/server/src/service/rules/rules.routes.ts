import { randomUUID } from 'node:crypto'
import * as calls from '@podmoga/contract/desk/rules'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listVersionRows } from '../levels/levels.sql.ts'
import { versionsOf } from '../levels/versions.ts'
import { brokenOf } from './rules.broken.ts'
import { tryOut } from './rules.dry.ts'
import type { KeptRule } from './rules.rules.ts'
import {
  findKnown,
  findRuleSet,
  type Known,
  listFirings,
  listSharedCanned,
  lockRuleSet,
  replaceRules,
} from './rules.sql.ts'

/** Maximum number of firings, and of canned replies, in an answer. */
const SHOWN = 50

/** Describes a rule for the audit journal. */
const describeRule = ({ name, is_on, when, minutes, acts }: calls.Rule): string => {
  const parts = [
    acts.assignee !== null && 'агент',
    acts.group !== null && 'группа',
    acts.tags.length > 0 && `метки ${acts.tags.join(', ')}`,
    acts.priority !== null && `срочность ${acts.priority}`,
    acts.note !== null && 'заметка',
    acts.text !== null && 'ответ',
  ].filter((act) => act !== false)
  return `${name} (${is_on ? 'включено' : 'выключено'}): ${when}${minutes === null ? '' : ` ${minutes}`}: ${parts.join('; ')}`
}

/** Adds `id` and `on_since` to each rule. A rule whose trigger has changed is on since now. */
const keptOf = (rules: readonly calls.Rule[], before: readonly KeptRule[], now: Date): KeptRule[] =>
  rules.map((rule, at) => {
    const isFirst = rules.findIndex(({ id }) => id === rule.id) === at
    const was = isFirst ? before.find(({ id }) => id === rule.id) : undefined
    const isSame = was?.is_on === true && was.when === rule.when && was.minutes === rule.minutes
    // An unknown id is replaced: the rule is new.
    return { ...rule, id: was?.id ?? randomUUID(), on_since: isSame ? was.on_since : now.toISOString() }
  })

/** Refuses references to what the business does not have. A rule that is off may keep one that it has lost meanwhile. */
const check = (rules: readonly calls.Rule[], before: readonly KeptRule[], known: Known): void => {
  for (const [at, rule] of rules.entries()) {
    const was = rule.is_on ? undefined : before.find(({ id }) => id === rule.id)
    for (const { field } of brokenOf(rule, known, was))
      throw refuse('invalid', {
        fields: {
          [`rules ${at} ${field}`]: `Этого больше нет: выберите другое${rule.is_on ? ' или выключите правило' : ''}`,
        },
      })
  }
}

/** Routes by which an administrator edits rules. */
export const ruleRoutes = (on: On, { sql, clock }: Deps): void => {
  const answerOf = async (business_id: string) => {
    const [{ version, rules, author_id }, known, firings, canned] = await Promise.all([
      findRuleSet(sql, business_id),
      findKnown(sql, business_id),
      listFirings(sql, business_id, SHOWN),
      listSharedCanned(sql, business_id, SHOWN),
    ])
    const broken = rules.flatMap((rule) => {
      const what = brokenOf(rule, known).map((one) => one.what)
      if (author_id === null) what.push('автор: сохраните правила ещё раз')
      return what.length === 0 ? [] : [{ id: rule.id, what }]
    })
    return {
      version,
      rules: rules.map(({ on_since: _, ...rule }) => rule),
      ...known,
      canned,
      broken,
      firings: firings.map((firing) => ({ ...firing, at: firing.at.toISOString() })),
    }
  }
  on(calls.getRules, ({ who }) => answerOf(who.business_id))

  on(calls.setRules, async ({ who, body, request }) => {
    const { business_id, person_id } = who
    await sql.begin(async (tx) => {
      const before = await lockRuleSet(tx, business_id)
      if (before.version !== body.version) throw refuse('changed_meanwhile')
      check(body.rules, before.rules, await findKnown(tx, business_id))
      const is_fresh = !before.rules.some(({ is_on }) => is_on)
      const rules = keptOf(body.rules, before.rules, clock.now())
      await replaceRules(tx, { business_id, rules, author_id: person_id, is_fresh })
      await writeAudit(tx, {
        at: clock.now(),
        event: 'rules_changed',
        person_id,
        session_id: who.session_id,
        business_id,
        ip: request.ip,
        request_id: request.id,
        before: { rules: before.rules.map(describeRule) },
        after: { rules: rules.map(describeRule) },
      })
    })
    return answerOf(business_id)
  })

  on(calls.tryRule, async ({ who: { business_id }, body: { rule } }) => {
    const versions = versionsOf(await listVersionRows(sql, business_id))
    return tryOut(sql, { business_id, rule, versions, now: clock.now().getTime() })
  })
}
