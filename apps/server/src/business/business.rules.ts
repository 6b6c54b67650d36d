import type { AdminPerson } from '@podmoga/contract/desk/people'
import type { Refusal } from '@podmoga/contract/refusals'
import type { Db } from '@podmoga/sql/sql'
import type { PeopleManager } from '../http/principals.ts'
import { refuse, rowId } from '../http/refuse.ts'
import { findLastEntry } from './business.sql.ts'
import { countOtherAdmins, findPersonRow, type PersonRow } from './people/people.sql.ts'
import { ownRestaurants } from './restaurants/restaurants.sql.ts'

/** A requested set of restaurants, with the role in each, and desk roles. */
export interface WantedAccess {
  restaurants: readonly { id: string; role: 'staff' | 'manager' }[]
  desk_roles: readonly AdminPerson['desk_roles'][number][]
}

const accessKeyOf = ({ restaurants, desk_roles }: WantedAccess): string =>
  [...restaurants.map(({ id, role }) => `${id} ${role}`), ...desk_roles].sort().join()

/** Whether both have the same restaurants, roles in them and desk roles. */
export const isSameAccess = (one: WantedAccess, other: WantedAccess): boolean =>
  accessKeyOf(one) === accessKeyOf(other)

/**
 * Whether the manager may change the person's roles and memberships, as far as the manager may grant them. Nobody may
 * change their own. An admin may change everyone in the business except an operator of the installation; a manager only
 * plain staff.
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
 * Whether the manager may act on the account as a whole: its sign-in, name and addresses, and whether it is enabled. An
 * account gives access to everything its person has, so none of that may exceed the manager's own access: no restaurant
 * outside a manager's, no role in another business.
 */
export const mayActOn = (manager: PeopleManager, person: PersonRow): boolean => {
  const { restaurant_ids } = manager
  if (!mayChangeAccess(manager, person) || person.elsewhere) return false
  return (
    restaurant_ids === null ||
    person.memberships.every(({ restaurant_id }) => restaurant_ids.includes(restaurant_id))
  )
}

/** Whether this is more than plain staff access to restaurants: such roles require a fresh confirmation. */
export const isElevated = ({ restaurants, desk_roles }: WantedAccess): boolean =>
  desk_roles.length > 0 || restaurants.some(({ role }) => role !== 'staff')

/**
 * Returns the person, with the row locked. Throws `not_found` if outside the manager's scope, `above_you` if the
 * manager may not make the change. `may` is the check to apply; by default, acting on the account as a whole.
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
 * Checks that the manager may grant this access. Throws `not_found` for a restaurant outside the business or the
 * manager's scope, `above_you` for a role that only an admin may grant.
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

/** Throws `last_admin` if no other admin of the business could sign in. */
export const refuseLastAdmin = async (db: Db, business_id: string, person: PersonRow): Promise<void> => {
  if (!person.desk_roles.includes('admin')) return
  if ((await countOtherAdmins(db, { business_id, person_id: person.id })) === 0) throw refuse('last_admin')
}

/** The order of restaurants and roles does not matter. */
const inOneOrder = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

interface Subject {
  event: string
  subject: string
}

/** A save of a form: the current facts, those the form was filled from, and the wanted ones. */
interface Saving<Facts> extends Subject {
  /** The facts as stored in the journal; two states are compared by these. */
  factsOf: (facts: Facts) => Record<string, unknown>
  now: Facts
  was: Facts | undefined
  wanted: Facts
}

/**
 * Returns true if the wanted state is already there (a retry after a lost response). Throws `changed_meanwhile` if
 * another save came in between and would be undone.
 */
export const isAlreadySaved = async <Facts>(
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
 * Builds the refusal for a save that would undo a change made after the form was filled. Names the author of that
 * change, if the last such journal entry led to the `now` state.
 */
export const changedMeanwhile = async (
  db: Db,
  { business_id, person_id }: PeopleManager,
  { event, subject, now = {} }: Subject & { now?: Record<string, unknown> },
): Promise<Refusal> => {
  const entry = await findLastEntry(db, { business_id, event, subject })
  const left = Object.entries(entry?.after ?? {})
  const isIt = left.every(([name, value]) => !(name in now) || inOneOrder(value) === inOneOrder(now[name]))
  const author =
    isIt && entry?.person_id === person_id
      ? 'изменили вы сами, в другом окне.'
      : isIt && entry?.name
        ? `изменил другой человек: ${entry.name}.`
        : 'изменил кто-то другой.'
  return refuse('changed_meanwhile', { message: `Пока вы меняли, это ${author}` })
}
