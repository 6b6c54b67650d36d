import type { Call } from '@podmoga/contract/client'
import { setCare } from '@podmoga/contract/desk/material/care'
import * as calls from '@podmoga/contract/desk/material/review'
import * as desk from '@podmoga/contract/desk/materials'
import { readSignals, subscribeSignals } from '@podmoga/contract/desk/signals'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notifySettings } from '../../http/settings.sql.ts'
import { startPushService, type TestBrowser } from '../../ports/testing-push.ts'
import { addPerson } from '../../session/session.testing.ts'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'
import { listDueBusinesses } from './notices.sql.ts'

const service = await startPushService()
let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
const people: Record<'push' | 'mail', { id: string; login: string; call: Call }> = {} as never
let browser: TestBrowser
let materialId: string

beforeAll(async () => {
  it = await openKnowledgeWorld({ PUSH_ORIGINS: service.url })
  const { world, walls } = it
  const business_id = walls.businesses.n1
  for (const name of ['push', 'mail'] as const) {
    const login = `${name}@walls.test`
    // Not an agent: editors get browser notices as well.
    const desk = [{ role: 'editor' as const, business_id }]
    const { id } = await addPerson(world.sql, { business_id, email: login, first_name: name, desk })
    people[name] = { id, login, call: world.as({ token: await world.signIn(login) }) }
  }
  await world.sql`update people set email_verified_at = now() where email like '%@walls.test'`
  await world.sql`
    insert into business_settings (business_id, name, value) values (${business_id}, 'second_editor', 'true')`
  await notifySettings(world.sql, business_id)
  browser = service.browser()
  await listen(null)
  materialId = await create()
  await vi.waitFor(async () => expect((await it.editor(calls.getReview, at())).is_needed).toBe(true))
})
afterAll(async () => {
  await it.world.close()
  await service.stop()
})
beforeEach(async () => {
  materialId = await create()
  browser.received.length = 0
  it.world.mail.sent.length = 0
})

const listen = (quiet: { from: string; to: string } | null) =>
  people.push.call(subscribeSignals, {
    body: {
      ...browser.subscription,
      sound: true,
      nobodys_after: 0,
      quiet,
      timezone: 'Asia/Tashkent',
    },
  })
const at = () => ({ params: { materialId } })
const create = async () =>
  (
    await it.editor(desk.createMaterial, {
      body: { subcategory: it.subcategory.subcategory_id, title: 'Меню' },
    })
  ).id
const save = async (content: string, call = it.editor) => {
  const { revision } = await it.editor(desk.getDeskMaterial, at())
  await call(desk.saveDraft, { ...at(), body: { revision, title: 'Меню', content, cover: null, files: [] } })
}
const send = async (call = it.editor) => {
  const { revision } = await it.editor(desk.getDeskMaterial, at())
  await call(calls.askReview, { ...at(), body: { revision, at: null } })
}
const seen = async () => ({ seen: (await it.editor(calls.getReview, at())).review?.asked_at ?? '' })
const titles = () => browser.received.map(({ payload }) => payload.title)
const letters = () => it.world.mail.sent.map(({ to, subject }) => `${to} ${subject.split(' — ')[0]}`).sort()
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 20_000 })
/** Waits until nothing is left to send. */
const settled = () =>
  soon(async () => {
    const now = it.world.clock.now()
    const { count } = await it.world.sql`select from signals where due_at <= ${now}`
    return count + (await it.world.sql`select from outbox where sent_at is null and failed_at is null`).count
  }).toBe(0)

test('a request for review notifies each editor who may decide once, by browser or else by mail, but not the author', async () => {
  await save('<p>Первый</p>')
  await send()
  await soon(titles).toEqual(['Материал ждёт вашей проверки'])
  expect(browser.received[0]?.payload).toMatchObject({ body: 'Меню', path: `/desk/kb/${materialId}` })
  await soon(letters).toEqual(['mail@walls.test Материал ждёт вашей проверки: «Меню»'])
  expect(it.world.mail.sent[0]?.text).toContain(`/desk/kb/${materialId}`)
  await save('<p>Второй</p>')
  await send()
  await settled()
  expect([titles().length, letters().length]).toEqual([1, 1])
  // Now the other editor is the author: only the first author could not decide before, so only they are notified.
  await save('<p>Третий</p>', people.mail.call)
  await send(people.mail.call)
  await soon(letters).toContainEqual(expect.stringContaining(it.walls.editor.login))
  await settled()
  expect([titles().length, letters().length]).toEqual([1, 2])
})

test('a decision notifies the sender and the author, with the reviewer’s comment', async () => {
  await save('<p>Первый</p>', people.push.call)
  await send()
  await settled()
  it.world.mail.sent.length = 0
  browser.received.length = 0
  await people.mail.call(calls.returnReview, { ...at(), body: { ...(await seen()), word: 'Цена другая' } })
  await soon(titles).toEqual(['Материал вернули'])
  await soon(letters).toEqual([`${it.walls.editor.login} Материал вернули: «Меню»`])
  expect(it.world.mail.sent[0]?.text).toContain('Цена другая')
  await send()
  await settled()
  await people.mail.call(calls.approveReview, { ...at(), body: await seen() })
  await soon(titles).toEqual(['Материал вернули', 'Материал вышел'])
  await soon(letters).toContainEqual(`${it.walls.editor.login} Материал вышел: «Меню»`)
})

/** Returns the tags of the notices that the browser shows. */
const shown = () => {
  const tags = new Set<string | undefined>()
  for (const { payload } of browser.received)
    if (payload.kind === 'read') tags.delete(payload.tag)
    else tags.add(payload.tag)
  return [...tags]
}

test('a notice opened or decided elsewhere is withdrawn everywhere, once, and not sent if still queued', async () => {
  await save('<p>Первый</p>')
  await send()
  await soon(shown).toEqual([`review-${materialId}`])
  // Another editor has opened it, which withdraws only their own notice.
  await people.mail.call(readSignals, { body: { material: materialId } })
  await settled()
  expect(shown()).toEqual([`review-${materialId}`])
  await people.push.call(readSignals, { body: { material: materialId } })
  await soon(shown).toEqual([])
  await people.push.call(readSignals, { body: { material: materialId } })
  await settled()
  expect(browser.received).toHaveLength(2)
  // Sent again, it notifies again; once a colleague decides, the notice is withdrawn.
  await people.mail.call(calls.returnReview, { ...at(), body: { ...(await seen()), word: 'Ещё раз' } })
  await send()
  await soon(shown).toEqual([`review-${materialId}`])
  await people.mail.call(calls.approveReview, { ...at(), body: await seen() })
  await soon(shown).toEqual([])
  await settled()
  browser.received.length = 0
  await save('<p>Второй</p>')
  await send()
  await soon(shown).toEqual([`review-${materialId}`])
  await it.editor(calls.withdrawReview, at())
  await soon(shown).toEqual([])
  await settled()
  expect(browser.received.map(({ payload }) => payload.kind)).toEqual(['signal', 'read'])
})

test('quiet hours: the browser waits for their end, and is silent if it was decided by then', async () => {
  const hour = Number(
    new Intl.DateTimeFormat('ru', { hour: 'numeric', timeZone: 'Asia/Tashkent' }).format(
      it.world.clock.now(),
    ),
  )
  const clock = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`
  await listen({ from: clock(0), to: clock(2) })
  await save('<p>Ночью</p>')
  await send()
  const first = materialId
  materialId = await create()
  await save('<p>Решат раньше</p>')
  await send()
  await settled()
  expect(titles()).toEqual([])
  await people.mail.call(calls.approveReview, { ...at(), body: await seen() })
  it.world.clock.move(2 * 3_600_000)
  await soon(titles).toEqual(['Материал ждёт вашей проверки'])
  expect(browser.received[0]?.payload.path).toBe(`/desk/kb/${first}`)
  await settled()
  expect(titles()).toHaveLength(1)
  await listen(null)
})

test('re-check: once for its day, in the morning, all of one editor in one notice; without an owner every editor is told', async () => {
  const { world, walls } = it
  const day = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const care = async (owner: string | null, title: string) => {
    const params = { materialId: await addMaterial(world, it.subcategory, { title }) }
    await it.editor(setCare, { params, body: { owner, check_on: day } })
    return params
  }
  await care(people.push.id, 'Чай')
  await care(people.push.id, 'Кофе')
  await care(people.mail.id, 'Какао')
  const nobodys = await care(null, 'Вода')
  const goTo = (time: string) =>
    world.clock.set(Date.parse(`${day}T${time}:00+05:00`) - world.clock.now().getTime())
  await world.sql`update sessions set expires_at = now() + interval '30 days'`
  goTo('08:30')
  const untold = async () =>
    (await world.sql`select from material_care where told_of is null and check_on is not null`).count
  expect(await listDueBusinesses(world.sql, world.clock.now())).toEqual([])
  goTo('09:05')
  await soon(untold).toBe(0)
  await settled()
  // A notice that was already taken is still being sent.
  await soon(() =>
    browser.received.map(({ payload }) => [payload.title, payload.body, payload.path]),
  ).toEqual([['Пора перечитать: 3 материала', 'Вода и ещё 2', '/desk/kb/due']])
  expect(letters()).toEqual([
    `${walls.editor.login} Пора перечитать: 1 материал`,
    'mail@walls.test Пора перечитать: 2 материала',
  ])
  await world.sql`update desk_members set state = 'disabled' where person_id = ${people.mail.id}`
  await it.editor(setCare, { params: nobodys, body: { check_on: null } })
  await settled()
  expect(letters()).toHaveLength(2)
})
