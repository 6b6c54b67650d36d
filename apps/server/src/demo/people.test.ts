import { getPlaces, signIn } from '@podmoga/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRestaurant } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { seedPeople } from './people.ts'
import { DEMO_SIGN_INS } from './seed.ts'

let world: TestWorld

beforeAll(async () => {
  world = await openWorld()
  await seedPeople(world.sql)
})
afterAll(() => world.close())

test('every demo sign-in opens what the contract says', async () => {
  const seen: Record<string, unknown> = {}
  for (const { login, password } of DEMO_SIGN_INS) {
    const { access_token } = await world.as({})(signIn, { body: { login, password } })
    const memberships = await world.as({ token: access_token })(getPlaces, {})
    seen[login] = [
      memberships.first_name,
      memberships.business.network,
      memberships.restaurants.map(({ id, name }) => `${id} ${name}`),
      memberships.desk_roles,
    ]
  }
  expect(seen).toEqual({
    'aziza@demo.test': ['Азиза', 'demo', ['3 Кофейня Регистан', '2 Плов Центр', '1 Чайхана Навруз'], []],
    'timur@demo.test': ['Тимур', 'demo', ['2 Плов Центр'], []],
    'agent@demo.test': ['Бахтиёр', 'demo', [], ['agent']],
    'editor@demo.test': ['Малика', 'demo', [], ['editor']],
    'admin@demo.test': ['Нодира', 'demo', [], ['admin']],
    'stranger@other.test': ['Ольга', 'other', ['9 Чужой ресторан'], []],
  })
})

test('addresses are confirmed as the contract says', async () => {
  const rows = await world.sql`
    select email, phone, email_verified_at is not null as verified, country_code, region
    from people where email in ('aziza@demo.test', 'timur@demo.test') order by email`
  const home = { country_code: 'UZ', region: 'Ташкент' }
  expect(rows).toEqual([
    { email: 'aziza@demo.test', phone: '+998901234567', verified: true, ...home },
    { email: 'timur@demo.test', phone: null, verified: false, ...home },
  ])
})

test('the next restaurant gets an id of its own', async () => {
  const [row] = await world.sql<{ business_id: string }[]>`select business_id from restaurants where id = 1`
  expect(await addRestaurant(world.sql, { business_id: row?.business_id ?? '' })).toBe('10')
})
