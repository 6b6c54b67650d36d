import { NewPerson } from '@podmoga/contract/desk/people'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { DESK_ROLES } from '@podmoga/contract/roles'
import type { Db } from '@podmoga/sql/sql'
import type { PeopleManager } from '../../http/principals.ts'
import type { AskedToday } from '../../profile/codes/probes.ts'
import { canonicalEmail, canonicalPhone } from '../../profile/profile.addresses.ts'
import { mayActOn, mayChangeAccess, type WantedAccess } from '../business.rules.ts'
import { listPeopleOf, type PersonRow } from '../people/people.sql.ts'
import { type Cells, listOf, plain, ROLE_NAMES } from './columns.ts'
import { findOwners, type ImportLine, listOpenRestaurants } from './import.sql.ts'

type DeskRole = (typeof DESK_ROLES)[number]
type Restaurant = WantedAccess['restaurants'][number]

/** What to do for one row. */
export type Plan =
  | { fate: 'bad'; says: string }
  | { fate: 'same'; says: string }
  | { fate: 'add'; says: string; person: Wanted }
  | Change

export interface Change {
  fate: 'change'
  says: string
  before: PersonRow
  person: Wanted
}

/** A row's plan, and which of its addresses no person of the business has: the plan says whether anyone else does. */
export type RowPlan = Plan & { strange: readonly { address: string; is_foreign: boolean }[] }

/** What the file contains about a person; null if nothing. */
export interface Wanted {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  restaurants: readonly Restaurant[] | null
  desk_roles: readonly DeskRole[] | null
}

const ELSEWHERE = 'Такая почта или такой телефон уже есть у другого человека'
const ABOVE = 'Изменить этого сотрудника вы не можете'
const TOMORROW = 'Сегодня уже встретилось много почт и телефонов других людей: загрузите эту строку завтра'
const THEIR_OWN = 'Почту или телефон добавит сам сотрудник в профиле'

class Fault extends Error {}

const roleOf = new Map(
  (Object.entries(ROLE_NAMES) as [DeskRole, string][]).map(([role, name]) => [plain(name), role]),
)

/** Parses the cells of a row; throws {@link Fault} with the first problem. */
const read = (cells: Cells, manager: PeopleManager, restaurant_ids: ReadonlyMap<string, string>): Wanted => {
  const email = cells.email === '' ? null : canonicalEmail(cells.email)
  if (cells.email !== '' && (email === null || !NewPerson.shape.email.safeParse(cells.email).success))
    throw new Fault(`${FIELD.email}: ${cells.email}`)
  const phone = cells.phone === '' ? null : canonicalPhone(cells.phone)
  if (cells.phone !== '' && phone === null) throw new Fault(`${FIELD.phone}: ${cells.phone}`)
  if (email === null && phone === null) throw new Fault('Нет ни почты, ни телефона')
  const name = NewPerson.shape.first_name.safeParse(cells.first_name)
  if (cells.first_name !== '' && !name.success)
    throw new Fault(name.error.issues[0]?.message ?? FIELD.bad_value)
  const last = NewPerson.shape.last_name.safeParse(cells.last_name)
  if (!last.success) throw new Fault(last.error.issues[0]?.message ?? FIELD.bad_value)
  const restaurantsIn = (cell: string, role: Restaurant['role']): Restaurant[] =>
    listOf(cell).map((one) => {
      const id = restaurant_ids.get(plain(one))
      if (id === undefined) throw new Fault(`Нет ресторана ${quoted(one)}`)
      return { id, role }
    })
  const managed = restaurantsIn(cells.manages, 'manager')
  const staffed = restaurantsIn(cells.restaurants, 'staff').filter(
    ({ id }) => !managed.some((one) => one.id === id),
  )
  const desk_roles = listOf(cells.roles).map((one) => {
    const role = roleOf.get(plain(one))
    if (role === undefined)
      throw new Fault(`Нет роли ${quoted(one)}: есть ${Object.values(ROLE_NAMES).join(', ')}`)
    return role
  })
  if (manager.restaurant_ids !== null && (desk_roles.length > 0 || managed.length > 0))
    throw new Fault('Роли и управляющих назначает администратор')
  return {
    first_name: name.success ? name.data : null,
    last_name: cells.last_name.trim() || null,
    email,
    phone,
    restaurants: cells.restaurants + cells.manages === '' ? null : [...managed, ...staffed],
    desk_roles: cells.roles === '' ? null : [...new Set(desk_roles)],
  }
}

const keyOf = (restaurants: readonly Restaurant[]): string =>
  restaurants
    .map(({ id, role }) => `${id} ${role}`)
    .toSorted()
    .join()

/** Names that would change, in Russian. */
const nameDifferences = (wanted: Wanted, before: PersonRow): string[] =>
  [
    wanted.first_name !== null && wanted.first_name !== before.first_name && 'имя',
    wanted.last_name !== null && wanted.last_name !== before.last_name && 'фамилия',
  ].filter((word) => word !== false)

/** Addresses that the person does not have yet, in Russian. */
const newAddresses = (wanted: Wanted, before: PersonRow): string[] =>
  [
    wanted.email !== null && before.email === null && 'почта',
    wanted.phone !== null && before.phone === null && 'телефон',
  ].filter((word) => word !== false)

/** Memberships and roles that would change, in Russian. */
const accessDifferences = (wanted: Wanted, before: PersonRow, manager: PeopleManager): string[] => {
  const visible = before.restaurants.filter(
    ({ id }) => manager.restaurant_ids === null || manager.restaurant_ids.includes(id),
  )
  return [
    wanted.restaurants !== null && keyOf(wanted.restaurants) !== keyOf(visible) && 'рестораны',
    wanted.desk_roles !== null &&
      wanted.desk_roles.toSorted().join() !== before.desk_roles.toSorted().join() &&
      'роли',
  ].filter((word) => word !== false)
}

const decide = (
  wanted: Wanted,
  owners: readonly string[],
  people: ReadonlyMap<string, PersonRow>,
  manager: PeopleManager,
): Plan => {
  const [owner, other] = owners
  if (other !== undefined) throw new Fault('Почта одного сотрудника, а телефон другого')
  if (owner === undefined) {
    if (wanted.first_name === null) throw new Fault(FIELD.first_name)
    if (manager.restaurant_ids !== null && (wanted.restaurants ?? []).length === 0)
      throw new Fault('Не указан ресторан')
    return { fate: 'add', says: 'Новый сотрудник', person: wanted }
  }
  const before = people.get(owner)
  if (before === undefined) throw new Fault(ELSEWHERE)
  const { email, phone } = before
  if (
    (wanted.email !== null && email !== null && wanted.email.toLowerCase() !== email.toLowerCase()) ||
    (wanted.phone !== null && phone !== null && wanted.phone !== phone)
  )
    throw new Fault('Почта или телефон уже другие: меняет сам сотрудник в профиле')
  const addresses = newAddresses(wanted, before)
  // An address is a way in: once the person has joined, only they add one.
  const isTheirs = before.joined_at !== null && addresses.length > 0
  const note = isTheirs ? `. ${THEIR_OWN}` : ''
  const names = nameDifferences(wanted, before)
  const access = accessDifferences(wanted, before, manager)
  const others = [...names, ...(isTheirs ? [] : addresses), ...access]
  const may = names.length + addresses.length > 0 ? mayActOn : mayChangeAccess
  // An address that will not be added is refused too where the account is above the manager.
  if (others.length + addresses.length > 0 && !may(manager, before)) throw new Fault(ABOVE)
  if (others.length === 0) return { fate: 'same', says: `Без изменений${note}` }
  return { fate: 'change', says: `Изменится: ${others.join(', ')}${note}`, before, person: wanted }
}

/** Plans each row against the current database, with three queries for any number of rows. */
export const planRows = async (
  db: Db,
  manager: PeopleManager,
  rows: readonly Cells[],
): Promise<RowPlan[]> => {
  const restaurant_ids = new Map(
    (await listOpenRestaurants(db, manager)).map(({ id, name }) => [plain(name), id]),
  )
  const wanted = rows.map((cells) => {
    try {
      return read(cells, manager, restaurant_ids)
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  })
  const fine = wanted.filter((one): one is Wanted => !(one instanceof Fault))
  const owners = await findOwners(db, {
    emails: fine.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])),
    phones: fine.flatMap(({ phone }) => (phone === null ? [] : [phone])),
  })
  const byAddress = new Map(owners.flatMap((one) => [one.email, one.phone].map((address) => [address, one])))
  const people = new Map(
    (await listPeopleOf(db, { ...manager, ids: owners.map(({ id }) => id) })).map((row) => [row.id, row]),
  )
  return wanted.map((one) => {
    if (one instanceof Fault) return { fate: 'bad', says: one.message, strange: [] }
    const addresses = [one.email?.toLowerCase(), one.phone].filter((address) => address != null)
    const found = addresses.map((address) => ({ address, owner: byAddress.get(address) }))
    const ids = found.flatMap(({ owner }) => (owner === undefined ? [] : [owner.id]))
    const strange = found
      .filter(({ owner }) => owner?.business_id !== manager.business_id)
      .map(({ address, owner }) => ({ address, is_foreign: owner !== undefined }))
    try {
      return { ...decide(one, [...new Set(ids)], people, manager), strange }
    } catch (error) {
      if (error instanceof Fault) return { fate: 'bad', says: error.message, strange }
      throw error
    }
  })
}

/**
 * Counts the addresses of people of other businesses. Past the day's limit every row with an address new to the business is
 * left for another day, taken or not: otherwise a file of five thousand numbers would tell which of them work elsewhere.
 */
export const withinDay = (
  rows: readonly (ImportLine & Pick<RowPlan, 'strange'>)[],
  today: AskedToday,
): ImportLine[] =>
  rows.map(({ strange, ...row }) => {
    if (strange.some(({ address }) => today.isOver(address)))
      return { ...row, fate: 'bad' as const, says: TOMORROW }
    for (const { address, is_foreign } of strange) if (is_foreign) today.note(address)
    return row
  })

const FULL = {
  people: 'Достигнут предел вашего тарифа: больше людей не внести',
  restaurants: 'Достигнут предел вашего тарифа: больше ресторанов не внести',
} as const

/** Marks new rows beyond the limit of the business's plan as bad; `room` is null if there is no limit. */
export const withinLimit = <R extends object>(
  rows: readonly R[],
  remaining: number | null,
  what: keyof typeof FULL = 'people',
) => {
  let left = remaining ?? Number.POSITIVE_INFINITY
  return rows.map((row) => {
    if (!('fate' in row) || row.fate !== 'add') return row
    left -= 1
    return left < 0 ? { ...row, fate: 'bad' as const, says: FULL[what] } : row
  })
}
