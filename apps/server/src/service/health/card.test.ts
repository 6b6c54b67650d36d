import { addDevice } from '@podmoga/contract/desk/devices'
import { getRestaurantCard, setRestaurantNote } from '@podmoga/contract/desk/health'
import { listJournal } from '@podmoga/contract/desk/journal'
import { createTicket } from '@podmoga/contract/tickets'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { newKey } from '../../testing.ts'
import { useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'

const t = useTicketWorld()
let admin: typeof t.agent.call

beforeAll(async () => {
  const { login } = await addPerson(t.world.sql, {
    business_id: t.walls.businesses.n1,
    email: 'owner@walls.test',
    desk: [{ role: 'admin', business_id: t.walls.businesses.n1 }],
  })
  admin = t.world.as({ token: await t.world.signIn(login) })
})

const card = (restaurantId: string, by = t.agent.call) => by(getRestaurantCard, { params: { restaurantId } })
const note = (body: { text: string; version: number }, restaurantId = t.walls.r11, by = t.agent.call) =>
  by(setRestaurantNote, { params: { restaurantId }, body })

test('an agent reads hours, managers, devices and what repeats, of their own businesses alone', async () => {
  const { sql } = t.world
  const { r11, r12, r21, B, G, D } = t.walls
  const hours = ['9:00-23:00', '', '', '', '', '', '']
  await sql`update restaurants set hours = ${hours}, city = 'Ташкент', groups = '{Центр}' where id = ${r11}`
  await sql`update memberships set role = 'manager' where person_id in (${B.id}, ${G.id}) and restaurant_id = ${r11}`
  await sql`update people set disabled_at = now() where id = ${G.id}`
  for (const name of ['Касса 1', 'Касса 2'])
    await admin(
      addDevice,
      { body: { restaurant_id: r11, kind: 'till', name, model: 'Atol 25Ф', serial: '', place: 'Бар' } },
      { idempotency_key: newKey() },
    )
  const [second] = await sql<{ code: string }[]>`select code from devices where name = 'Касса 2'`
  await t.A.call(
    createTicket,
    { form: { category: 'other', initial_message: 'Не включается', device: second?.code ?? '' } },
    { idempotency_key: newKey() },
  )
  for (let at = 0; at < 3; at += 1) await writeTicket(t.A, 'Касса не печатает чек')

  const seen = await card(r11)
  expect(seen).toMatchObject({
    id: r11,
    name: 'Ресторан 11',
    timezone: 'Asia/Tashkent',
    hours,
    city: 'Ташкент',
    chain: null,
    groups: ['Центр'],
    archived_at: null,
    managers: [{ id: B.id, name: 'B', email: 'b@walls.test', phone: null }],
    devices: [
      { name: 'Касса 2', kind_name: 'Касса', model: 'Atol 25Ф', place: 'Бар', recent: 1 },
      { name: 'Касса 1', recent: 0 },
    ],
    note: { text: '', version: 0, author_name: null, changed_at: null },
  })
  expect(seen.repeats).toMatchObject([{ tickets: 3, before: 0 }])
  expect(await card(r12)).toMatchObject({ devices: [], managers: [], repeats: [] })

  for (const other of [r21, '999999', 'x'])
    expect(await refusalOf(card(other)), other).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(card(r11, t.agent2.call))).toMatchObject({ code: 'not_found' })
  expect((await card(r21, t.agent2.call)).name).toBe('Ресторан 21')
  for (const by of [t.A.call, t.world.as({ token: await t.world.signIn(D.login) })])
    expect(await refusalOf(card(r11, by))).toMatchObject({ code: 'forbidden' })
})

test('the note is one for all agents; two at once do not write over each other; the journal tells who', async () => {
  const { r11, r21 } = t.walls
  expect(await note({ text: ' Звонить после 15 ', version: 0 })).toEqual({ version: 1 })
  expect((await card(r11)).note).toMatchObject({ text: 'Звонить после 15', version: 1, author_name: 'agent' })

  expect(await refusalOf(note({ text: 'Другое', version: 0 }))).toMatchObject({ code: 'changed_meanwhile' })
  const both = await Promise.allSettled(['Раз', 'Два'].map((text) => note({ text, version: 1 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await card(r11)).note.version).toBe(2)

  expect(await refusalOf(note({ text: 'х'.repeat(501), version: 2 }))).toMatchObject({ code: 'invalid' })
  await note({ text: 'Карта 4111 1111 1111 1111', version: 2 })
  expect((await card(r11)).note.text).toBe('Карта 411111******1111')
  await note({ text: '', version: 3 })
  expect((await card(r11)).note).toMatchObject({ text: '', version: 4 })

  const { results } = await admin(listJournal, { query: { event: 'restaurant_note_changed' } })
  expect(results).toHaveLength(4)
  expect(JSON.stringify(results)).toContain('Звонить после 15')

  for (const [restaurant, by] of [
    [r21, t.agent.call],
    [r11, t.agent2.call],
  ] as const)
    expect(await refusalOf(note({ text: 'Чужое', version: 0 }, restaurant, by))).toMatchObject({
      code: 'not_found',
    })
  expect(await refusalOf(note({ text: 'Своё', version: 4 }, r11, t.A.call))).toMatchObject({
    code: 'forbidden',
  })
  expect((await card(r21, t.agent2.call)).note.text).toBe('')
})
