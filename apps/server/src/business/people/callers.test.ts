import type { Call } from '@podmoga/contract/client'
import { listCallers } from '@podmoga/contract/tickets/callers'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson, addRestaurant, disablePerson, useWalls } from '../../session/session.testing.ts'

const t = useWalls()
let agent: Call
let azizaId: string

beforeAll(async () => {
  const { sql } = t.world
  const { r11, r21, businesses, G, A } = t.walls
  agent = t.world.as({ token: await t.world.signIn(t.walls.agent.login) })
  azizaId = (
    await addPerson(sql, {
      business_id: businesses.n1,
      email: 'aziza@walls.test',
      phone: '+998901234567',
      first_name: 'Азиза',
      restaurants: [r11],
    })
  ).id
  await sql`update people set last_name = 'Каримова', joined_at = null where id = ${azizaId}`
  await sql`update memberships set role = 'manager' where person_id = ${azizaId}`
  // A person who also works in another business and in an archived restaurant.
  const closed = await addRestaurant(sql, { business_id: businesses.n1, name: 'Закрытый' })
  await sql`update restaurants set archived_at = now() where id = ${closed}`
  await sql`insert into memberships (person_id, restaurant_id) values (${A.id}, ${r21}), (${A.id}, ${closed})`
  await disablePerson(sql, G.id)
})

const list = (query: Parameters<typeof agent<typeof listCallers>>[1]['query'] = {}, by = agent) =>
  by(listCallers, { query })
const namesOf = ({ results }: Awaited<ReturnType<typeof list>>) => results.map(({ name }) => name)

test('an agent finds who works where they answer: by name, by number as it rang, by address, by restaurant', async () => {
  const { r11, r12, businesses } = t.walls
  const { n1 } = businesses
  expect(namesOf(await list())).toEqual(['A', 'B', 'C', 'E', 'Азиза Каримова'])
  expect((await list({ search: 'кари азиз' })).results).toEqual([
    {
      id: azizaId,
      name: 'Азиза Каримова',
      phone: '+998901234567',
      email: 'aziza@walls.test',
      is_invited: true,
      restaurants: [{ id: r11, name: 'Ресторан 11', business_id: n1, is_manager: true }],
    },
  ])
  for (const search of ['+998 (90) 123-45-67', '901234567', '1234567', 'aziza@walls.test', 'AZIZA@'])
    expect(namesOf(await list({ search })), search).toEqual(['Азиза Каримова'])
  expect(namesOf(await list({ restaurant: r12 }))).toEqual(['A', 'C'])
  expect(namesOf(await list({ restaurant: r12, search: 'Азиза' }))).toEqual([])
})

test('the list goes on page by page and ends', async () => {
  const seen: (string | null)[] = []
  let after: string | null | undefined
  do {
    const page = await list({ page_size: '2', ...(after == null ? {} : { after }) })
    expect(page.results.length).toBeLessThanOrEqual(2)
    seen.push(...namesOf(page))
    after = page.next
  } while (after !== null)
  expect(seen).toEqual(['A', 'B', 'C', 'E', 'Азиза Каримова'])
})

test('an agent of two businesses reads one list of both, in one order', async () => {
  const { n1, n2 } = t.walls.businesses
  const { login } = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'both@walls.test',
    desk: [
      { role: 'agent', business_id: n1 },
      { role: 'agent', business_id: n2 },
    ],
  })
  const both = t.world.as({ token: await t.world.signIn(login) })
  const first = await list({ page_size: '4' }, both)
  expect(namesOf(first)).toEqual(['A', 'B', 'C', 'D'])
  expect(namesOf(await list({ page_size: '4', after: String(first.next) }, both))).toEqual([
    'E',
    'Азиза Каримова',
  ])
  const [a] = first.results
  expect(a?.restaurants.map(({ name }) => name)).toEqual(['Ресторан 11', 'Ресторан 12', 'Ресторан 21'])
})

test('nobody of another business is told of, nor their places, nor whoever may not sign in any more', async () => {
  const { r21, D, A } = t.walls
  const { results } = await list()
  expect(JSON.stringify(results)).not.toMatch(/Ресторан 21|Закрытый|d@walls|g@walls/)
  expect(results.find(({ id }) => id === A.id)?.restaurants).toHaveLength(2)
  expect((await list({ search: D.login })).results).toEqual([])
  // Desk colleagues are not callers.
  expect((await list({ search: 'agent@walls.test' })).results).toEqual([])
  for (const restaurant of [r21, '999999', 'x'])
    expect(await refusalOf(list({ restaurant })), restaurant).toMatchObject({ code: 'not_found' })
  for (const after of ['x', Buffer.from('["\\u0000","1"]').toString('base64url')])
    expect(await refusalOf(list({ after })), after).toMatchObject({ code: 'bad_request' })
  const cook = t.world.as({ token: await t.world.signIn(A.login), restaurant_id: t.walls.r11 })
  expect(await refusalOf(list({}, cook))).toMatchObject({ code: 'forbidden' })
  const editor = t.world.as({ token: await t.world.signIn(t.walls.editor.login) })
  expect(await refusalOf(list({}, editor))).toMatchObject({ code: 'forbidden' })
})
