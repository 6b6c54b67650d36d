import type { Call } from '@podmoga/contract/client'
import * as adminCalls from '@podmoga/contract/desk/admin'
import { listJournal } from '@podmoga/contract/desk/journal'
import type { CallInput } from '@podmoga/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager', Call>
let ids: string[]

const NAMES = ['Ёлка 2', 'ёлка 10', 'Ёлка 1', 'Ель', 'Жасмин']

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off' })
  walls = await seedPeopleManagers(world)
  as = await signInPeopleManagers(world, walls, 'admin', 'admin2', 'manager')
  ids = []
  for (const [at, name] of NAMES.entries()) {
    const city = at < 3 ? 'Самарканд' : 'Бухара'
    const body = { name, city, chain: 'Хвоя', groups: at === 0 ? ['Центр'] : [] }
    ids.push((await as.admin(adminCalls.addRestaurant, { body })).id)
  }
})
afterAll(() => world.close())

type Query = CallInput<typeof adminCalls.findRestaurants>['query']
const find = (query: Query = {}, call = as.admin) => call(adminCalls.findRestaurants, { query })
const namesOf = async (query: Query) => (await find(query)).results.map(({ name }) => name)

test('pages by name, as people count: ё is е, 2 comes before 10; every one once', async () => {
  const whole = await find({ chain: 'Хвоя' })
  expect(whole.results.map(({ name }) => name)).toEqual(['Ёлка 1', 'Ёлка 2', 'ёлка 10', 'Ель', 'Жасмин'])
  expect(whole).toMatchObject({ total: 5, next: null, cities: ['Бухара', 'Самарканд'], groups: ['Центр'] })
  const read: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await find({ chain: 'Хвоя', page_size: '2', ...(after !== undefined && { after }) })
    read.push(...page.results.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(read).toEqual(whole.results.map(({ id }) => id))
  await expect(find({ after: 'nothing' })).rejects.toMatchObject({ code: 'bad_request' })
})

test('narrowed by words of name, city, chain and group; without people; without tickets; in the archive', async () => {
  expect(await namesOf({ search: 'самарканд ёлка 1' })).toEqual(['Ёлка 1', 'ёлка 10'])
  expect(await namesOf({ search: '100%' })).toEqual([])
  expect(await namesOf({ search: 'центр' })).toEqual(['Ёлка 2'])
  expect(await namesOf({ city: 'Бухара', search: 'хвоя' })).toEqual(['Ель', 'Жасмин'])
  const [spruce = ''] = ids
  await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'first-of-spruce@walls.test',
    first_name: 'Первый',
    restaurants: [spruce],
  })
  expect(await namesOf({ chain: 'Хвоя', only: 'no_people' })).not.toContain('Ёлка 2')
  expect((await find({ search: 'ёлка 2' })).results).toMatchObject([{ people: 1, last_ticket_at: null }])
  expect(await namesOf({ chain: 'Хвоя', only: 'quiet' })).toHaveLength(5)
  const jasmine = ids.at(-1) ?? ''
  await as.admin(adminCalls.archiveRestaurant, { params: { restaurantId: jasmine } })
  expect(await namesOf({ chain: 'Хвоя', only: 'archived' })).toEqual(['Жасмин'])
  expect(await namesOf({ search: 'жасмин' })).toEqual([])
})

test('a manager sees their own, another business nothing', async () => {
  const { results, total } = await find({}, as.manager)
  expect(results.length).toBe(total)
  expect(results.map(({ id }) => id)).not.toContain(ids[0])
  expect((await find({ chain: 'Хвоя' }, as.admin2)).total).toBe(0)
})

test('groups of many at once are one line of the journal; a change that names none keeps them', async () => {
  const group = (call: Call, body: object) =>
    call(adminCalls.groupRestaurants, { body: { ids: ids.slice(0, 4), ...body } })
  expect(await group(as.admin, { add: ['Доставка'], remove: ['Центр'] })).toMatchObject({ changed: 4 })
  expect(await group(as.admin, { add: ['Доставка'] })).toMatchObject({ changed: 0 })
  expect((await find({ group: 'Доставка' })).total).toBe(4)
  const { results } = await as.admin(listJournal, { query: { event: 'restaurants_grouped' } })
  expect(results).toHaveLength(1)
  expect(results[0]?.changes).toContainEqual({ name: 'В группы', before: null, after: 'Доставка' })
  await expect(group(as.admin2, { add: ['Чужие'] })).rejects.toMatchObject({ code: 'not_found' })
  await expect(group(as.manager, { add: ['Свои'] })).rejects.toMatchObject({ code: 'forbidden' })
  const [spruce = ''] = ids
  await as.admin(adminCalls.changeRestaurant, { params: { restaurantId: spruce }, body: { name: 'Ёлка 22' } })
  expect((await find({ search: 'ёлка 22' })).results).toMatchObject([
    { groups: ['Доставка'], city: 'Самарканд', chain: 'Хвоя' },
  ])
})

test('of two admins at one restaurant the second is told by whom and of what; nothing of the first’s goes unseen', async () => {
  const { id } = await as.admin(adminCalls.addRestaurant, { body: { name: 'Тархун', city: 'Бухара' } })
  const there = async () => {
    const [one] = (await find({ search: 'тархун' })).results
    if (one === undefined) throw new Error('it is gone')
    const { name, timezone, hours, city, chain, groups } = one
    return { name, timezone, hours, city, chain, groups }
  }
  const second = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'second-of-tarragon@walls.test',
    first_name: 'Дилноза',
    desk: [{ role: 'admin', business_id: walls.businesses.n1 }],
    restaurants: [],
  })
  const other = world.as({ token: await world.signIn(second.login) })
  const was = await there()
  const change = (by: Call, more: object) =>
    by(adminCalls.changeRestaurant, { params: { restaurantId: id }, body: { ...was, was, ...more } })
  await change(other, { city: 'Хива' })
  const late = change(as.admin, { chain: 'Хвоя' })
  await expect(late).rejects.toMatchObject({
    code: 'changed_meanwhile',
    message: 'Пока вы меняли, это изменил другой человек: Дилноза.',
  })
  expect(await there()).toMatchObject({ city: 'Хива', chain: null })
  // The response was lost: repeating the change changes nothing.
  await change(other, { city: 'Хива' })
  await change(as.admin, { chain: 'Хвоя', city: 'Хива', was: await there() })
  await expect(change(as.admin, { name: 'Тархун 2' })).rejects.toMatchObject({
    message: 'Пока вы меняли, это изменили вы сами, в другом окне.',
  })
  await as.admin(adminCalls.groupRestaurants, { body: { ids: [id], add: ['Травы'] } })
  await expect(change(other, { name: 'Тархун 2' })).rejects.toMatchObject({
    message: 'Пока вы меняли, это изменил кто-то другой.',
  })
  // A save without `was` overwrites unconditionally.
  await change(as.admin, { name: 'Тархун 3', was: undefined })
  expect(await there()).toMatchObject({ name: 'Тархун 3', city: 'Бухара', groups: [] })
})

test('the list is read along its index', async () => {
  const { sql } = world
  const [index] = await sql<{ expression: string }[]>`
    select pg_get_indexdef('restaurants_list'::regclass, 3, false) as expression`
  const expression = index?.expression ?? ''
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_sort = off`
    return tx.unsafe(`explain select id from restaurants where business_id = 1
      and (archived_at is not null) = false order by (${expression}) collate "C", id limit 50`)
  })
  expect(JSON.stringify(plan)).toContain('restaurants_list')
})
