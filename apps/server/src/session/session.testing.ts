import type { DeskRole } from '@podmoga/contract/session'
import type { Db } from '@podmoga/sql/sql'
import { afterAll, beforeAll } from 'vitest'
import { openWorld, type TestWorld } from '../testing.ts'

/** A person created by a test: `login` signs in with PASSWORD of testing.ts. */
export interface TestPerson {
  id: string
  business_id: string
  /** The e-mail. */
  login: string
}

// Hash of PASSWORD of testing.ts. Most tests sign in only as a preparation, so it costs a hundredth of the product's.
const PASSWORD_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$KclCfGVH4gHaHXq4ElW09A$NvXLHD1uiEau7MhZTo860fc+t8ItvFEs73I6EwIAcCY'
const AT_FULL_COST =
  '$argon2id$v=19$m=19456,t=2,p=1$u2Hf/4i/m1G8LyYkfaaWkA$CtKG5XjKupwA6by7CxuzMmG/UTfR7+ZSmDcUcrnPJ+o'

/** Gives everyone with PASSWORD a hash of the product's cost, for tests that depend on how long a check takes. */
export const atFullCost = async (db: Db): Promise<void> => {
  await db`update people set password_hash = ${AT_FULL_COST} where password_hash = ${PASSWORD_HASH}`
}

const idOf = (rows: readonly { id: string }[]): string => {
  const [row] = rows
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Inserts a business; `paid_until` null means a subscription without an end. */
export const addBusiness = async (
  db: Db,
  business: { name?: string; network?: string | null; paid_until?: Date | null } = {},
): Promise<string> =>
  idOf(
    await db`
    insert into businesses (name, network, paid_until)
    values (${business.name ?? 'Бизнес'}, ${business.network ?? null}, ${business.paid_until ?? null})
    returning id`,
  )

export const addRestaurant = async (
  db: Db,
  restaurant: { business_id: string; name?: string; timezone?: string },
): Promise<string> =>
  idOf(
    await db`
    insert into restaurants (business_id, name, timezone)
    values (${restaurant.business_id}, ${restaurant.name ?? 'Ресторан'}, ${restaurant.timezone ?? 'Asia/Tashkent'})
    returning id`,
  )

/**
 * Inserts a person who signs in with PASSWORD, may enter `restaurants`, and serves `desk` businesses in their roles.
 */
export const addPerson = async (
  db: Db,
  person: {
    business_id: string
    email: string
    phone?: string | null
    first_name?: string | null
    restaurants?: readonly string[]
    desk?: readonly { role: DeskRole; business_id: string }[]
  },
): Promise<TestPerson> => {
  const id = idOf(
    await db`
    insert into people (business_id, email, phone, first_name, password_hash)
    values (${person.business_id}, ${person.email}, ${person.phone ?? null}, ${person.first_name ?? null},
      ${PASSWORD_HASH})
    returning id`,
  )
  for (const restaurant_id of person.restaurants ?? [])
    await db`insert into memberships (person_id, restaurant_id) values (${id}, ${restaurant_id})`
  for (const { role, business_id } of person.desk ?? [])
    await db`insert into desk_members (person_id, business_id, role) values (${id}, ${business_id}, ${role})`
  return { id, business_id: person.business_id, login: person.email }
}

/** Disables a person: they may no longer sign in or act. */
export const disablePerson = async (db: Db, person_id: string): Promise<void> => {
  await db`update people set disabled_at = now() where id = ${person_id}`
}

/** Removes a person from a restaurant. */
export const removeMember = async (db: Db, person_id: string, restaurant_id: string): Promise<void> => {
  await db`delete from memberships where person_id = ${person_id} and restaurant_id = ${restaurant_id}`
}

/**
 * The actors of the security catalogue: A (R11, R12), B (R11), C (R12), D (R21 of network n2), E (R11, for the test to
 * disable), F (R31 of a business without a network), G (R11, for the test to remove), and the desk: `agent` and
 * `editor` serve the first business, `agent2` and `editor2` the second.
 */
export const seedWalls = async (db: Db) => {
  const n1 = await addBusiness(db, { name: 'Первый бизнес', network: 'n1' })
  const n2 = await addBusiness(db, { name: 'Второй бизнес', network: 'n2' })
  const n3 = await addBusiness(db, { name: 'Бизнес без сети' })
  const r11 = await addRestaurant(db, { business_id: n1, name: 'Ресторан 11' })
  const r12 = await addRestaurant(db, { business_id: n1, name: 'Ресторан 12' })
  const r21 = await addRestaurant(db, { business_id: n2, name: 'Ресторан 21' })
  const r31 = await addRestaurant(db, { business_id: n3, name: 'Ресторан 31' })
  const staff = (name: string, business_id: string, restaurants: readonly string[]) =>
    addPerson(db, { business_id, email: `${name}@walls.test`, first_name: name.toUpperCase(), restaurants })
  const desk = (name: string, business_id: string, role: DeskRole) =>
    addPerson(db, {
      business_id,
      email: `${name}@walls.test`,
      first_name: name,
      desk: [{ role, business_id }],
    })
  return {
    businesses: { n1, n2, n3 },
    r11,
    r12,
    r21,
    r31,
    A: await staff('a', n1, [r11, r12]),
    B: await staff('b', n1, [r11]),
    C: await staff('c', n1, [r12]),
    D: await staff('d', n2, [r21]),
    E: await staff('e', n1, [r11]),
    F: await staff('f', n3, [r31]),
    G: await staff('g', n1, [r11]),
    agent: await desk('agent', n1, 'agent'),
    editor: await desk('editor', n1, 'editor'),
    agent2: await desk('agent2', n2, 'agent'),
    editor2: await desk('editor2', n2, 'editor'),
  }
}

/** A fresh world with the actors of the security catalogue, for one test file. */
export const useWalls = (env: Record<string, string> = {}) => {
  const t = {} as { world: TestWorld; walls: Awaited<ReturnType<typeof seedWalls>> }
  beforeAll(async () => {
    t.world = await openWorld(env)
    t.walls = await seedWalls(t.world.sql)
  })
  afterAll(() => t.world.close())
  return t
}
