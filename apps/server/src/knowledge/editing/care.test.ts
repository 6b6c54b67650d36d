import { getTree } from '@podmoga/contract/desk/knowledge'
import * as calls from '@podmoga/contract/desk/material/care'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
  goTo(`${day(1)}T20:30:00.000Z`)
})
/** Returns a UTC date some days ahead. 20:30 UTC is 01:30 of the next day in Tashkent. */
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
/** Returns the date some months later, clamped to the last day of the month. */
const monthsAfter = (date: string, months: number) => {
  const [year = 0, month = 1, of_month = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(of_month, last))).toISOString().slice(0, 10)
}
afterAll(() => it.world.close())
const goTo = (at: string) => it.world.clock.set(Date.parse(at) - it.world.clock.now().getTime())

const set = (materialId: string, body: object, call = it.editor) =>
  call(calls.setCare, { params: { materialId }, body })
const check = (materialId: string, seen: string | null, call = it.editor) =>
  call(calls.markChecked, { params: { materialId }, body: { seen } })
const care = (materialId: string, call = it.editor) => call(calls.getCare, { params: { materialId } })
const inTree = async (materialId: string) => {
  const { sections, ...tree } = await it.editor(getTree, {})
  const all = sections.flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
  return { ...tree, item: all.find(({ id }) => id === materialId) }
}
const material = () => addMaterial(it.world, it.subcategory)

test('a new material has no owner; an owner and a re-check term are stored, with the date in the zone of the business', async () => {
  const id = await material()
  const none = { owner: null, check_on: null, check_months: null, checked_at: null, checked_by: null }
  expect(await care(id)).toEqual(none)
  const owner = it.walls.editor.id
  const kept = {
    ...none,
    owner: { id: owner, name: 'editor' },
    check_on: monthsAfter(day(2), 1),
    check_months: 1,
  }
  expect(await set(id, { owner, check_months: 1 })).toEqual(kept)
  expect(await care(id)).toEqual(kept)
  const { zone, editors, item } = await inTree(id)
  expect(zone).toBe('Asia/Tashkent')
  expect(editors).toContainEqual({ id: owner, name: 'editor' })
  expect(item).toMatchObject({ owner, check_on: monthsAfter(day(2), 1) })
  expect(await set(id, { check_on: '2027-05-09' })).toEqual({ ...kept, check_on: '2027-05-09' })
  expect(await set(id, { owner: null })).toEqual({ ...kept, owner: null, check_on: '2027-05-09' })
  expect(await set(id, { check_months: null })).toEqual(none)
})

test('a re-check moves the date by the term, once for two clicks; without a term there is no next date', async () => {
  const id = await material()
  await set(id, { check_months: 12, check_on: '2026-11-01' })
  const done = await check(id, '2026-11-01')
  expect(done).toMatchObject({ check_on: monthsAfter(day(2), 12), checked_by: 'editor' })
  expect(done.checked_at?.slice(0, 15)).toBe(`${day(1)}T20:3`)
  goTo(`${day(4)}T10:00:00.000Z`)
  expect(await check(id, '2026-11-01')).toEqual(done)
  const once = await material()
  await set(once, { check_on: '2027-01-01' })
  expect(await check(once, '2027-01-01')).toMatchObject({ check_on: null, check_months: null })
})

test('walls: another business, whoever is no editor, an owner who is none, and days that are none', async () => {
  const id = await material()
  await expect(care(id, it.editor2)).rejects.toMatchObject({ code: 'not_found' })
  await expect(set(id, { check_months: 1 }, it.editor2)).rejects.toMatchObject({ code: 'not_found' })
  await expect(check(id, null, it.editor2)).rejects.toMatchObject({ code: 'not_found' })
  await expect(care(id, it.agent)).rejects.toMatchObject({ code: 'forbidden' })
  for (const owner of [it.walls.editor2.id, it.walls.agent.id, it.walls.A.id, '999999'])
    await expect(set(id, { owner })).rejects.toMatchObject({ fields: { owner: expect.any(String) } })
  for (const check_on of ['0000-01-01', '2026-02-30', 'завтра', '10000-01-01'])
    await expect(set(id, { check_on })).rejects.toMatchObject({ code: 'invalid' })
  expect(await care(id)).toMatchObject({ owner: null, check_on: null })
})

test('a former editor is not shown as the owner of a material', async () => {
  const id = await material()
  const { sql } = it.world
  const [row] = await sql<{ id: string }[]>`
    insert into people (business_id, first_name, email, password_hash)
    select business_id, 'Наби', 'nabi@demo.test', password_hash from people where id = ${it.walls.editor.id} returning id`
  const owner = row?.id ?? ''
  await sql`insert into desk_members (person_id, business_id, role) values (${owner}, ${it.walls.businesses.n1}, 'editor')`
  expect(await set(id, { owner })).toMatchObject({ owner: { id: owner, name: 'Наби' } })
  await sql`update people set disabled_at = now() where id = ${owner}`
  expect(await care(id)).toMatchObject({ owner: null })
  const { editors, item } = await inTree(id)
  expect(item).toMatchObject({ owner: null })
  expect(editors.map((editor) => editor.id)).not.toContain(owner)
})
