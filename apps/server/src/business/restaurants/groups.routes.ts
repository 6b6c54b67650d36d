import * as calls from '@podmoga/contract/desk/restaurants/groups'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { Db, TransactionSql } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { Duties, GroupUse } from '../../module.ts'
import { countInGroups, swapGroup } from './groups.sql.ts'
import { lockRestaurants } from './restaurants.sql.ts'

/** Number of names listed per kind of use; the rest are only counted. */
const NAMED = 3

const byName = new Intl.Collator('ru', { numeric: true })

/** The uses of one group, by kind. */
const usesOf = (all: readonly GroupUse[]): calls.RestaurantGroup['uses'] =>
  [...Map.groupBy(all, ({ what }) => what)].map(([what, uses]) => ({
    what,
    count: uses.length,
    names: uses.flatMap(({ name }) => name ?? []).slice(0, NAMED),
    holds: uses.some(({ holds }) => holds),
  }))

/** Group names are compared without case: «центр» is «Центр». */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Groups of restaurants are names that rows of many modules refer to. A rename changes all of them at once, each
 * through its owning module; a removal is refused if a row would be left applying to no one.
 */
export const restaurantGroupRoutes = (on: On, deps: Deps, modules: readonly Duties[]): void => {
  const { sql, clock } = deps
  const note = makeNote(clock)
  const names = modules.flatMap(({ restaurantGroups }) => restaurantGroups ?? [])

  const groupsOf = async (db: Db, business_id: string): Promise<calls.RestaurantGroup[]> => {
    const counts = await countInGroups(db, business_id)
    const uses: GroupUse[] = []
    for (const { list } of names) uses.push(...(await list(db, business_id)))
    const byGroup = Map.groupBy(uses, ({ group }) => group)
    const restaurants = new Map(counts.map(({ name, count }) => [name, count]))
    return [...new Set([...restaurants.keys(), ...byGroup.keys()])].sort(byName.compare).map((name) => ({
      name,
      restaurants: restaurants.get(name) ?? 0,
      uses: usesOf(byGroup.get(name) ?? []),
    }))
  }

  /** Changes one group, serialized with all changes of restaurants and groups. */
  const change = <T>(
    business_id: string,
    name: string,
    work: (tx: TransactionSql, group: calls.RestaurantGroup, all: calls.RestaurantGroup[]) => Promise<T>,
  ) =>
    sql.begin(async (tx) => {
      await lockRestaurants(tx, business_id)
      const all = await groupsOf(tx, business_id)
      const group = all.find((one) => one.name === name)
      if (group === undefined) throw refuse('not_found')
      return work(tx, group, all)
    })

  const usersOf = ({ uses }: calls.RestaurantGroup): { named_in?: string } | undefined =>
    uses.length === 0 ? undefined : { named_in: calls.groupUsersText(uses) }

  on(calls.listRestaurantGroups, async ({ who }) => ({ groups: await groupsOf(sql, who.business_id) }))

  on(calls.renameRestaurantGroup, ({ who, body, request }) =>
    change(who.business_id, body.name, async (tx, group, all) => {
      const { business_id } = who
      const from = group.name
      const other = all.find(({ name }) => name !== from && isSame(name, body.to))
      if (other !== undefined && !body.merges)
        throw refuse('name_taken', {
          message: `Группа ${quoted(other.name)} уже есть.`,
          fields: { to: `Группа ${quoted(other.name)} уже есть` },
        })
      const to = other?.name ?? body.to
      if (to === from) return { ok: true, name: to }
      const restaurants = await swapGroup(tx, { business_id, from, to })
      for (const { rename } of names) await rename(tx, deps, { business_id, from, to })
      await note(tx, who, request, {
        event: other === undefined ? 'restaurant_group_renamed' : 'restaurant_group_merged',
        subject: null,
        before: { name: from },
        after: { name: to, restaurants, ...usersOf(group) },
      })
      return { ok: true, name: to }
    }),
  )

  on(calls.removeRestaurantGroup, ({ who, body, request }) =>
    change(who.business_id, body.name, async (tx, group) => {
      const held = group.uses.filter(({ holds }) => holds)
      if (held.length > 0)
        throw refuse('group_in_use', {
          message: `Эту группу называют: ${calls.groupUsersText(held)}. Объедините её с другой или поменяйте их.`,
        })
      const restaurants = await swapGroup(tx, { business_id: who.business_id, from: group.name, to: null })
      await note(tx, who, request, {
        event: 'restaurant_group_removed',
        subject: null,
        before: { name: group.name, restaurants, ...usersOf(group) },
      })
      return { ok: true }
    }),
  )
}
