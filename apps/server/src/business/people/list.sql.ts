import type { PersonState } from '@podmoga/contract/desk/people'
import type { Role } from '@podmoga/contract/roles'
import { type Db, seldom } from '@podmoga/sql/sql'
import { nameLike } from '../../db/name-like.ts'
import { columns, type PeopleScope, type PersonRow } from './people.sql.ts'

/** Characters of a word that are looked up: each three are one more index lookup, and this many narrow well enough. */
const LOOKED_UP = 12

/**
 * Matches a word anywhere. Of a long word the end is looked up in the index, and the few results are checked for all of
 * it.
 */
const has = (
  db: Db,
  word: string,
) => db`${nameLike(db, db`p.find_text`, Array.from(word).slice(-LOOKED_UP).join(''))}
  ${word.length > LOOKED_UP ? db`and strpos(translate(p.find_text, 'ё', 'е'), ${word.replaceAll('ё', 'е')}) > 0` : db``}`

type Position = { sort_name: string; id: string } | null

/** The filters of the list. */
export interface PeopleFilter extends PeopleScope {
  words: readonly string[]
  /** A complete address in lower case, looked up by the unique index, since many addresses share the domain part. */
  email?: string
  /** The last digits of a number, looked up by index. */
  phone_end?: string
  restaurant_id: string | null
  role: Role | null
  state: PersonState | null
  /** Only people with a membership in the business who are not disabled. */
  only_members?: boolean
}

/** Conditions on the person's own row. */
const matches = (db: Db, { words, email, phone_end }: PeopleFilter) => db`p.erased_at is null ${words.reduce(
  (so_far, word) => db`${so_far} and ${has(db, word)}`,
  db``,
)}
  ${email === undefined ? db`` : db`and lower(p.email) = ${email}`}
  ${
    phone_end === undefined
      ? db``
      : // The characters before these digits are digits or a plus, which sort below the colon.
        db`and reverse(p.phone) collate "C" >= reverse(${phone_end})
          and reverse(p.phone) collate "C" < reverse(${phone_end}) || ':'`
  }`

/** Restaurants whose people are read; null for the whole business. */
const restaurantsOf = ({ restaurant_ids, restaurant_id }: PeopleFilter): readonly string[] | null => {
  if (restaurant_id === null) return restaurant_ids
  return restaurant_ids === null || restaurant_ids.includes(restaurant_id) ? [restaurant_id] : []
}

const STATES: readonly PersonState[] = ['active', 'invited', 'disabled']
const OF_MEMBERS = STATES.filter((state) => state !== 'disabled')

const statesOf = ({ state, only_members = false }: PeopleFilter): readonly PersonState[] =>
  state !== null ? [state] : only_members ? OF_MEMBERS : STATES

const isAtDesk = (role: Role | null): boolean => role !== null && role !== 'staff' && role !== 'manager'

/**
 * The first memberships by name: reads at most a page from the index range of each restaurant (or the business), role
 * and state, and merges them into one page.
 */
const byMemberships = (db: Db, asked: PeopleFilter & { after: Position; limit: number }) => {
  const { role, words, after, limit, business_id } = asked
  const restaurants = restaurantsOf(asked)
  const of_desk = isAtDesk(role) && restaurants === null
  const roles = role === null || (isAtDesk(role) && !of_desk) ? ['staff', 'manager'] : [role]
  // A single restaurant is passed as a value, so that it is planned for its real size: planned for an average one, it
  // would be read completely and sorted.
  const only = restaurants?.length === 1 ? restaurants[0] : undefined
  const place_id = only === undefined ? db`whose.id` : db`${only}`
  return db`${only === undefined ? db`` : seldom}
    select distinct found.sort_name collate "C" as sort_name, found.person_id
    from unnest(${restaurants ?? [business_id]}::bigint[]) as whose (id),
      unnest(${roles}::text[]) as does (role),
      unnest(${[...statesOf(asked)]}::text[]) as is_now (state),
      lateral (
        select distinct one.sort_name collate "C" as sort_name, one.person_id
        from ${of_desk ? db`desk_members` : db`memberships`} one
        where ${restaurants === null ? db`one.business_id` : db`one.restaurant_id`} = ${place_id}
          and one.role = does.role and one.state = is_now.state and one.business_id = ${business_id}
          ${
            isAtDesk(role) && !of_desk
              ? db`and exists (select from desk_members d
                  where d.person_id = one.person_id and d.business_id = ${business_id} and d.role = ${role})`
              : db``
          }
          ${
            words.length === 0
              ? db``
              : // "offset 0" keeps the planner from searching all people for the words first.
                db`and exists (select from people p where p.id = one.person_id and ${matches(db, asked)} offset 0)`
          }
          ${
            after === null
              ? db``
              : db`and (one.sort_name collate "C", one.person_id) > (${after.sort_name}, ${after.id})`
          }
        order by 1, 2 limit ${limit}) found
    order by 1, 2 limit ${limit}`
}

/** The first people by name; each is checked for a membership if one is required. */
const byNames = (db: Db, asked: PeopleFilter & { after: Position; limit: number }) => {
  const { business_id, role, after, limit, only_members = false } = asked
  const restaurants = restaurantsOf(asked)
  const states = statesOf(asked)
  const of_role = role === null || isAtDesk(role) ? db`` : db`and m.role = ${role}`
  return db`
    select p.sort_name, p.id as person_id from people p
    where p.business_id = ${business_id} and ${matches(db, asked)}
      ${states === STATES ? db`` : db`and p.state = any(${[...states]}::text[])`}
      ${
        restaurants === null && (role === null || isAtDesk(role)) && !only_members
          ? db``
          : db`and exists (select from memberships m where m.person_id = p.id ${of_role}
              ${only_members ? db`and m.business_id = ${business_id}` : db``}
              ${restaurants === null ? db`` : db`and m.restaurant_id = any(${[...restaurants]}::bigint[])`})`
      }
      ${
        isAtDesk(role)
          ? db`and exists (select from desk_members d
              where d.person_id = p.id and d.business_id = ${business_id} and d.role = ${role})`
          : db``
      }
      ${after === null ? db`` : db`and (p.sort_name collate "C", p.id) > (${after.sort_name}, ${after.id})`}
    order by p.sort_name collate "C", p.id
    limit ${limit}`
}

/** With more restaurants than this, reading a page of each costs more than skipping people in name order. */
const RESTAURANTS_MERGED_MAX = 50

/** The matching people by name, read along an index however many there are. */
const found = (db: Db, asked: PeopleFilter & { after: Position; limit: number }) => {
  const { role, words } = asked
  const isAddress = asked.email !== undefined || asked.phone_end !== undefined
  // Most people are plain staff: search words narrow them better than memberships.
  const restaurants = restaurantsOf(asked)
  const isOfMany =
    restaurants === null
      ? role === null || (role === 'staff' && words.length > 0)
      : restaurants.length > RESTAURANTS_MERGED_MAX && (role === null || role === 'staff')
  return isAddress || isOfMany ? byNames(db, asked) : byMemberships(db, asked)
}

/** Number of matching people, counted up to `limit`. */
export const countPeopleRows = async (db: Db, asked: PeopleFilter & { limit: number }): Promise<number> => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (${found(db, { ...asked, after: null })}) as people`
  return row?.count ?? 0
}

/** One page of people by name, after a cursor; read along an index however many there are. */
export const listPeopleRows = async (
  db: Db,
  asked: PeopleFilter & { after: Position; limit: number },
): Promise<PersonRow[]> => {
  const page = await db<{ sort_name: string; person_id: string }[]>`${found(db, asked)}`
  if (page.length === 0) return []
  // A separate query, so that its plan is cached, while the search is planned for its actual values.
  const ids = page.map(({ person_id }) => person_id)
  const rows = await db<PersonRow[]>`
    select ${columns(db, asked.business_id)} from people p where p.id = any(${ids}::bigint[])`
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap(({ person_id, sort_name }) => {
    const row = by_id.get(person_id)
    return row === undefined ? [] : [{ ...row, sort_name }]
  })
}
