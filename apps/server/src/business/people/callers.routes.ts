import * as calls from '@podmoga/contract/tickets/callers'
import type { Deps } from '../../deps.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listOwn } from './callers.sql.ts'
import { listPeopleRows } from './list.sql.ts'
import { cursorOf, parseCursor } from './people.answers.ts'
import type { PersonRow } from './people.sql.ts'
import { parseSearch } from './read.ts'

/** Leaves out memberships in other businesses. */
const callerAnswer = (row: PersonRow, own: ReadonlyMap<string, string>): calls.Caller => ({
  id: row.id,
  name: [row.first_name, row.last_name].filter(Boolean).join(' ') || null,
  phone: row.phone,
  email: row.email,
  is_invited: row.joined_at === null,
  restaurants: row.restaurants.flatMap(({ id, name, role }) => {
    const business_id = own.get(id)
    return business_id === undefined ? [] : [{ id, name, business_id, is_manager: role === 'manager' }]
  }),
})

/** The sort order of each business's list: `collate "C"`, then the id. */
const inOrder = (one: PersonRow, other: PersonRow): number =>
  Buffer.compare(Buffer.from(one.sort_name), Buffer.from(other.sort_name)) ||
  Number(BigInt(one.id) - BigInt(other.id))

/** People who may be calling: staff of the restaurants an agent serves, and no one else. */
export const callerRoutes = (on: On, { sql }: Deps): void => {
  on(calls.listCallers, async ({ who, query }) => {
    const { page_size } = query
    const restaurant_id = query.restaurant === undefined ? null : rowId(query.restaurant)
    const { business_ids } = who
    const [only] = restaurant_id === null ? [] : await listOwn(sql, { ids: [restaurant_id], business_ids })
    if (restaurant_id !== null && only === undefined) throw refuse('not_found')
    const { words, whole } = parseSearch(query.search)
    const after = parseCursor(query.after)
    const list = async (
      narrowed: Pick<Parameters<typeof listPeopleRows>[1], 'words' | 'email' | 'phone_end'>,
    ) => {
      const lists = await Promise.all(
        (only === undefined ? business_ids : [only.business_id]).map((business_id) =>
          listPeopleRows(sql, {
            ...{
              business_id,
              restaurant_ids: null,
              restaurant_id,
              role: null,
              state: null,
              only_members: true,
            },
            after,
            limit: page_size + 1,
            ...narrowed,
          }),
        ),
      )
      return lists.flat().sort(inOrder)
    }
    const owner = whole === null ? [] : await list({ words: [], ...whole })
    // No exact match: the input may be the beginning or the middle of an address.
    const rows = owner.length > 0 ? owner : await list({ words })
    const page = rows.slice(0, page_size)
    const last = page.at(-1)
    const ids = page.flatMap(({ restaurants }) => restaurants.map(({ id }) => id))
    const rowsOfOwn = await listOwn(sql, { ids, business_ids })
    const own = new Map(rowsOfOwn.map(({ id, business_id }) => [id, business_id]))
    return {
      results: page.map((row) => callerAnswer(row, own)),
      next: rows.length > page_size && last !== undefined ? cursorOf(last) : null,
    }
  })
}
