import { swapName } from '../../db/swap-in-array.ts'
import type { RestaurantGroupNames } from '../../module.ts'
import type { KeptRule } from './rules.rules.ts'
import { findRuleSet, lockRuleSet } from './rules.sql.ts'

const namedBy = ({ conditions }: KeptRule): readonly string[] => conditions.restaurant_groups ?? []

/** Groups of restaurants that rules name. */
export const groupNames: RestaurantGroupNames = {
  list: async (db, business_id) => {
    const { rules } = await findRuleSet(db, business_id)
    return rules.flatMap((rule) =>
      namedBy(rule).map((group) => ({ group, what: 'rule' as const, name: rule.name, holds: true })),
    )
  },
  rename: async (tx, _deps, { business_id, from, to }) => {
    const { rules } = await lockRuleSet(tx, business_id)
    if (!rules.some((rule) => namedBy(rule).includes(from))) return
    const renamed = rules.map((rule) => {
      const { restaurant_groups, ...conditions } = rule.conditions
      if (restaurant_groups === undefined) return rule
      return {
        ...rule,
        conditions: { ...conditions, restaurant_groups: swapName(restaurant_groups, from, to) },
      }
    })
    await tx`update rule_sets set version = version + 1, rules = ${tx.json(renamed)} where business_id = ${business_id}`
  },
}
