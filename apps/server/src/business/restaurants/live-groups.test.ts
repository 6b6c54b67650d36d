import type { Call } from '@podmoga/contract/client'
import { groupRestaurants } from '@podmoga/contract/desk/admin'
import { getGroups, setGroups, setOwnPresence } from '@podmoga/contract/desk/groups'
import { createIncident, getDeskIncident } from '@podmoga/contract/desk/incidents'
import { countPeople, listPeople } from '@podmoga/contract/desk/people'
import { getRules, setRules, tryRule } from '@podmoga/contract/desk/rules'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { getDeskTicket, listDeskRestaurants, listQueue } from '@podmoga/contract/desk/tickets'
import { addSavedView, listSavedViews } from '@podmoga/contract/desk/views'
import { takeNext } from '@podmoga/contract/desk/work'
import { listIncidents } from '@podmoga/contract/incidents'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'

// A group stands for its current members: a restaurant that joins later counts, one that leaves does not.

const t = useTicketWorld()
let admin: Call
const put = (ids: string[], change: { add?: string[]; remove?: string[] }) =>
  admin(groupRestaurants, { body: { ids, ...change } })
const join = (id: string) => put([id], { add: ['Центр'] })

beforeAll(async () => {
  const { n1: business_id } = t.walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const { login } = await addPerson(t.world.sql, { business_id, email: 'head@walls.test', desk })
  admin = t.world.as({ token: await t.world.signIn(login) })
  await t.world.sql`update restaurants set groups = '{Центр}' where id = ${t.walls.r21}`
  await join(t.walls.r11)
})
afterEach(() => put([t.walls.r12], { remove: ['Центр'] }))

test('the queue, a saved view and «take the next» of a group are of those who are in it now', async () => {
  const group = { restaurant_group: 'Центр' }
  const here = await writeTicket(t.A)
  t.world.clock.move(60_000)
  const there = await writeTicket(t.A12)
  const listed = async (query: object) =>
    (await t.agent.call(listQueue, { query: { ...query } })).results.map(({ id }) => id)
  await t.agent.call(addSavedView, { body: { name: 'Центр', filters: { tab: 'open', ...group } } })
  const counted = async () => (await t.agent.call(listSavedViews, {})).results[0]?.count
  expect(await listed(group)).toEqual([here.id])
  expect(await listed({ ...group, restaurant: t.walls.r12 })).toEqual([here.id, there.id])
  expect(await listed({ restaurant_group: 'Нет такой' })).toEqual([])
  expect(await counted()).toBe(1)
  await join(t.walls.r12)
  expect(await listed(group)).toEqual([here.id, there.id])
  expect(await counted()).toBe(2)
  // A group of that name in another business is a different group.
  expect(await t.agent2.call(listQueue, { query: group })).toMatchObject({ results: [] })
  const { restaurants } = await t.agent.call(listDeskRestaurants, {})
  expect(restaurants.map(({ groups }) => groups)).toEqual([['Центр'], ['Центр']])
  await put([t.walls.r11], { remove: ['Центр'] })
  expect(await t.agent.call(takeNext, { body: group })).toMatchObject({ id: there.id })
  expect(await t.agent.call(takeNext, { body: group })).toMatchObject({ id: null })
  await join(t.walls.r11)
})

test('people of a group', async () => {
  const of = async (query: object = {}) =>
    (
      await admin(listPeople, { query: { restaurant_group: 'Центр', page_size: '100', ...query } })
    ).results.map(({ id }) => id)
  const before = await of()
  expect(before).toContain(t.walls.A.id)
  expect(before).not.toContain(t.walls.D.id)
  expect(await of({ restaurant: t.walls.r12 })).toEqual([])
  await join(t.walls.r12)
  expect((await of()).length).toBeGreaterThan(before.length)
  expect(await admin(countPeople, { query: { restaurant_group: 'Центр' } })).toMatchObject({
    total: (await of()).length,
  })
  expect(await of({ restaurant_group: 'Нет такой' })).toEqual([])
  // A manager sees only people of their own restaurants in a group.
  const { n1: business_id } = t.walls.businesses
  const manager = await addPerson(t.world.sql, {
    business_id,
    email: 'manager@walls.test',
    restaurants: [t.walls.r12],
  })
  await t.world.sql`update memberships set role = 'manager' where person_id = ${manager.id}`
  const theirs = t.world.as({ token: await t.world.signIn(manager.login) })
  const seen = async () =>
    (await theirs(listPeople, { query: { restaurant_group: 'Центр', page_size: '100' } })).results
  expect((await seen()).map(({ id }) => id)).toContain(t.walls.C.id)
  await put([t.walls.r12], { remove: ['Центр'] })
  expect(await seen()).toEqual([])
})

test('a rule is set off where its group is, and is broken once nobody is in it', async () => {
  const nothing = { words: [], restaurant_ids: [], categories: [], priorities: [], tags: [], score: null }
  const acts = {
    assignee: null,
    group: null,
    priority: null,
    note: null,
    tell_ids: [],
    text: null,
    tags: ['центр'],
  }
  const conditions = { ...nothing, restaurant_groups: ['Центр'] }
  const head = { id: null, name: 'Центр', is_on: true, when: 'created' as const, minutes: null }
  const rule = { ...head, conditions, acts }
  const { version } = await admin(getRules, {})
  await admin(setRules, { body: { rules: [rule], version } })
  const tagsOf = async ({ id }: { id: string }) =>
    (await t.agent.call(getDeskTicket, { params: { ticketId: id } })).tags
  const [there, here] = [await writeTicket(t.A12), await writeTicket(t.A)]
  await expect.poll(() => tagsOf(here)).toEqual(['центр'])
  expect(await tagsOf(there)).toEqual([])
  await join(t.walls.r12)
  const later = await writeTicket(t.A12)
  await expect.poll(() => tagsOf(later)).toEqual(['центр'])
  const tried = await admin(tryRule, { body: { rule } })
  expect(tried.tickets.map(({ id }) => id)).toEqual(expect.arrayContaining([there.id, later.id]))
  await put([t.walls.r11, t.walls.r12], { remove: ['Центр'] })
  const { broken, rules, version: now } = await admin(getRules, {})
  expect(broken).toMatchObject([{ what: ['группа ресторанов'] }])
  expect(await refusalOf(admin(setRules, { body: { rules, version: now } }))).toMatchObject({
    code: 'invalid',
  })
  await admin(setRules, { body: { rules: [], version: now } })
  await join(t.walls.r11)
})

test('a deadline of a group: who joins has it in the tickets that are open, who has left has it no more', async () => {
  const target = {
    name: 'Центр',
    priority: null,
    category: null,
    restaurant_ids: [],
    restaurant_groups: ['Центр'],
    first_minutes: 15,
    next_minutes: null,
    solution_minutes: null,
  }
  const { version } = await admin(getServiceLevels, {})
  const shifts = [{ zone: 'Asia/Tashkent', week: null }]
  await admin(setServiceLevels, { body: { targets: [target], shifts, version } })
  const [here, there] = [await writeTicket(t.A), await writeTicket(t.A12)]
  const due = async (ticket: { id: string }) => {
    const { results } = await t.agent.call(listQueue, { query: { page_size: '100' } })
    return results.find(({ id }) => id === ticket.id)?.clock?.kind ?? null
  }
  await expect.poll(() => due(here)).toBe('first')
  expect(await due(there)).toBeNull()
  await join(t.walls.r12)
  // Nothing happens in the ticket: the change of the group alone updates it.
  await expect.poll(() => due(there), { timeout: 25_000 }).toBe('first')
  await put([t.walls.r12], { remove: ['Центр'] })
  const now = await admin(getServiceLevels, {})
  expect(now.version).not.toBe(version)
  await expect.poll(() => due(there), { timeout: 25_000 }).toBeNull()
  expect(await due(here)).toBe('first')
  await admin(setServiceLevels, { body: { targets: [], shifts, version: now.version } })
}, 60_000)

test('tickets of a group of restaurants fall to their agents', async () => {
  const group = {
    id: null,
    name: 'Центр',
    restaurant_ids: [],
    restaurant_groups: ['Центр'],
    categories: [],
    member_ids: [t.walls.agent.id],
    way: 'load' as const,
    most: null,
  }
  const { version } = await admin(getGroups, {})
  const kept = await admin(setGroups, { body: { groups: [group], version } })
  expect(kept.groups).toMatchObject([{ restaurant_groups: ['Центр'] }])
  await t.agent.call(setOwnPresence, { body: { state: 'work' } })
  const ownerOf = async ({ id }: { id: string }) =>
    (await t.agent.call(getDeskTicket, { params: { ticketId: id } })).assignee?.id ?? null
  const [there, here] = [await writeTicket(t.A12), await writeTicket(t.A)]
  await expect.poll(() => ownerOf(here)).toBe(t.walls.agent.id)
  expect(await ownerOf(there)).toBeNull()
  await join(t.walls.r12)
  await expect.poll(() => ownerOf(there)).toBe(t.walls.agent.id)
  await t.agent.call(setOwnPresence, { body: { state: 'off' } })
  await admin(setGroups, { body: { groups: [], version: kept.version } })
})

test('an incident of a group is seen by who joins while it goes on, and by nobody of another business', async () => {
  const body = { title: 'Нет света', text: 'Ждём', restaurant_groups: ['Центр'] }
  const { id } = await t.agent.call(createIncident, { body })
  const seenBy = async ({ call }: { call: Call }) => (await call(listIncidents, {})).map((one) => one.id)
  expect(await seenBy(t.A)).toEqual([id])
  expect(await seenBy(t.A12)).toEqual([])
  await join(t.walls.r12)
  expect(await seenBy(t.A12)).toEqual([id])
  expect(await seenBy(t.D)).toEqual([])
  expect(await t.agent.call(getDeskIncident, { params: { incidentId: id } })).toMatchObject({
    everywhere: false,
    restaurants: [],
    restaurant_groups: ['Центр'],
  })
  const unknown = t.agent.call(createIncident, { body: { ...body, restaurant_groups: ['Нет такой'] } })
  expect(await refusalOf(unknown)).toMatchObject({ code: 'not_found' })
})
