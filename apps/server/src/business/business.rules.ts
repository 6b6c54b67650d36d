import type { AdminPerson } from '@podmoga/contract/desk/people'
import type { Refusal } from '@podmoga/contract/refusals'
import type { Db } from '@podmoga/sql/sql'
import type { PeopleManager } from '../http/principals.ts'
import { refuse, rowId } from '../http/refuse.ts'
import { findLastDeed } from './business.sql.ts'
import { countOtherAdmins, findPersonRow, type PersonRow } from './people/people.sql.ts'
import { ownRestaurants } from './restaurants/restaurants.sql.ts'

/** Restaurants with the role in each, and roles at the desk, as somebody asks for them. */
export interface WantedAccess {
  restaurants: readonly { id: string; role: 'staff' | 'manager' }[]
  desk_roles: readonly AdminPerson['desk_roles'][number][]
}

const placesOf = ({ restaurants, desk_roles }: WantedAccess): string =>
  [...restaurants.map(({ id, role }) => `${id} ${role}`), ...desk_roles].sort().join()

/** Whether both are the same restaurants, the role in each and the roles at the desk. */
export const isSameAccess = (one: WantedAccess, other: WantedAccess): boolean =>
  placesOf(one) === placesOf(other)

/**
 * Whether the manager may change the person's roles and places, as far as they are the manager's own to give. Nobody acts on
 * themselves. An admin acts on everybody of the business but the installation's operator, who stands above; a manager only
 * on plain staff.
 */
export const mayChangeAccess = (manager: PeopleManager, person: PersonRow): boolean => {
  if (person.id === manager.person_id || person.operator) return false
  if (manager.restaurant_ids === null) return true
  return (
    person.desk_roles.length === 0 &&
    !person.elsewhere &&
    person.memberships.every(({ role }) => role === 'staff')
  )
}

/**
 * Whether the manager may act on the account as a whole: its ways in, its name and addresses, whether it is open at all.
 * An account opens everything its person has, so nothing of it may be beyond the manager: no restaurant outside a
 * manager's, no role in another business.
 */
export const mayActOn = (manager: PeopleManager, person: PersonRow): boolean => {
  const { restaurant_ids } = manager
  if (!mayChangeAccess(manager, person) || person.elsewhere) return false
  return (
    restaurant_ids === null ||
    person.memberships.every(({ restaurant_id }) => restaurant_ids.includes(restaurant_id))
  )
}

/** Whether this is more than a place in a restaurant: such roles are given and taken after a fresh confirmation. */
export const isLifted = ({ restaurants, desk_roles }: WantedAccess): boolean =>
  desk_roles.length > 0 || restaurants.some(({ role }) => role !== 'staff')

/**
 * The person, if in reach (`not_found` otherwise) and not beyond the manager (`above_you` otherwise); locked. `may`: what
 * is to be changed, the account as a whole unless told otherwise.
 */
export const personToChange = async (
  db: Db,
  manager: PeopleManager,
  person_id: string,
  may: typeof mayActOn = mayActOn,
): Promise<PersonRow> => {
  const row = await findPersonRow(db, { ...manager, person_id: rowId(person_id), lock: true })
  if (row === undefined) throw refuse('not_found')
  if (!may(manager, row)) throw refuse('above_you')
  return row
}

/**
 * What the manager may give. Refuses `not_found` for a restaurant that is not the business's or not in the manager's
 * reach, `above_you` for a role that only an admin gives.
 */
export const checkWanted = async (db: Db, manager: PeopleManager, wanted: WantedAccess): Promise<void> => {
  const { business_id, restaurant_ids } = manager
  const ids = [...new Set(wanted.restaurants.map(({ id }) => rowId(id)))]
  const own = new Set(await ownRestaurants(db, { business_id, ids }))
  const reachable = (id: string): boolean =>
    own.has(id) && (restaurant_ids === null || restaurant_ids.includes(id))
  if (!ids.every(reachable)) throw refuse('not_found', { message: 'Такого ресторана нет.' })
  if (restaurant_ids === null) return
  if (wanted.desk_roles.length > 0 || wanted.restaurants.some(({ role }) => role !== 'staff'))
    throw refuse('above_you')
}

/** Refuses `last_admin` when nobody but this person could keep the business. */
export const refuseLastAdmin = async (db: Db, business_id: string, person: PersonRow): Promise<void> => {
  if (!person.desk_roles.includes('admin')) return
  if ((await countOtherAdmins(db, { business_id, person_id: person.id })) === 0) throw refuse('last_admin')
}

/** Restaurants and roles come in any order. */
const inOneOrder = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

interface Subject {
  event: string
  subject: string
}

/** What is saved over a form: what is there, what the form was filled from, and what is to be. */
interface Saving<Facts> extends Subject {
  /** The facts as the journal has them: what counts as a difference. */
  factsOf: (facts: Facts) => Record<string, unknown>
  now: Facts
  was: Facts | undefined
  wanted: Facts
}

/** Whether a lost answer asks for what is there already; refuses to undo unseen what another has saved since. */
export const isThere = async <Facts>(
  db: Db,
  who: PeopleManager,
  { factsOf, now, was, wanted, ...of }: Saving<Facts>,
): Promise<boolean> => {
  const isNow = (other: Facts) => JSON.stringify(factsOf(other)) === JSON.stringify(factsOf(now))
  if (was === undefined || isNow(was)) return false
  if (isNow(wanted)) return true
  throw await changedMeanwhile(db, who, { ...of, now: factsOf(now) })
}

/**
 * What is told whoever would undo unseen what somebody has saved since their form was filled: who it was, as the last such
 * deed of the journal says, when it is that deed that left what is there `now`.
 */
export const changedMeanwhile = async (
  db: Db,
  { business_id, person_id }: PeopleManager,
  { event, subject, now = {} }: Subject & { now?: Record<string, unknown> },
): Promise<Refusal> => {
  const deed = await findLastDeed(db, { business_id, event, subject })
  const left = Object.entries(deed?.after ?? {})
  const isIt = left.every(([name, value]) => !(name in now) || inOneOrder(value) === inOneOrder(now[name]))
  const told =
    isIt && deed?.person_id === person_id
      ? 'изменили вы сами, в другом окне.'
      : isIt && deed?.name
        ? `изменил другой человек: ${deed.name}.`
        : 'изменил кто-то другой.'
  return refuse('changed_meanwhile', { message: `Пока вы меняли, это ${told}` })
}
