import { getTree } from '@podmoga/contract/desk/knowledge'
import * as calls from '@podmoga/contract/desk/material/schedule'
import * as desk from '@podmoga/contract/desk/materials'
import { getMaterial, listMaterials } from '@podmoga/contract/knowledge'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openKnowledgeWorld } from '../knowledge.testing.ts'
import { publishDue } from './schedule.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
let materialId: string
/** Returns a date some days ahead; 09:00 local time is 04:00 UTC. */
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const START = new Date().toISOString()
const DAY = day(3)
beforeAll(async () => {
  it = await openKnowledgeWorld()
})
afterAll(() => it.world.close())
const goTo = (at: string) => it.world.clock.set(Date.parse(at) - it.world.clock.now().getTime())
beforeEach(async () => {
  goTo(START)
  const body = { subcategory: it.subcategory.subcategory_id, title: 'Новое меню' }
  materialId = (await it.editor(desk.createMaterial, { body })).id
})

const load = () => it.editor(desk.getDeskMaterial, { params: { materialId } })
const save = async (content: string) =>
  it.editor(desk.saveDraft, {
    params: { materialId },
    body: { revision: (await load()).revision, title: 'Новое меню', content, cover: null, files: [] },
  })
const schedule = async (at: string, call = it.editor) =>
  call(calls.scheduleMaterial, { params: { materialId }, body: { revision: (await load()).revision, at } })
const publish = async () =>
  it.editor(desk.publishMaterial, { params: { materialId }, body: { revision: (await load()).revision } })
const shown = (call = it.editor) => call(calls.getSchedule, { params: { materialId } })
const read = () => it.A(getMaterial, { params: { materialId } })
/** Runs the job once. */
const due = () => publishDue(it.world).run(() => undefined)
/** Moves the clock to a moment and runs the job. */
const comes = async (at: string) => {
  goTo(at)
  await due()
}

test('a scheduled text is published at the local time of the business, not before, and is found by the search', async () => {
  await save('<p>Шурпа абырвалговая</p>')
  const set = await schedule(`${DAY}T09:00`)
  expect(set).toEqual({
    state: 'draft',
    problems: [],
    schedule: {
      publish_at: `${DAY}T04:00:00.000Z`,
      local: `${DAY}T09:00`,
      zone: 'Asia/Tashkent',
      set_by: 'editor',
      is_current: true,
    },
  })
  const { sections } = await it.editor(getTree, {})
  const items = sections.flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
  expect(items.find(({ id }) => id === materialId)?.publish_at).toBe(`${DAY}T04:00:00.000Z`)

  await comes(`${DAY}T03:59:00.000Z`)
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  await comes(`${DAY}T04:00:00.000Z`)
  expect(await read()).toMatchObject({ content: '<p>Шурпа абырвалговая</p>' })
  const found = await it.A(listMaterials, { query: { search: 'абырвалговая' } })
  expect(found.map(({ id }) => id)).toEqual([materialId])
  expect(await shown()).toEqual({ schedule: null, state: 'published' })
  const versions = await it.editor(desk.listVersions, { params: { materialId } })
  expect(versions).toMatchObject([{ number: 1, published_by: 'editor' }])
  expect(versions[0]?.published_at).toContain(`${DAY}T04:00:0`)
  await comes(`${DAY}T05:00:00.000Z`)
  expect(await it.editor(desk.listVersions, { params: { materialId } })).toHaveLength(1)
})

test('what is written after the moment was set stays a draft, and whoever writes it is not disturbed', async () => {
  await save('<p>Первый</p>')
  await schedule(`${DAY}T09:00`)
  await save('<p>Второй, недописан</p>')
  expect((await shown()).schedule?.is_current).toBe(false)
  const { revision } = await load()
  await comes(`${DAY}T04:00:01.000Z`)
  expect((await read()).content).toBe('<p>Первый</p>')
  expect(await load()).toMatchObject({ content: '<p>Второй, недописан</p>', state: 'changed', revision })
})

test('a draft reverted to the published text is stale once the scheduled text is published', async () => {
  await save('<p>Старый</p>')
  await publish()
  await save('<p>Новый</p>')
  await schedule(`${DAY}T09:00`)
  await save('<p>Старый</p>')
  const { revision } = await load()
  await comes(`${DAY}T04:00:01.000Z`)
  expect((await read()).content).toBe('<p>Новый</p>')
  const body = { revision, title: 'Новое меню', content: '<p>Старый!</p>', cover: null, files: [] }
  await expect(it.editor(desk.saveDraft, { params: { materialId }, body })).rejects.toMatchObject({
    code: 'stale_draft',
  })
})

test('cancelled, published at once, taken back or deleted, it does not come out', async () => {
  await save('<p>Раз</p>')
  await schedule(`${DAY}T09:00`)
  await it.editor(calls.cancelSchedule, { params: { materialId } })
  await it.editor(calls.cancelSchedule, { params: { materialId } })
  await schedule(`${DAY}T09:00`)
  await save('<p>Два</p>')
  await publish()
  expect((await shown()).schedule).toBeNull()
  await save('<p>Три</p>')
  await schedule(`${DAY}T09:00`)
  await it.editor(desk.unpublishMaterial, { params: { materialId } })
  await comes(`${day(4)}T00:00:00.000Z`)
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  goTo(START)
  await schedule(`${DAY}T09:00`)
  await it.editor(desk.deleteMaterial, { params: { materialId } })
  await comes(`${day(4)}T00:00:00.000Z`)
  expect(await it.world.sql`select from material_schedules`).toEqual([])
})

test('a moment that is over or none, an old text, a text nobody could use, and what readers have already', async () => {
  await expect(schedule(`${DAY}T09:00`)).rejects.toMatchObject({
    fields: { content: expect.any(String) },
  })
  await save('<p>Текст</p>')
  for (const at of [
    `${day(-1)}T10:59`,
    `${day(400)}T00:00`,
    '2026-02-30T10:00',
    `${DAY}T25:00`,
    '0001-01-01T00:00',
  ])
    await expect(schedule(at)).rejects.toMatchObject({ fields: { at: expect.any(String) } })
  const old = { revision: 1, at: `${DAY}T09:00` }
  await expect(
    it.editor(calls.scheduleMaterial, { params: { materialId }, body: old }),
  ).rejects.toMatchObject({
    code: 'stale_draft',
  })
  await publish()
  await expect(schedule(`${DAY}T09:00`)).rejects.toMatchObject({ code: 'invalid' })
  expect((await shown()).schedule).toBeNull()
})

test('walls: another business, whoever is no editor', async () => {
  await save('<p>Текст</p>')
  const body = { revision: 2, at: `${DAY}T09:00` }
  for (const [call, code] of [
    [it.editor2, 'not_found'],
    [it.agent, 'forbidden'],
  ] as const) {
    await expect(shown(call)).rejects.toMatchObject({ code })
    await expect(call(calls.scheduleMaterial, { params: { materialId }, body })).rejects.toMatchObject({
      code,
    })
    await expect(call(calls.cancelSchedule, { params: { materialId } })).rejects.toMatchObject({ code })
  }
})

test('two servers at one moment bring it out once; what cannot come out holds back nothing, and comes later', async () => {
  const { sql } = it.world
  const first = materialId
  await save('<p>Первый</p>')
  await schedule(`${DAY}T08:59`)
  const body = { subcategory: it.subcategory.subcategory_id, title: 'Второй' }
  materialId = (await it.editor(desk.createMaterial, { body })).id
  await save('<p>Второй</p>')
  await schedule(`${DAY}T09:00`)
  await sql`alter table material_versions add constraint broken check (material_id <> ${sql.unsafe(first)}) not valid`
  goTo(`${DAY}T04:00:00.000Z`)
  const runs = await Promise.allSettled([due(), due(), due()])
  expect(runs.map(({ status }) => status)).toContain('rejected')
  const versions = (id: string) => it.editor(desk.listVersions, { params: { materialId: id } })
  expect(await versions(materialId)).toHaveLength(1)
  expect(await versions(first)).toEqual([])
  await sql`alter table material_versions drop constraint broken`
  await due()
  expect(await versions(first)).toHaveLength(1)
})
