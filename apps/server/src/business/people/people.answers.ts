import type * as calls from '@podmoga/contract/desk/people'
import { isStorable } from '@podmoga/contract/fields/fields'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import { mayActOn, mayChangeAccess, type WantedAccess } from '../business.rules.ts'
import type { PersonRow } from './people.sql.ts'

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

/** A person as the manager sees them, without restaurants outside the manager's scope. */
export const personAnswer = (manager: PeopleManager, row: PersonRow): calls.AdminPerson => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone: row.phone,
  state: row.disabled_at !== null ? 'disabled' : row.joined_at === null ? 'invited' : 'active',
  restaurants: row.restaurants.filter(
    ({ id }) => manager.restaurant_ids === null || manager.restaurant_ids.includes(id),
  ),
  desk_roles: row.desk_roles,
  created_at: row.created_at.toISOString(),
  seen_at: iso(row.seen_at),
  second_step: row.second_step,
  mine: mayChangeAccess(manager, row),
  account_mine: mayActOn(manager, row),
})

/** The words of a search; a number with spaces and brackets is one word. */
export const wordsOf = (search: string | undefined): string[] => {
  const text = (search ?? '').normalize('NFC').replaceAll('\u0000', '').trim().toLowerCase()
  if (/^[\d\s()+-]{3,}$/.test(text)) return [text.replace(/[\s()-]/g, '')]
  return text.split(/\s+/).filter(Boolean).slice(0, 5)
}

/** Cursor of the next page: a name and an id, opaque to the client. */
export const cursorOf = ({ sort_name, id }: Pick<PersonRow, 'sort_name' | 'id'>): string =>
  Buffer.from(JSON.stringify([sort_name, id])).toString('base64url')

export const parseCursor = (cursor: string | undefined): { sort_name: string; id: string } | null => {
  if (cursor === undefined) return null
  try {
    const [sort_name, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[]
    if (typeof sort_name === 'string' && isStorable(sort_name) && typeof id === 'string')
      return { sort_name, id: rowId(id) }
  } catch {
    // An invalid cursor: rejected below.
  }
  throw refuse('bad_request')
}

/** Restaurants and roles in the format of the journal. */
export const accessWords = ({ restaurants, desk_roles }: WantedAccess) => ({
  restaurants: restaurants.map(({ id, role }) => (role === 'manager' ? `${id} manager` : id)),
  desk_roles: [...desk_roles],
})
