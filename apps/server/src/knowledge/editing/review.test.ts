import type { Call } from '@podmoga/contract/client'
import { getTree } from '@podmoga/contract/desk/knowledge'
import * as calls from '@podmoga/contract/desk/material/review'
import { getSchedule, scheduleMaterial } from '@podmoga/contract/desk/material/schedule'
import * as desk from '@podmoga/contract/desk/materials'
import { uuid } from '@podmoga/contract/fields/uuid'
import { getMaterial } from '@podmoga/contract/knowledge'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notifySettings } from '../../http/settings.sql.ts'
import { addPerson } from '../../session/session.testing.ts'
import { openKnowledgeWorld } from '../knowledge.testing.ts'
import { publishDue } from './schedule.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
/** A second editor of the first business. */
let second: Call
let materialId: string

const setting = async (is: boolean) => {
  const { world, walls } = it
  await world.sql`delete from business_settings where name = 'second_editor'`
  if (is)
    await world.sql`
      insert into business_settings (business_id, name, value) values (${walls.businesses.n1}, 'second_editor', 'true')`
  await notifySettings(world.sql, walls.businesses.n1)
  await vi.waitFor(async () => expect((await shown()).is_needed).toBe(is))
}
beforeAll(async () => {
  it = await openKnowledgeWorld()
  const { world, walls } = it
  const { login } = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'second@walls.test',
    first_name: 'Алиса',
    desk: [{ role: 'editor', business_id: walls.businesses.n1 }],
  })
  second = world.as({ token: await world.signIn(login) })
  materialId = await create()
  await setting(true)
})
afterAll(() => it.world.close())
beforeEach(async () => {
  materialId = await create()
})

const create = async () =>
  (
    await it.editor(desk.createMaterial, {
      body: { subcategory: it.subcategory.subcategory_id, title: 'Меню' },
    })
  ).id
const params = () => ({ materialId })
const revision = async () => (await it.editor(desk.getDeskMaterial, { params: params() })).revision
const save = async (content: string, call = it.editor) =>
  call(desk.saveDraft, {
    params: params(),
    body: { revision: await revision(), title: 'Меню', content, cover: null, files: [] },
  })
const shown = (call = it.editor) => call(calls.getReview, { params: params() })
const send = async (at: string | null = null, call = it.editor) =>
  call(calls.askReview, { params: params(), body: { revision: await revision(), at } })
const seenBy = async (call = it.editor) => (await shown(call)).review?.asked_at ?? '2026-01-01T00:00:00.000Z'
const approve = async (call: Call, seen?: string, idempotency_key = uuid()) =>
  call(
    calls.approveReview,
    { params: params(), body: { seen: seen ?? (await seenBy()) } },
    { idempotency_key },
  )
const giveBack = async (call: Call, word: string) =>
  call(calls.returnReview, { params: params(), body: { seen: await seenBy(), word } })
const publish = async (call = it.editor) =>
  call(desk.publishMaterial, { params: params(), body: { revision: await revision() } })
const read = async () => (await it.A(getMaterial, { params: params() })).content
const inTree = async () => {
  const { sections } = await it.editor(getTree, {})
  const items = sections.flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
  return items.find(({ id }) => id === materialId)?.review
}
const refused = (code: string) => expect.objectContaining({ code })

test('nobody publishes by themselves, now or later; a second editor does, and what was written since waits on', async () => {
  await save('<p>Первый</p>')
  await expect(publish()).rejects.toEqual(refused('review_needed'))
  const at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`
  await expect(
    it.editor(scheduleMaterial, { params: params(), body: { revision: await revision(), at } }),
  ).rejects.toEqual(refused('review_needed'))
  await send()
  expect(await inTree()).toEqual({ state: 'waiting', by: it.walls.editor.id })
  await save('<p>Второй</p>')
  await expect(read()).rejects.toEqual(refused('not_found'))
  const { review } = await shown(second)
  expect(review).toMatchObject({
    content: '<p>Первый</p>',
    is_for_me: true,
    is_current: false,
    returned: null,
  })
  expect((await shown()).review?.is_for_me).toBe(false)
  await expect(approve(it.editor)).rejects.toEqual(refused('own_review'))
  await expect(giveBack(it.editor, 'Нет')).rejects.toEqual(refused('own_review'))
  await approve(second)
  expect(await read()).toBe('<p>Первый</p>')
  expect(await inTree()).toBeNull()
  const now = await it.editor(desk.getDeskMaterial, { params: params() })
  expect(now).toMatchObject({ state: 'changed', content: '<p>Второй</p>' })
  await expect(approve(second, '2026-01-01T00:00:00.000Z')).rejects.toEqual(refused('stale_draft'))
})

test('the last author of a text may not review it, even if another editor sent it', async () => {
  await save('<p>Моё</p>', second)
  await send()
  expect((await shown(second)).review?.is_for_me).toBe(false)
  await expect(approve(second)).rejects.toEqual(refused('own_review'))
})

test('a returned text shows the comment to its author and is sent again; a decision on an unseen text is refused', async () => {
  await save('<p>Цена 10</p>')
  await send()
  const seen = await seenBy()
  // Retries after lost answers: the same request again has no further effect.
  it.world.clock.set(500)
  await send()
  expect(await seenBy()).toBe(seen)
  await giveBack(second, 'Цена другая')
  await giveBack(second, 'Цена другая ')
  await expect(giveBack(second, 'Другое слово')).rejects.toEqual(refused('stale_draft'))
  expect((await shown()).review?.returned).toEqual({ by: 'Алиса', word: 'Цена другая' })
  expect(await inTree()).toMatchObject({ state: 'returned' })
  await expect(approve(second)).rejects.toEqual(refused('stale_draft'))
  await save('<p>Цена 12</p>')
  it.world.clock.set(1000)
  await send()
  await expect(approve(second, seen)).rejects.toEqual(refused('stale_draft'))
  const [now, key] = [await seenBy(), uuid()]
  await approve(second, now, key)
  // A retry after a lost answer: the editor's own approval is not a conflict.
  expect(await approve(second, now, key)).toEqual({ ok: true })
  await expect(approve(second, now)).rejects.toEqual(refused('stale_draft'))
  expect(await read()).toBe('<p>Цена 12</p>')
})

test('a text approved for a later moment is published then, and another text may wait for review meanwhile', async () => {
  await save('<p>К празднику</p>')
  const day = new Date(it.world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  await send(`${day}T09:00`)
  expect((await shown(second)).review?.publish_at).toBe(`${day}T09:00`)
  await approve(second)
  await expect(read()).rejects.toEqual(refused('not_found'))
  const { schedule } = await it.editor(getSchedule, { params: params() })
  expect(schedule?.local).toBe(`${day}T09:00`)
  await save('<p>После праздника</p>')
  await send()
  it.world.clock.set(2 * 86_400_000)
  await publishDue(it.world).run(() => undefined)
  expect(await read()).toBe('<p>К празднику</p>')
  expect((await shown()).review?.content).toBe('<p>После праздника</p>')
  await it.editor(calls.withdrawReview, { params: params() })
  expect((await shown()).review).toBeNull()
})

test('other businesses are not held to it and see none of it; switched off, one publishes and nothing waits', async () => {
  await save('<p>Текст</p>')
  await send()
  for (const one of [
    () => shown(it.editor2),
    () => send(null, it.editor2),
    () => approve(it.editor2),
    () => giveBack(it.editor2, 'а'),
    () => it.editor2(calls.withdrawReview, { params: params() }),
  ])
    await expect(one()).rejects.toEqual(refused('not_found'))
  await setting(false)
  await publish()
  expect((await shown()).review).toBeNull()
  expect(await read()).toBe('<p>Текст</p>')
  await setting(true)
})

test('without a second editor a request for review is refused with an explanation', async () => {
  await save('<p>Один</p>')
  await it.world
    .sql`update desk_members set state = 'disabled' where person_id <> ${it.walls.editor.id} and role = 'editor'`
  await expect(send()).rejects.toEqual(refused('nobody_to_review'))
})
