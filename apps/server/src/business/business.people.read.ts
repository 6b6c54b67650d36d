import * as calls from '@podmoga/contract/desk/people'
import type { Deps } from '../deps.ts'
import { refuse, rowId } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { cursorOf, personAnswer, placeAfter, wordsOf } from './business.people.answers.ts'
import { findPersonRow, listOpenSessions, listPeopleRows } from './business.people.sql.ts'

const WHOLE_ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** Who is there: the list, and one person with where they are signed in. */
export const peopleReadRoutes = (on: On, { sql, clock }: Deps): void => {
  on(calls.listPeople, async ({ who, query }) => {
    const { page_size } = query
    const words = wordsOf(query.search)
    const asked = {
      business_id: who.business_id,
      restaurant_ids: who.restaurant_ids,
      restaurant_id: query.restaurant === undefined ? null : rowId(query.restaurant),
      role: query.role ?? null,
      state: query.state ?? null,
      after: placeAfter(query.after),
      limit: page_size + 1,
    }
    const [email] = words
    const owner =
      words.length === 1 && email !== undefined && WHOLE_ADDRESS.test(email)
        ? await listPeopleRows(sql, { ...asked, words: [], email })
        : []
    // Nobody has it whole: it may be the beginning or the middle of somebody's.
    const rows = owner.length > 0 ? owner : await listPeopleRows(sql, { ...asked, words })
    const page = rows.slice(0, page_size)
    const last = page.at(-1)
    return {
      results: page.map((row) => personAnswer(who, row)),
      next: rows.length > page_size && last !== undefined ? cursorOf(last) : null,
    }
  })

  on(calls.getAdminPerson, async ({ who, params }) => {
    const person_id = rowId(params.personId)
    const row = await findPersonRow(sql, { ...who, person_id })
    if (row === undefined) throw refuse('not_found')
    const sessions = await listOpenSessions(sql, { person_id, now: clock.now() })
    return {
      ...personAnswer(who, row),
      sessions: sessions.map(({ created_at, last_seen_at, user_agent, ip }) => ({
        created_at: created_at.toISOString(),
        seen_at: last_seen_at.toISOString(),
        device: user_agent,
        ip,
      })),
    }
  })
}
