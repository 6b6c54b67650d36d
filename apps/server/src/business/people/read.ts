import * as calls from '@podmoga/contract/desk/people'
import type { Db } from '@podmoga/sql/sql'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listNewestSessions } from '../../session/session.list.sql.ts'
import { mayActOn } from '../business.rules.ts'
import { listGroupMembers } from '../restaurants/list.sql.ts'
import { daysOf, waysOf } from './invitations.routes.ts'
import { countPeopleRows, listPeopleRows } from './list.sql.ts'
import { cursorOf, parseCursor, personAnswer, wordsOf } from './people.answers.ts'
import { findPersonRow } from './people.sql.ts'

const WHOLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/
/** Enough digits to identify a number, with or without the country code. */
const PHONE_END = /^\+?\d{7,15}$/
/** The trunk prefix 8 is not part of the number. */
const DIALLED = /^8(?=\d{10}$)/

/** Returns the index lookup for a word that is a complete address or number, else null. */
const wholeAddress = (word: string): { email: string } | { phone_end: string } | null => {
  if (WHOLE_EMAIL.test(word)) return { email: word }
  return PHONE_END.test(word) ? { phone_end: word.replace(DIALLED, '') } : null
}

/** The words of a search, and the complete address if the input is one. */
export const parseSearch = (search: string | undefined) => {
  const words = wordsOf(search)
  const [word] = words
  return { words, whole: words.length === 1 && word !== undefined ? wholeAddress(word) : null }
}

/** Restaurants whose people are listed: the reader's (null: all); for a group, only its current members. */
const withinGroup = async (db: Db, who: PeopleManager, group: string | undefined) => {
  if (group === undefined) return who.restaurant_ids
  const ids = await listGroupMembers(db, who.business_id, group)
  return ids.filter((id) => who.restaurant_ids?.includes(id) ?? true)
}

/** The filters of a list of people. */
const filtersOf = async (db: Db, who: PeopleManager, query: z.output<typeof calls.countPeople.query>) => ({
  business_id: who.business_id,
  restaurant_ids: await withinGroup(db, who, query.restaurant_group),
  restaurant_id: query.restaurant === undefined ? null : rowId(query.restaurant),
  role: query.role ?? null,
  state: query.state ?? null,
  ...parseSearch(query.search),
})

/** The list of people, and one person with their sessions. */
export const peopleReadRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  on(calls.listPeople, async ({ who, query }) => {
    const { page_size } = query
    const { words, whole, ...narrowed } = await filtersOf(sql, who, query)
    const asked = { ...narrowed, after: parseCursor(query.after), limit: page_size + 1 }
    const owner = whole === null ? [] : await listPeopleRows(sql, { ...asked, words: [], ...whole })
    // No exact match: the input may be the beginning or the middle of an address.
    const rows = owner.length > 0 ? owner : await listPeopleRows(sql, { ...asked, words })
    const page = rows.slice(0, page_size)
    const last = page.at(-1)
    return {
      results: page.map((row) => personAnswer(who, row)),
      next: rows.length > page_size && last !== undefined ? cursorOf(last) : null,
    }
  })

  on(calls.countPeople, async ({ who, query }) => {
    const { words, whole, ...narrowed } = await filtersOf(sql, who, query)
    const asked = { ...narrowed, limit: calls.COUNTED_PEOPLE + 1 }
    const owners = whole === null ? 0 : await countPeopleRows(sql, { ...asked, words: [], ...whole })
    const count = owners > 0 ? owners : await countPeopleRows(sql, { ...asked, words })
    return { total: Math.min(count, calls.COUNTED_PEOPLE), is_more: count > calls.COUNTED_PEOPLE }
  })

  on(calls.getInviteWays, async ({ who }) => ({ ...waysOf(deps), days: daysOf(deps, who.business_id) }))

  on(calls.getAdminPerson, async ({ who, params }) => {
    const person_id = rowId(params.personId)
    const row = await findPersonRow(sql, { ...who, person_id })
    if (row === undefined) throw refuse('not_found')
    // Sessions are visible only to managers who may act on the whole account, and to the person.
    const isVisible = person_id === who.person_id || mayActOn(who, row)
    const sessions = isVisible ? await listNewestSessions(sql, { person_id, now: clock.now() }) : []
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
