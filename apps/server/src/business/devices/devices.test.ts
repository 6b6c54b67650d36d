import type { Call } from '@podmoga/contract/client'
import { archiveRestaurant, restoreRestaurant } from '@podmoga/contract/desk/admin'
import * as calls from '@podmoga/contract/desk/devices'
import { getRestaurantCard } from '@podmoga/contract/desk/health'
import { listJournal } from '@podmoga/contract/desk/journal'
import { mergeTicket, unmergeTicket } from '@podmoga/contract/desk/relations'
import { getDevice } from '@podmoga/contract/devices'
import { createTicket } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PNG } from '../../files/testing-files.ts'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addMaterial } from '../../knowledge/knowledge.testing.ts'
import { MODULES } from '../../modules.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { retainTickets } from '../../tickets/retention/retention.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager' | 'agent' | 'agent2', Call>
let cook: Call

beforeAll(async () => {
  world = await openWorld({ REQUESTS_PER_MINUTE: '100000', TICKETS_PER_10_MINUTES: '100' })
  walls = await seedPeopleManagers(world)
  as = await signInPeopleManagers(world, walls, 'admin', 'admin2', 'manager', 'agent', 'agent2')
  cook = world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 })
})
afterAll(() => world.close())

const add = async (facts: Partial<calls.DeviceFacts> = {}, call = as.admin) => {
  const body = { restaurant_id: walls.r11, kind: 'printer' as const, name: 'Принтер чеков', ...facts }
  const { id } = await call(calls.addDevice, { body })
  const [row] = await world.sql<{ code: string }[]>`select code from devices where id = ${id}`
  return { id, code: row?.code ?? '' }
}
const scan = (code: string, call = cook) => call(getDevice, { params: { code } })
const write = (device: string, text = 'Не печатает', call = cook) =>
  call(createTicket, { form: { category: 'other', initial_message: text, device } })
const codeOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).code
const names = async (query: object, call = as.admin) =>
  (await call(calls.listDevices, { query })).results.map(({ name }) => name)
const sheetOf = (restaurant: string, call = as.admin) => call(calls.getStickers, { query: { restaurant } })
const opened = async (code: string) => {
  const { statusCode, headers } = await world.app.inject({ url: `/d/${code}` })
  return headers.location ?? statusCode
}

test('a sticker leads to its restaurant; what it opens knows the device, its faults, and articles of its model', async () => {
  const { n1 } = walls.businesses
  const [section] = await world.sql<{ id: string }[]>`
    insert into sections (business_id, name, slug, position) values (${n1}, 'Печать', 'print', 1) returning id`
  const [below] = await world.sql<{ id: string }[]>`
    insert into subcategories (section_id, name, slug, position)
    values (${section?.id ?? ''}, 'Чеки', 'bills', 1) returning id`
  const where = { business_id: n1, section_id: section?.id ?? '', subcategory_id: below?.id ?? '' }
  const title = 'Как заменить ленту в принтере Xprinter Q800'
  await addMaterial(world, where, { title, published: true })

  const { id, code } = await add({ model: 'Xprinter Q800', serial: 'SN-7', place: 'Бар' })
  expect(code).toMatch(/^[\w-]{22}$/)
  expect(await sheetOf(walls.r11)).toMatchObject({
    devices: [{ id, model: 'Xprinter Q800', link: `${world.config.public_url}/d/${code}` }],
  })
  expect(await opened(code)).toBe(`/${walls.r11}/device/${code}`)
  await write(code, 'Лента кончилась')
  expect(await scan(code)).toMatchObject({
    id,
    name: 'Принтер чеков',
    kind_name: 'Принтер',
    place: 'Бар',
    restaurant: { id: walls.r11 },
    category: 'technical_issue',
    topic: 'printing',
    tickets: [{ last_message: 'Лента кончилась', status: 'awaiting_response' }],
    materials: [{ title }],
  })
})

test('N12: a device of another restaurant or business, an archived one, or a guessed code is not found', async () => {
  const here = await add()
  const beside = await add({ restaurant_id: walls.r12 })
  const strange = await add({ restaurant_id: walls.r21 }, as.admin2)
  const gone = await add()
  await as.admin(calls.archiveDevice, { params: { deviceId: gone.id } })
  await as.admin(calls.archiveDevice, { params: { deviceId: gone.id } })
  const guessed = `${here.code.slice(0, -1)}${here.code.endsWith('A') ? 'B' : 'A'}`
  for (const code of [beside.code, strange.code, gone.code, guessed])
    expect(await codeOf(scan(code))).toBe('not_found')
  for (const code of [beside.code, strange.code, guessed]) expect(await codeOf(write(code))).toBe('not_found')
  const [lost] = await world.sql`select from tickets where last_message = 'Не печатает'`
  expect(lost).toBeUndefined()
  // A ticket written offline before the device was archived is still accepted.
  expect((await write(gone.code)).id).toBeDefined()
  expect(await opened(gone.code)).toBe(404)
  await as.admin(calls.restoreDevice, { params: { deviceId: gone.id } })
  expect((await scan(gone.code)).id).toBe(gone.id)
})

test('moved to another restaurant it takes its sticker along, and not what the first one wrote', async () => {
  const { id, code } = await add({ name: 'Касса у входа', kind: 'till' })
  await write(code, 'Касса гудит')
  const facts = { restaurant_id: walls.r12, kind: 'till' as const, name: 'Касса у входа' }
  await as.admin(calls.changeDevice, { params: { deviceId: id }, body: facts })
  expect(await opened(code)).toBe(`/${walls.r12}/device/${code}`)
  const there = world.as({ token: await world.signIn(walls.C.login), restaurant_id: walls.r12 })
  expect((await scan(code, there)).tickets).toEqual([])
  expect(await codeOf(as.manager(calls.archiveDevice, { params: { deviceId: id } }))).toBe('not_found')
  await as.admin(archiveRestaurant, { params: { restaurantId: walls.r12 } })
  expect(await opened(code)).toBe(404)
  await as.admin(restoreRestaurant, { params: { restaurantId: walls.r12 } })
})

test('of two concurrent changes of a device the second is refused, naming the first’s author; a retry changes nothing, and the second may overwrite', async () => {
  const name = 'Сканер у бара'
  const { id } = await add({ name, kind: 'till' })
  const was = { restaurant_id: walls.r11, kind: 'till' as const, name, model: '', serial: '', place: '' }
  const [one] = (await as.admin(calls.listDevices, { query: { search: name } })).results
  const seen = { ...was, model: one?.model ?? '', serial: one?.serial ?? '', place: one?.place ?? '' }
  const change = (call: Call, more: object) =>
    call(calls.changeDevice, { params: { deviceId: id }, body: { ...seen, was: seen, ...more } })
  await change(as.manager, { place: 'Бар' })
  await change(as.manager, { place: 'Бар' })
  await expect(change(as.admin, { model: 'DS-2' })).rejects.toMatchObject({
    code: 'changed_meanwhile',
    message: 'Пока вы меняли, это изменил другой человек: manager.',
  })
  await change(as.admin, { model: 'DS-2', over: true })
  expect((await as.admin(calls.listDevices, { query: { search: name } })).results).toMatchObject([
    { model: 'DS-2', place: 'Бар' },
  ])
})

test('the list is found by words, turned page by page, and is a manager’s own', async () => {
  for (const name of ['Весы 1', 'Весы 2', 'Весы 3'])
    await add({ name, kind: 'scales', model: 'CAS_SW', serial: name.slice(-1).repeat(6), place: 'Склад' })
  await add({ name: 'Весы 4', kind: 'scales', restaurant_id: walls.r12 })
  expect(await names({ search: 'ВЕСЫ склад' })).toEqual(['Весы 1', 'Весы 2', 'Весы 3'])
  expect(await names({ search: '222222' })).toEqual(['Весы 2'])
  expect(await names({ search: 'CAS%SW' })).toEqual([])
  expect(await names({ search: 'весы' }, as.manager)).toEqual(['Весы 1', 'Весы 2', 'Весы 3'])
  expect(await codeOf(names({ restaurant: walls.r12 }, as.manager))).toBe('not_found')
  const first = await as.admin(calls.listDevices, { query: { search: 'весы', page_size: '2' } })
  expect(await names({ search: 'весы', page_size: '2', after: first.next })).toEqual(['Весы 3', 'Весы 4'])
  expect(await codeOf(add({ restaurant_id: walls.r12 }, as.manager))).toBe('not_found')
  expect(await codeOf(sheetOf(walls.r21))).toBe('not_found')
})

test('an agent reads the devices and the sheets of every restaurant of the business, and changes none', async () => {
  const { id } = await add({ name: 'Сушка', restaurant_id: walls.r12 })
  expect(await names({ search: 'сушка' }, as.agent)).toEqual(['Сушка'])
  expect(await names({ search: 'сушка', restaurant: walls.r11 }, as.agent)).toEqual([])
  expect((await sheetOf(walls.r12, as.agent)).devices.map(({ name }) => name)).toContain('Сушка')
  expect(await names({ search: 'сушка' }, as.agent2)).toEqual([])
  expect(await codeOf(as.agent2(calls.listDevices, { query: { restaurant: walls.r12 } }))).toBe('not_found')
  expect(await codeOf(sheetOf(walls.r12, as.agent2))).toBe('not_found')
  expect(await codeOf(as.agent(calls.archiveDevice, { params: { deviceId: id } }))).toBe('forbidden')
})

test('an agent sees the device of a ticket, its faults page by page, and like ones by how often they broke', async () => {
  const model = { kind: 'fridge' as const, model: 'Polair CM105' }
  const ours = await add({ ...model, name: 'Холодильник 1' })
  const other = await add({ ...model, name: 'Холодильник 2', restaurant_id: walls.r12 })
  const calm = await add({ ...model, name: 'Холодильник 3' })
  const there = world.as({ token: await world.signIn(walls.C.login), restaurant_id: walls.r12 })
  await write(other.code, 'Тёплый', there)
  const { id = '' } = await write(ours.code, 'Не морозит')
  // Twenty more, bypassing the limits for people.
  const [row] = await world.sql<{ author_id: string; business_id: string }[]>`
    select author_id, business_id from tickets where id = ${id}`
  await world.sql`
    with made as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, message_count, last_message,
        last_message_at, waiting_since, created_at)
      select ${walls.r11}, ${row?.business_id ?? ''}, 9000 + n, ${row?.author_id ?? ''}, 'other', 1, 'ещё', now(), now(), now()
      from generate_series(1, 22) n returning id
    ) insert into device_tickets (ticket_id, device_id) select id, ${ours.id} from made`
  const result = await as.agent(calls.getTicketDevice, { params: { ticketId: id } })
  expect(result).toMatchObject({
    device: { id: ours.id, tickets: 23, archived_at: null },
    alike: [
      { id: other.id, recent: 1 },
      { id: calm.id, recent: 0 },
    ],
  })
  const page = (after?: string) =>
    as.agent(calls.listDeviceTickets, { params: { deviceId: ours.id }, query: after ? { after } : {} })
  const { results, next } = await page()
  expect(results).toHaveLength(20)
  expect((await page(next ?? '')).results.map(({ last_message }) => last_message)).toEqual([
    'ещё',
    'ещё',
    'Не морозит',
  ])
  expect(await codeOf(as.agent2(calls.getTicketDevice, { params: { ticketId: id } }))).toBe('not_found')
  const foreign = as.agent2(calls.listDeviceTickets, { params: { deviceId: ours.id } })
  expect(await codeOf(foreign)).toBe('not_found')
  const plain = await cook(createTicket, { form: { category: 'other', initial_message: 'Вопрос' } })
  expect(await as.agent(calls.getTicketDevice, { params: { ticketId: plain.id ?? '' } })).toEqual({
    device: null,
    alike: [],
  })
})

test('a merged ticket stands for the one that stays: its device is kept, it counts once, and undoing gives it back', async () => {
  const model = { kind: 'scanner' as const, model: 'Zebra DS2208' }
  const { id: deviceId, code } = await add({ ...model, name: 'Сканер 1' })
  const other = await add({ ...model, name: 'Сканер 2' })
  const { id: first = '' } = await write(code, 'Не сканирует')
  const { id: second = '' } = await write(code, 'Снова не сканирует')
  const plain = await cook(createTicket, { form: { category: 'other', initial_message: 'Склад стоит' } })
  const stays = plain.id ?? ''
  const { id: beside = '' } = await write(other.code, 'И второй')
  const merge = (ticketId: string, into: string) =>
    as.agent(mergeTicket, { params: { ticketId }, body: { into } })
  const seen = async () => {
    const [counted] = (await as.admin(calls.listDevices, { query: { search: 'Сканер 1' } })).results
    const page = await as.agent(calls.listDeviceTickets, { params: { deviceId }, query: {} })
    const card = (await as.agent(getRestaurantCard, { params: { restaurantId: walls.r11 } })).devices
    const alike = (await as.agent(calls.getTicketDevice, { params: { ticketId: beside } })).alike
    return {
      scanned: (await scan(code)).tickets.map(({ id }) => id),
      listed: page.results.map(({ id }) => id),
      counts: [
        counted?.tickets,
        card.find(({ id }) => id === deviceId)?.recent,
        alike.find(({ id }) => id === deviceId)?.recent,
      ],
    }
  }
  const deviceOf = async (ticketId: string) =>
    (await as.agent(calls.getTicketDevice, { params: { ticketId } })).device?.id
  const both = { scanned: [second, first], listed: [second, first], counts: [2, 2, 2] }
  expect(await seen()).toEqual(both)
  await merge(second, stays)
  expect(await seen()).toEqual({ scanned: [stays, first], listed: [stays, first], counts: [2, 2, 2] })
  expect([await deviceOf(stays), await deviceOf(second)]).toEqual([deviceId, deviceId])
  await merge(first, stays)
  expect(await seen()).toEqual({ scanned: [stays], listed: [stays], counts: [1, 1, 1] })
  for (const ticketId of [first, second]) await as.agent(unmergeTicket, { params: { ticketId } })
  expect(await seen()).toEqual(both)
  expect(await deviceOf(stays)).toBeUndefined()
})

test('a photo is put, shown and taken away, and its file goes with it', async () => {
  const { id, code } = await add({ name: 'С фото' })
  const put = (files: readonly File[]) =>
    as.manager(calls.setDevicePhoto, { params: { deviceId: id }, form: {}, files })
  await put([new File([new Uint8Array(PNG)], 'принтер.png', { type: 'image/png' })])
  const { photo } = await scan(code)
  expect((await world.app.inject({ url: photo ?? '' })).headers['content-type']).toBe('image/webp')
  const [{ key } = { key: '' }] = await world.sql<{ key: string }[]>`
    select photo_key as key from devices where id = ${id}`
  await put([])
  expect((await scan(code)).photo).toBeNull()
  expect(await world.sql`select from stored_files where key = ${key}`).toHaveLength(0)
})

test('a file brings devices in: new, changed, the same and bad ones are told, then all of it is done or nothing', async () => {
  const HEAD = 'Ресторан;Вид;Название;Модель;Серийный номер;Место'
  const file = (...rows: string[]) =>
    new File([[HEAD, ...rows].join('\n')], 'устройства.csv', { type: 'text/csv' })
  const bring = (rows: string[], dry_run: 'true' | 'false', call = as.admin) =>
    call(calls.importDevices, { form: { dry_run }, files: [file(...rows)] })
  const fates = async (...args: Parameters<typeof bring>) =>
    (await bring(...args)).rows.map(({ fate }) => fate)
  const [r11, r12] = await Promise.all(
    [walls.r11, walls.r12].map(async (id) =>
      String((await world.sql`select name from restaurants where id = ${id}`)[0]?.name),
    ),
  )
  const rows = [
    `${r11};касса;Касса 1;Атол 91Ф;A-1;Зал`,
    `${r12};Принтер;Кухня;;;`,
    `${r11};Касса;Касса 1;Атол 91Ф;A-1;Зал`,
    `Нет такого;Касса;Касса;;;`,
    `${r11};Ракета;Касса 9;;;`,
    `${r11};Касса;${'я'.repeat(101)};;;`,
  ]
  const expected = ['add', 'add', 'bad', 'bad', 'bad', 'bad']
  expect(await fates(rows, 'true')).toEqual(expected)
  expect(await names({ search: 'Атол' })).toEqual([])
  expect(await fates(rows, 'false')).toEqual(expected)
  expect(await fates(rows.slice(0, 2), 'true')).toEqual(['same', 'same'])
  // Matched by its serial number, it may be renamed; an empty cell changes nothing.
  const { rows: result } = await bring([`${r11};;Касса у бара;;A-1;`], 'false')
  expect(result[0]).toMatchObject({ fate: 'change', says: 'Изменится: название' })
  expect(await as.admin(calls.listDevices, { query: { search: 'A-1' } })).toMatchObject({
    results: [{ name: 'Касса у бара', model: 'Атол 91Ф', place: 'Зал' }],
  })
  expect(await fates([`${r12};Принтер;Бар;;;`], 'true', as.manager)).toEqual(['bad'])
  const { results } = await as.admin(listJournal, {})
  expect(results[0]).toMatchObject({ event: 'devices_imported' })
})

test('a restaurant holds 500 devices: one more is refused in words, by hand and by a file', async () => {
  await world.sql`
    insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
    select ${walls.businesses.n1}, ${walls.r11}, 'full' || n, 'other', 'Н' || n, '', '', '', now()
    from generate_series(1, 500 - (select count(*)::int from devices
      where restaurant_id = ${walls.r11} and archived_at is null)) n`
  expect(await refusalOf(add({ name: 'Лишнее' }))).toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('500 устройств'),
  })
})

test('the link of a device to a ticket is deleted with the ticket when its retention ends', async () => {
  const linked = async () => (await world.sql`select from device_tickets`).count
  expect(await linked()).toBeGreaterThan(20)
  await world.sql`update tickets set status = 'processed', closed_at = now() - interval '3 years'`
  await world.sql.begin((tx) =>
    retainTickets.take(tx, {
      business_id: walls.businesses.n1,
      tickets_before: world.clock.now(),
      files_before: null,
      limit: 1000,
      takeAlong: async (db, ids) => {
        for (const { name, takeAlong } of MODULES) {
          await takeAlong?.(db, ids)
          if (name === 'business/devices') expect((await db`select from device_tickets`).count).toBe(0)
        }
        return []
      },
    }),
  )
})

test('N12: from one address a few stickers may be guessed in a minute; right ones are not counted', async () => {
  const [row] = await world.sql<{ code: string }[]>`
    select code from devices where restaurant_id = ${walls.r11} and length(code) = 22 and archived_at is null`
  const guesses: unknown[] = []
  for (let at = 0; at < 40; at += 1) guesses.push(await opened('A'.repeat(22)))
  expect([...new Set(guesses)]).toEqual([404, 429])
  expect(await opened(row?.code ?? '')).toBe(`/${walls.r11}/device/${row?.code}`)
})
