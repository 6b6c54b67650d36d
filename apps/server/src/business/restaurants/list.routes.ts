import * as calls from '@podmoga/contract/desk/admin'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { cursorOf, parseCursor, wordsOf } from '../people/people.answers.ts'
import { changeGroups, countRestaurants, listPageOfRestaurants, listRestaurantWords } from './list.sql.ts'
import { lockRestaurants, ownRestaurants } from './restaurants.sql.ts'
import { timezoneName } from './timezones.ts'

const DAY_MS = 24 * 3600 * 1000

/** Lists of thousands of restaurants: paging, filters, and adding many to groups. */
export const restaurantListRoutes = (on: On, { sql, clock }: Deps): void => {
  const noteAct = makeNote(clock)

  on(calls.findRestaurants, async ({ who, query }) => {
    const { page_size, only } = query
    const now = clock.now()
    const asked = {
      business_id: who.business_id,
      restaurant_ids: who.restaurant_ids,
      words: wordsOf(query.search),
      city: query.city ?? null,
      chain: query.chain ?? null,
      group: query.group ?? null,
      is_archived: only === 'archived',
      no_people: only === 'no_people',
      quiet_since: only === 'quiet' ? new Date(now.getTime() - calls.QUIET_DAYS * DAY_MS) : null,
    }
    const after = parseCursor(query.after)
    const [rows, total, words] = await Promise.all([
      listPageOfRestaurants(sql, { ...asked, after, limit: page_size + 1 }),
      countRestaurants(sql, asked),
      listRestaurantWords(sql, who.business_id),
    ])
    const page = rows.slice(0, page_size)
    const last = page.at(-1)
    return {
      results: page.map((row) => ({
        ...row,
        timezone_name: timezoneName(row.timezone, now),
        archived_at: row.archived_at?.toISOString() ?? null,
        last_ticket_at: row.last_ticket_at?.toISOString() ?? null,
      })),
      next: rows.length > page_size && last !== undefined ? cursorOf(last) : null,
      total,
      ...words,
    }
  })

  on(calls.groupRestaurants, async ({ who, body, request }) => {
    const ids = [...new Set(body.ids.map(rowId))]
    return sql.begin(async (tx) => {
      await lockRestaurants(tx, who.business_id)
      const own = await ownRestaurants(tx, { business_id: who.business_id, ids })
      if (own.length < ids.length) throw refuse('not_found')
      const { add, remove } = body
      const changed = await changeGroups(tx, { business_id: who.business_id, ids, add, remove })
      // One journal entry for any number of restaurants.
      if (changed.length > 0)
        await noteAct(tx, who, request, {
          event: 'restaurants_grouped',
          subject: null,
          after: { restaurants: changed, group_added: add, group_removed: remove },
        })
      return { ok: true, changed: changed.length }
    })
  })
}
