import { getRestaurantHealth } from '@podmoga/contract/desk/health'
import { refuse, rowId } from '../../http/refuse.ts'
import type { Module } from '../../module.ts'
import { cardRoutes } from './card.routes.ts'
import { repeatsOf } from './health.answers.ts'
import { countWeeks, findRestaurantRow, listAbsent, listRepeats, listUnread } from './health.sql.ts'

/** Minimum number of whole weeks to compute the usual number of tickets from. */
const USUAL_WEEKS = 4

/** Returns the median; null if there are too few numbers. */
const medianOf = (numbers: readonly number[]): number | null => {
  if (numbers.length < USUAL_WEEKS) return null
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** A restaurant's statistics for its manager, computed on request; and its page for agents, with their shared note. */
export const health: Module = {
  name: 'service/health',
  tables: ['restaurant_notes'],
  people: { 'restaurant_notes.changed_by': 'kept' },
  routes: ({ on, deps }) => {
    const { sql, clock } = deps
    cardRoutes(on, deps)
    on(getRestaurantHealth, async ({ who, params }) => {
      const restaurant = await findRestaurantRow(sql, { ...who, restaurant_id: rowId(params.restaurantId) })
      if (restaurant === undefined) throw refuse('not_found')
      const now = clock.now()
      const about = { restaurant_id: restaurant.id, now }
      const [weeks, repeats, unread, absent] = await Promise.all([
        countWeeks(sql, { ...restaurant, now }),
        listRepeats(sql, about),
        listUnread(sql, about),
        listAbsent(sql, restaurant.id),
      ])
      const whole = weeks.slice(0, -1).filter(({ is_known }) => is_known)
      return {
        name: restaurant.name,
        weeks: weeks.map(({ begins, tickets }) => ({ begins, tickets })),
        usual: medianOf(whole.map(({ tickets }) => tickets)),
        repeats: repeatsOf(repeats),
        unread: {
          total: unread[0]?.total ?? 0,
          oldest: unread.map(({ id, number, author, answered_at }) => ({
            id,
            number,
            author,
            answered_at: answered_at.toISOString(),
          })),
        },
        absent: {
          total: absent[0]?.total ?? 0,
          first: absent.map(({ name, is_invited }) => ({ name, is_invited })),
        },
      }
    })
  },
}
