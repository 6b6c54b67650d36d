import * as desk from '@podmoga/contract/desk/incidents'
import { getMacroRun, undoMacroRun } from '@podmoga/contract/desk/macros'
import { EVENTS } from '@podmoga/contract/events'
import * as calls from '@podmoga/contract/incidents'
import { subscribeDevice } from '@podmoga/contract/notifications'
import { getProfile } from '@podmoga/contract/profile'
import { getTicket, listMessages } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifySettings } from '../http/settings.sql.ts'
import { refusalOf } from '../http/testing-refusals.ts'
import { startPushService } from '../ports/testing-push.ts'
import { openDeskStream, openStream } from '../tickets/tickets.testing.stream.ts'
import {
  expectSound,
  picture,
  type TicketActor,
  useTicketWorld,
  writeTicket,
} from '../tickets/tickets.testing.ts'
import { forgetTaps, listOwnTaps } from './duties.sql.ts'

const service = await startPushService()
afterAll(service.stop)
const t = useTicketWorld({ PUSH_ORIGINS: service.url })
let base: string
beforeAll(async () => {
  base = await t.world.listen()
})
const MINUTE_MS = 60_000
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code

const begin = (body: Partial<Parameters<typeof t.agent.call<typeof desk.createIncident>>[1]['body']> = {}) =>
  t.agent.call(desk.createIncident, {
    body: { title: 'Касса не печатает', text: 'Печатайте с планшета', ...body },
  })
const tap = ({ call }: TicketActor, incidentId: string, text?: string) =>
  call(calls.tapIncident, { params: { incidentId }, body: text === undefined ? {} : { text } })
const ofIncident = (incidentId: string) => ({ params: { incidentId } })
const end = (id: string) => t.agent.call(desk.endIncident, { ...ofIncident(id), body: { text: 'Починили' } })
const findOf = async ({ call }: TicketActor, id: string) =>
  (await call(calls.listIncidents, {})).find((incident) => incident.id === id)
const textsOf = async ({ call }: TicketActor, ticketId: string) =>
  (await call(listMessages, { params: { ticketId } })).results.flatMap(({ results }) =>
    results.map(({ text }) => text),
  )

test('an incident of one restaurant is seen only there; each tap counts once, and the desk gets the number', async () => {
  const stream = await openDeskStream(base, await t.world.signIn(t.walls.agent.login))
  const here = await openStream({
    url: `${base}/api/events/`,
    kinds: EVENTS,
    token: await t.world.signIn(t.walls.A.login),
    headers: { authrestaurantid: t.walls.r11 },
  })
  await stream.next('counts')
  await here.next('unread')
  const { id } = await begin({ restaurants: [t.walls.r11], topics: ['printing'] })
  expect((await here.next('incident')).data).toEqual({})
  expect((await stream.next('incident')).data).toEqual({ id, count: null })
  expect(await findOf(t.A, id)).toMatchObject({
    title: 'Касса не печатает',
    text: 'Печатайте с планшета',
    until: null,
    is_mine: false,
    count: 0,
    updates: [],
  })
  for (const other of [t.A12, t.C, t.D]) expect(await findOf(other, id)).toBeUndefined()

  // Repeated taps count once per person.
  await Promise.all([tap(t.A, id), tap(t.A, id), tap(t.A, id), tap(t.B, id)])
  // They are counted every second, perhaps between two of them.
  expect((await stream.next('incident', ({ count }) => count !== 1)).data).toEqual({ id, count: 2 })
  expect(await findOf(t.A, id)).toMatchObject({ is_mine: true, count: 2 })
  await t.B.call(calls.untapIncident, ofIncident(id))
  expect(await findOf(t.B, id)).toMatchObject({ is_mine: false, count: 1 })
  for (const other of [t.A12, t.C, t.D]) {
    expect(await codeOf(tap(other, id))).toBe('not_found')
    expect(await codeOf(other.call(calls.untapIncident, ofIncident(id)))).toBe('not_found')
  }
  for (const call of [desk.getDeskIncident, desk.draftIncidentReport])
    expect(await codeOf(t.agent2.call(call, ofIncident(id)))).toBe('not_found')
  expect(await codeOf(t.agent2.call(desk.endIncident, { ...ofIncident(id), body: { text: 'Чужое' } }))).toBe(
    'not_found',
  )
  expect(await codeOf(begin({ restaurants: [t.walls.r21] }))).toBe('not_found')
  expect(await codeOf(begin({ topics: ['nothing'] }))).toBe('invalid')
  expect((await t.agent2.call(desk.listDeskIncidents, {})).results).toEqual([])
  await end(id)
})

test('a person who works in two restaurants is counted once, in both; they take it back in each', async () => {
  const { id } = await begin()
  await tap(t.A, id)
  expect(await findOf(t.A12, id)).toMatchObject({ is_mine: false, count: 1 })
  await tap(t.A12, id)
  for (const place of [t.A, t.A12]) expect(await findOf(place, id)).toMatchObject({ is_mine: true, count: 1 })
  const counted = { count: 1, count_restaurants: 2 }
  expect(await t.agent.call(desk.getDeskIncident, ofIncident(id))).toMatchObject(counted)
  const { results } = await t.agent.call(desk.listDeskIncidents, {})
  expect(results.find((incident) => incident.id === id)).toMatchObject(counted)
  await t.A.call(calls.untapIncident, ofIncident(id))
  expect(await findOf(t.A12, id)).toMatchObject({ is_mine: true, count: 1 })
  await tap(t.A, id)
  await end(id)
  for (const place of [t.A, t.A12])
    await place.call(calls.sayIncidentWorks, { ...ofIncident(id), body: { works: true } })
  const works = { ...counted, works: { yes: 1, no: 0 } }
  expect(await t.agent.call(desk.getDeskIncident, ofIncident(id))).toMatchObject(works)
})

test('N11: what is said about another business’s incident is not found, and its number reaches no other desk', async () => {
  const stream = await openDeskStream(base, await t.world.signIn(t.walls.agent2.login))
  await stream.next('counts')
  const foreign = await begin()
  await tap(t.A, foreign.id)
  const idempotency_key = crypto.randomUUID()
  const of = ofIncident(foreign.id)
  const said = [
    tap(t.D, foreign.id),
    t.D.call(calls.addIncidentWords, { ...of, form: { text: 'Чужое' } }, { idempotency_key }),
    t.D.call(calls.sayIncidentWorks, { ...of, body: { works: true } }),
    t.D.call(calls.untapIncident, of),
  ]
  expect(new Set(await Promise.all(said.map(codeOf)))).toEqual(new Set(['not_found']))
  const { id } = await t.agent2.call(desk.createIncident, { body: { title: 'Своё', text: 'Своё' } })
  await tap(t.D, id)
  expect((await stream.next('incident')).data).toEqual({ id, count: null })
  expect((await stream.next('incident')).data).toEqual({ id, count: 1 })
  expect(await findOf(t.A, foreign.id)).toMatchObject({ count: 1 })
  await end(foreign.id)
})

test('updates reach open pages and devices; people who tapped are asked whether it works again', async () => {
  t.world.clock.move(MINUTE_MS)
  const browser = service.browser()
  await t.A.call(subscribeDevice, { body: browser.subscription })
  const { id } = await begin()
  await tap(t.A, id, 'У нас с утра')
  await t.A.call(
    calls.addIncidentWords,
    { ...ofIncident(id), form: { text: 'Вот так' }, files: [await picture()] },
    { idempotency_key: crypto.randomUUID() },
  )
  // A person sees what they have added on all their devices; others do not see it.
  expect(await findOf(t.A, id)).toMatchObject({ said: { text: 'У нас с утра\nВот так', files: 1 } })
  expect(await findOf(t.B, id)).toMatchObject({ said: null })
  expect(await codeOf(t.A.call(calls.sayIncidentWorks, { ...ofIncident(id), body: { works: true } }))).toBe(
    'not_found',
  )
  t.world.clock.move(MINUTE_MS)
  await t.agent.call(desk.updateIncident, { ...ofIncident(id), body: { text: 'Чиним' } })
  t.world.clock.move(MINUTE_MS)
  await end(id)
  expect(await codeOf(end(id))).toBe('incident_over')
  expect(await findOf(t.A, id)).toMatchObject({
    is_mine: true,
    works: null,
    until: expect.any(String),
    updates: [{ text: 'Починили' }, { text: 'Чиним' }],
  })
  await t.A.call(calls.sayIncidentWorks, { ...ofIncident(id), body: { works: false } })
  expect(await findOf(t.A, id)).toMatchObject({ works: false })
  // A tap made offline during the incident arrives late and is counted.
  await tap(t.B, id)
  const seen = await t.agent.call(desk.getDeskIncident, ofIncident(id))
  expect(seen).toMatchObject({ count: 2, count_restaurants: 1, works: { yes: 0, no: 1 } })
  expect(seen.said).toMatchObject([
    { text: 'У нас с утра\nВот так', files: [{ file_name: 'Чек гостя.png' }] },
  ])
  await expect
    .poll(() => browser.received.map(({ payload }) => [payload.title, payload.body]))
    .toEqual([
      ['Касса не печатает', 'Чиним'],
      ['Касса не печатает: заработало?', 'Починили'],
    ])
  t.world.clock.move(61 * MINUTE_MS)
  expect(await findOf(t.A, id)).toBeUndefined()
  expect(await listOwnTaps(t.world.sql, t.walls.A.id)).toContainEqual(
    expect.objectContaining({
      incident: 'Касса не печатает',
      text: expect.stringContaining('Вот так'),
      files: ['Чек гостя.png'],
    }),
  )
  await expectSound(t.world)
  const leaver = { person_id: t.walls.A.id, business_id: '', email: null, phone: null, addresses: [] }
  const gone = await t.world.sql.begin(async (tx) => {
    const keys = await forgetTaps(tx, { ...leaver, now: t.world.clock.now() })
    await tx`delete from stored_files where key = any(${[...keys]})`
    return keys
  })
  expect(gone).toHaveLength(1)
})

test('tickets of an incident are proposed, linked, answered one by one, and summed up in a report', async () => {
  const like = await writeTicket(t.A, 'Принтер чеков мигает красным, чековая лента целая')
  const other = await writeTicket(t.B, 'Как поменять пароль')
  const { id } = await begin({
    title: 'Принтеры чеков мигают',
    text: 'Красным мигает принтер: перезагрузите',
    since: t.world.clock.now().toISOString(),
  })
  const page = () => t.agent.call(desk.getDeskIncident, ofIncident(id))
  expect((await page()).proposed.map((ticket) => ticket.id)).toEqual([like.id])
  const link = (tickets: string[], is_linked: boolean) =>
    t.agent.call(desk.linkIncidentTickets, { ...ofIncident(id), body: { tickets, is_linked } })
  const foreign = await writeTicket(t.D, 'Принтер мигает красным')
  await link([like.id, other.id, foreign.id], true)
  await link([other.id], false)
  expect(await page()).toMatchObject({ tickets: 1, proposed: [], linked: [{ id: like.id, is_open: true }] })
  const answer = (key: string, tickets = [like.id, other.id]) =>
    t.agent.call(
      desk.answerIncident,
      { ...ofIncident(id), body: { text: '{имя}, обновите прошивку', tickets } },
      { idempotency_key: key },
    )
  const runOf = (runId: string) => t.agent.call(getMacroRun, { params: { runId } })
  const ended = async (runId: string) => {
    t.world.clock.move(6000)
    await expect.poll(async () => (await runOf(runId)).state).toMatch(/done|undone/)
    return (await runOf(runId)).results
  }
  expect(await codeOf(answer(crypto.randomUUID(), [other.id]))).toBe('not_found')
  // Undone in time, the answer is not sent.
  const first = await answer(crypto.randomUUID())
  expect(first).toMatchObject({ state: 'waiting', total: 1, results: [] })
  expect(await codeOf(t.agent2.call(undoMacroRun, { params: { runId: first.id } }))).toBe('not_found')
  await t.agent.call(undoMacroRun, { params: { runId: first.id } })
  expect(await ended(first.id)).toEqual([])
  expect(await textsOf(t.A, like.id)).toHaveLength(1)
  expect((await page()).linked[0]?.answered_at).toBeNull()

  const key = crypto.randomUUID()
  const sent = await answer(key)
  expect(await answer(key)).toEqual(sent)
  expect(await ended(sent.id)).toEqual([{ id: like.id, number: like.number, fate: 'done' }])
  expect((await page()).linked[0]?.answered_at).not.toBeNull()
  const { first_name } = await t.A.call(getProfile, {}).then(({ details }) => details)
  expect(await textsOf(t.A, like.id)).toEqual([
    'Принтер чеков мигает красным, чековая лента целая',
    `${first_name}, обновите прошивку`,
  ])
  expect(await textsOf(t.B, other.id)).toHaveLength(1)
  expect(await t.A.call(getTicket, { params: { ticketId: like.id } })).toMatchObject({
    status: 'awaiting_response',
  })
  await tap(t.B, id)
  expect(await codeOf(t.agent.call(desk.draftIncidentReport, ofIncident(id)))).toBe('incident_goes_on')
  t.world.clock.move(95 * MINUTE_MS)
  await end(id)
  const { n1 } = t.walls.businesses
  await t.world.sql`
    with section as (insert into sections (business_id, name, position, slug) values (${n1}, 'Отчёты', 99, 'reports') returning id)
    insert into subcategories (section_id, name, position, slug) select id, 'Инциденты', 1, 'incidents' from section`
  const made = await t.agent.call(desk.draftIncidentReport, ofIncident(id))
  expect(await t.agent.call(desk.draftIncidentReport, ofIncident(id))).toEqual(made)
  const [draft] = await t.world.sql<{ title: string; content: string }[]>`
    select title, content from material_drafts where material_id = ${made.id}`
  expect(draft?.title).toBe('Инцидент: Принтеры чеков мигают')
  for (const words of [
    'Длилось: 1 ч 35 мин',
    'Ресторан 11: 1',
    '<p>{имя}, обновите прошивку</p>',
    'Починили',
  ])
    expect(draft?.content).toContain(words)
})

test('the status page exists only where made public, and shows the last known state if the database fails', async () => {
  const { n1 } = t.walls.businesses
  const [business] = await t.world.sql<{ network: string }[]>`select network from businesses where id = ${n1}`
  const read = (network = business?.network) => t.world.app.inject({ url: `/status/${network}` })
  const { id } = await begin({ title: 'Не идут <b>заказы</b>' })
  expect((await read()).statusCode).toBe(404)
  const [nobody, unnamed] = [await read('nobody'), await read('')]
  expect([nobody.statusCode, unnamed.statusCode]).toEqual([404, 404])
  // The same page for an unknown network and for one that is not public.
  expect(nobody.headers['content-type']).toContain('text/html')
  const plain = ({ body }: { body: string }) => body.replace(/ nonce="[^"]*"/, '')
  expect(plain(nobody)).toContain('Страницы состояния нет')
  for (const other of [unnamed, await read()]) expect(plain(other)).toBe(plain(nobody))
  await t.world.sql`
    insert into business_settings (business_id, name, value) values (${n1}, 'status_page', 'true')`
  await notifySettings(t.world.sql, n1)
  t.world.clock.move(MINUTE_MS)
  await expect.poll(async () => (await read()).statusCode).toBe(200)
  const page = await read(`${business?.network}/`)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Не идут &lt;b&gt;заказы&lt;/b&gt;')
  for (const name of ['Ресторан 11', 'Ресторан 12']) expect(page.body).not.toContain(name)
  t.world.clock.move(MINUTE_MS)
  await t.world.sql`alter table incidents rename to incidents_away`
  const last = await read()
  await t.world.sql`alter table incidents_away rename to incidents`
  expect(last).toMatchObject({ statusCode: 200, body: expect.stringContaining('Не идут') })
  await end(id)
  t.world.clock.move(MINUTE_MS)
  expect((await read()).body).toContain('Всё работает')
})
