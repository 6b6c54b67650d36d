import type { Call } from '@podmoga/contract/client'
import { groupRestaurants } from '@podmoga/contract/desk/admin'
import { getGroups, setGroups } from '@podmoga/contract/desk/groups'
import { createIncident, endIncident, getDeskIncident } from '@podmoga/contract/desk/incidents'
import { listJournal } from '@podmoga/contract/desk/journal'
import { getAudience, setAudience } from '@podmoga/contract/desk/material/audience'
import {
  listRestaurantGroups,
  removeRestaurantGroup,
  renameRestaurantGroup,
} from '@podmoga/contract/desk/restaurants/groups'
import { getRules, setRules } from '@podmoga/contract/desk/rules'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { addSavedView, deleteSavedView, listSavedViews } from '@podmoga/contract/desk/views'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addMaterial, addSubcategory } from '../../knowledge/knowledge.testing.ts'
import { addPerson } from '../../session/session.testing.ts'
import { useTicketWorld } from '../../tickets/tickets.testing.ts'

const t = useTicketWorld()
let admin: Call
let editor: Call
let material: string
let incident: string

const shifts = [{ zone: 'Asia/Tashkent', week: null }]
const NOTHING = { words: [], restaurant_ids: [], categories: [], priorities: [], tags: [], score: null }
const rename = (name: string, to: string, merges = false) =>
  admin(renameRestaurantGroup, { body: { name, to, merges } })
const remove = (name: string) => admin(removeRestaurantGroup, { body: { name } })
const groups = async () => (await admin(listRestaurantGroups, {})).groups

/** Makes everything that can refer to groups refer to these. */
const nameEverywhere = async (...named: string[]) => {
  const rule = {
    id: null,
    name: 'Правило',
    is_on: true,
    when: 'created' as const,
    minutes: null,
    conditions: { ...NOTHING, restaurant_groups: named },
    acts: {
      assignee: null,
      group: null,
      priority: null,
      note: null,
      tell_ids: [],
      text: null,
      tags: ['метка'],
    },
  }
  await admin(setRules, { body: { rules: [rule], version: (await admin(getRules, {})).version } })
  const agents = {
    id: null,
    name: 'Дежурные',
    restaurant_ids: [],
    restaurant_groups: named,
    categories: [],
    member_ids: [t.walls.agent.id],
    way: 'load' as const,
    most: null,
  }
  await admin(setGroups, { body: { groups: [agents], version: (await admin(getGroups, {})).version } })
  const target = {
    name: 'Быстро',
    priority: null,
    category: null,
    restaurant_ids: [],
    restaurant_groups: named,
    first_minutes: 15,
    next_minutes: null,
    solution_minutes: null,
  }
  const { version } = await admin(getServiceLevels, {})
  await admin(setServiceLevels, { body: { targets: [target], shifts, version } })
  const params = { materialId: material }
  const { revision } = await editor(getAudience, { params })
  await editor(setAudience, { params, body: { roles: [], restaurants: [], groups: named, revision } })
  const marked = { title: 'Нет света', text: 'Ждём', restaurant_groups: named }
  incident = (await t.agent.call(createIncident, { body: marked })).id
  for (const [name, is_shared] of [
    ['Общий', true],
    ['Свой', false],
  ] as const) {
    const filters = { tab: 'open' as const, restaurant_group: named }
    await t.agent.call(addSavedView, { body: { name, is_shared, filters } })
  }
}

/** Tables with a row that contains the text; history keeps its old wording. */
const tablesWith = async (words: string): Promise<string[]> => {
  const { sql } = t.world
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit', 'service_versions') order by 1`
  const found: string[] = []
  for (const { name } of tables) {
    const [row] =
      await sql`select from ${sql(name)} as one where to_jsonb(one)::text like ${`%${words}%`} limit 1`
    if (row !== undefined) found.push(name)
  }
  return found
}

const sorted = (names: string | readonly string[] | undefined) => [names ?? []].flat().sort()

/** The groups that each kind of thing refers to now, read by its own call. */
const namedNow = async () => {
  const params = { incidentId: incident }
  const found = {
    rule: (await admin(getRules, {})).rules[0]?.conditions.restaurant_groups,
    agents: (await admin(getGroups, {})).groups[0]?.restaurant_groups,
    target: (await admin(getServiceLevels, {})).targets[0]?.restaurant_groups,
    material: (await editor(getAudience, { params: { materialId: material } })).groups,
    incident: (await t.agent.call(getDeskIncident, { params })).restaurant_groups,
    views: (await t.agent.call(listSavedViews, {})).results.map(({ filters }) => filters.restaurant_group),
  }
  const { views, ...others } = found
  return {
    ...Object.fromEntries(Object.entries(others).map(([place, names]) => [place, sorted(names)])),
    views: views.map(sorted),
  }
}
const everywhere = (...names: string[]) => {
  const named = sorted(names)
  return {
    rule: named,
    agents: named,
    target: named,
    material: named,
    incident: named,
    views: [named, named],
  }
}

beforeAll(async () => {
  const { n1: business_id } = t.walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const head = await addPerson(t.world.sql, { business_id, email: 'head@walls.test', desk })
  admin = t.world.as({ token: await t.world.signIn(head.login) })
  const writes = [{ role: 'editor' as const, business_id }]
  const writer = await addPerson(t.world.sql, { business_id, email: 'writer@walls.test', desk: writes })
  editor = t.world.as({ token: await t.world.signIn(writer.login) })
  material = await addMaterial(t.world, await addSubcategory(t.world, business_id, 'Касса'), {
    title: 'Как закрыть смену',
    html: '<p>Так</p>',
  })
  await t.world.sql`update restaurants set groups = '{Жалюзи2}' where id = ${t.walls.r21}`
  await admin(groupRestaurants, { body: { ids: [t.walls.r11], add: ['Аэропорт'] } })
  await admin(groupRestaurants, { body: { ids: [t.walls.r12], add: ['Жалюзи'] } })
})

test('a group is renamed wherever it is named, in one line of the journal, and nowhere in another business', async () => {
  await admin(groupRestaurants, { body: { ids: [t.walls.r11], add: ['Телл-старая'] } })
  await t.world.sql`update restaurants set groups = '{Телл-старая}' where id = ${t.walls.r21}`
  await nameEverywhere('Телл-старая', 'Аэропорт')
  expect(await tablesWith('Телл-старая')).toEqual([
    'agent_groups',
    'incidents',
    'material_audiences',
    'restaurants',
    'rule_sets',
    'saved_views',
  ])
  const before = (await groups()).find(({ name }) => name === 'Телл-старая')
  expect(before).toMatchObject({ restaurants: 1 })
  expect(before?.uses.map(({ what, count, names, holds }) => [what, count, names.join(), holds])).toEqual(
    expect.arrayContaining([
      ['material', 1, 'Как закрыть смену', true],
      ['rule', 1, 'Правило', true],
      ['agents', 1, 'Дежурные', true],
      ['target', 1, 'Быстро', true],
      ['incident', 1, 'Нет света', true],
      // An agent's private view is counted but not named.
      ['view', 2, 'Общий', false],
    ]),
  )
  const rules = await admin(getRules, {})
  const levels = await admin(getServiceLevels, {})
  expect(await rename('Телл-старая', 'Вокзал')).toEqual({ ok: true, name: 'Вокзал' })
  expect(await namedNow()).toEqual(everywhere('Вокзал', 'Аэропорт'))
  await t.world
    .sql`update restaurants set groups = '{}' where id = ${t.walls.r21} and groups = '{Телл-старая}'`
  expect(await tablesWith('Телл-старая')).toEqual([])
  // The renamed group still applies everywhere, and a save from a page opened earlier does not restore the old name.
  expect((await admin(getRules, {})).broken).toEqual([])
  const stale = admin(setRules, { body: { rules: rules.rules, version: rules.version } })
  expect(await refusalOf(stale)).toMatchObject({ code: 'changed_meanwhile' })
  const { targets } = levels
  const late = admin(setServiceLevels, { body: { targets, shifts, version: levels.version } })
  expect(await refusalOf(late)).toMatchObject({ code: 'stale_draft' })
  const { results } = await admin(listJournal, { query: { event: 'restaurant_group_renamed' } })
  expect(results).toHaveLength(1)
  expect(results[0]?.changes).toEqual(
    expect.arrayContaining([
      { name: 'Название или имя', before: 'Телл-старая', after: 'Вокзал' },
      expect.objectContaining({ name: 'Где названа', after: expect.stringContaining('1\u00A0правило') }),
    ]),
  )
})

test('a name that is there is taken, in any case of letters, until the two are to be one', async () => {
  const taken = { code: 'name_taken', fields: { to: 'Группа «Аэропорт» уже есть' } }
  expect(await refusalOf(rename('Вокзал', 'аэропорт'))).toMatchObject(taken)
  expect(await namedNow()).toEqual(everywhere('Вокзал', 'Аэропорт'))
  expect(await rename('Вокзал', 'аэропорт', true)).toEqual({ ok: true, name: 'Аэропорт' })
  expect(await namedNow()).toEqual(everywhere('Аэропорт'))
  expect((await groups()).map(({ name }) => name)).toEqual(['Аэропорт', 'Жалюзи'])
  const { results } = await admin(listJournal, { query: { event: 'restaurant_group_merged' } })
  expect(results).toHaveLength(1)
  // Changing the case of its own name is a rename.
  expect(await rename('Аэропорт', 'АЭРОПОРТ')).toMatchObject({ name: 'АЭРОПОРТ' })
  expect(await namedNow()).toEqual(everywhere('АЭРОПОРТ'))
})

test('two who rename one group at once: the second finds it no more, and nothing bears the old name', async () => {
  const both = await Promise.allSettled([rename('АЭРОПОРТ', 'Порт'), rename('АЭРОПОРТ', 'Гавань')])
  const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.name] : []))
  expect(won).toHaveLength(1)
  const [name = ''] = won
  expect(await namedNow()).toEqual(everywhere(name))
  expect(await tablesWith('АЭРОПОРТ')).toEqual([])
  await rename(name, 'Порт')
})

test('a group goes when nothing would be left for nobody; what names it is said', async () => {
  const held = await refusalOf(remove('Порт'))
  expect(held).toMatchObject({ code: 'group_in_use' })
  expect(held.message).toMatch(/1\sматериал, 1\sправило|1\sгруппа агентов/)
  await admin(setRules, { body: { rules: [], version: (await admin(getRules, {})).version } })
  await admin(setGroups, { body: { groups: [], version: (await admin(getGroups, {})).version } })
  const { version } = await admin(getServiceLevels, {})
  await admin(setServiceLevels, { body: { targets: [], shifts, version } })
  expect((await refusalOf(remove('Порт'))).message).toMatch(/называют: 1\sматериал, 1\sинцидент\./)
  const params = { materialId: material }
  const { revision } = await editor(getAudience, { params })
  await editor(setAudience, { params, body: { roles: [], restaurants: [], groups: [], revision } })
  await t.agent.call(endIncident, { params: { incidentId: incident }, body: { text: 'Есть' } })
  // A view may keep a group without restaurants: it shows nothing, and its agent sees why.
  expect(await remove('Порт')).toEqual({ ok: true })
  expect((await groups()).find(({ name }) => name === 'Порт')).toMatchObject({
    restaurants: 0,
    uses: [{ what: 'view' }],
  })
  for (const { id } of (await t.agent.call(listSavedViews, {})).results)
    await t.agent.call(deleteSavedView, { params: { viewId: id } })
  expect(await refusalOf(remove('Порт'))).toMatchObject({ code: 'not_found' })
  const { results } = await admin(listJournal, { query: { event: 'restaurant_group_removed' } })
  expect(results).toHaveLength(1)
})

test("another business's groups are not seen, not changed and not merged with", async () => {
  expect((await groups()).map(({ name }) => name)).not.toContain('Жалюзи2')
  expect(await refusalOf(rename('Жалюзи2', 'Моя'))).toMatchObject({ code: 'not_found' })
  expect(await rename('Жалюзи', 'Жалюзи2')).toMatchObject({ name: 'Жалюзи2' })
  expect(await refusalOf(rename('Нет такой', 'Х'))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(rename('Жалюзи2', '  '))).toMatchObject({ code: 'invalid' })
  const call = t.agent.call(renameRestaurantGroup, { body: { name: 'Жалюзи2', to: 'Х' } })
  expect(await refusalOf(call)).toMatchObject({ code: 'forbidden' })
})
