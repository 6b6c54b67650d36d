import type { DeskRole } from '@podmoga/contract/session'
import type { Db, Sql } from '@podmoga/sql/sql'
import { hashPassword } from '../session/session.module.ts'

interface DemoPerson {
  email: string
  password: string
  first_name: string
  last_name: string
  /** E.164, confirmed. */
  phone?: string
  email_verified?: boolean
  lives_in?: { country_code: string; region: string }
  restaurants?: readonly number[]
  desk_role?: DeskRole
}

interface DemoBusiness {
  name: string
  network: string
  restaurants: readonly { id: number; name: string }[]
  people: readonly DemoPerson[]
}

const TASHKENT = { country_code: 'UZ', region: 'Ташкент' }

const DEMO: readonly DemoBusiness[] = [
  {
    name: 'Рестораны Навруз',
    network: 'demo',
    restaurants: [
      { id: 1, name: 'Чайхана Навруз' },
      { id: 2, name: 'Плов Центр' },
      { id: 3, name: 'Кофейня Регистан' },
    ],
    people: [
      {
        email: 'aziza@demo.test',
        password: 'Demo-pass-1',
        first_name: 'Азиза',
        last_name: 'Каримова',
        phone: '+998901234567',
        email_verified: true,
        lives_in: TASHKENT,
        restaurants: [1, 2, 3],
      },
      {
        email: 'timur@demo.test',
        password: 'Demo-pass-2',
        first_name: 'Тимур',
        last_name: 'Рахимов',
        lives_in: TASHKENT,
        restaurants: [2],
      },
      {
        email: 'agent@demo.test',
        password: 'Demo-agent-1',
        first_name: 'Бахтиёр',
        last_name: 'Юсупов',
        email_verified: true,
        desk_role: 'agent',
      },
      {
        email: 'editor@demo.test',
        password: 'Demo-editor-1',
        first_name: 'Малика',
        last_name: 'Исмаилова',
        email_verified: true,
        desk_role: 'editor',
      },
      {
        email: 'admin@demo.test',
        password: 'Demo-admin-1',
        first_name: 'Нодира',
        last_name: 'Саидова',
        email_verified: true,
        desk_role: 'admin',
      },
    ],
  },
  {
    name: 'Чужой бизнес',
    network: 'other',
    restaurants: [{ id: 9, name: 'Чужой ресторан' }],
    people: [
      {
        email: 'stranger@other.test',
        password: 'Demo-pass-9',
        first_name: 'Ольга',
        last_name: 'Смирнова',
        email_verified: true,
        restaurants: [9],
      },
    ],
  },
]

const LAB: readonly DemoBusiness[] = [
  {
    name: 'Лаборатория поиска',
    network: 'lab',
    restaurants: [{ id: 50, name: 'Лаборатория' }],
    people: [
      {
        email: 'lab@lab.test',
        password: 'Demo-pass-50',
        first_name: 'Лаборант',
        last_name: 'Поисков',
        email_verified: true,
        restaurants: [50],
      },
    ],
  },
]

/** Creates the demo's businesses, restaurants and people in an empty database, in one transaction. */
export const seedPeople = (db: Db): Promise<void> => seedBusinesses(db, DEMO)

/** The same for the business of the search lab. */
export const seedLabPeople = (db: Db): Promise<void> => seedBusinesses(db, LAB)

const seedBusinesses = async (db: Db, businesses: readonly DemoBusiness[]): Promise<void> => {
  if ('begin' in db) return void (await (db as Sql).begin((tx) => seedBusinesses(tx, businesses)))
  for (const business of businesses) await seedBusiness(db, business)
  // The ids above are explicit, so the sequence must be moved past them.
  await db`select setval(pg_get_serial_sequence('restaurants', 'id'), (select max(id) from restaurants))`
}

const seedBusiness = async (db: Db, business: DemoBusiness): Promise<void> => {
  const business_id = await idOf(db<{ id: string }[]>`
    insert into businesses (name, network) values (${business.name}, ${business.network}) returning id`)
  for (const { id, name } of business.restaurants)
    await db`insert into restaurants (id, business_id, name) values (${id}, ${business_id}, ${name})`
  for (const person of business.people) await seedPerson(db, business_id, person)
}

const seedPerson = async (db: Db, business_id: string, person: DemoPerson): Promise<void> => {
  const now = new Date()
  const person_id = await idOf(db<{ id: string }[]>`
    insert into people ${db({
      business_id,
      email: person.email,
      email_verified_at: person.email_verified === true ? now : null,
      phone: person.phone ?? null,
      phone_verified_at: person.phone === undefined ? null : now,
      first_name: person.first_name,
      last_name: person.last_name,
      country_code: person.lives_in?.country_code ?? null,
      region: person.lives_in?.region ?? null,
      password_hash: await hashPassword(person.password),
    })}
    returning id`)
  for (const restaurant_id of person.restaurants ?? [])
    await db`insert into memberships (person_id, restaurant_id) values (${person_id}, ${restaurant_id})`
  if (person.desk_role !== undefined)
    await db`
      insert into desk_members (person_id, business_id, role)
      values (${person_id}, ${business_id}, ${person.desk_role})`
}

const idOf = async (inserted: Promise<{ id: string }[]>): Promise<string> => {
  const [row] = await inserted
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}
