import type { Call } from '@podmoga/contract/client'
import { addDevice, listDevices } from '@podmoga/contract/desk/devices'
import {
  exportFigures,
  exportOwnFigures,
  exportTickets,
  FigureWhat,
  getFigures,
  getOwnFigures,
  listFigureTickets,
  listOwnFigureTickets,
} from '@podmoga/contract/desk/figures'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { listMaterials } from '@podmoga/contract/knowledge'
import { getTicket } from '@podmoga/contract/tickets'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { addColleague, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'
import { listTicketLines } from './export.sql.ts'
import { takeFacts } from './facts.sql.ts'
import { checkFigures } from './figures.check.ts'
import { counted } from './figures.testing.ts'
import { settleLookups } from './lookups.sql.ts'
import { byHand, DAY, type Done, playWeek, TARGET } from './week.testing.ts'

const HOUR = 3_600_000
const DAY_MS = 24 * HOUR
const t = useTicketWorld()
let head: Call
let manager: Call
let done: Done[]
let colleague: Awaited<ReturnType<typeof addColleague>>
let monday: number
let agent_id: string

const day = (nth: number): string => new Date(monday + nth * DAY_MS).toISOString().slice(0, 10)
const week = () => ({ from: day(0), to: day(6) })
const within = (one: Done): boolean => one.at < 7 * DAY

beforeAll(async () => {
  const { n1 } = t.walls.businesses
  const { sql, clock } = t.world
  const head_person = await addPerson(sql, {
    business_id: n1,
    email: 'head@walls.test',
    desk: [{ role: 'admin', business_id: n1 }],
  })
  head = t.world.as({ token: await t.world.signIn(head_person.login) })
  const manager_person = await addPerson(sql, {
    business_id: n1,
    email: 'manager@walls.test',
    restaurants: [t.walls.r12],
  })
  await sql`update memberships set role = 'manager' where person_id = ${manager_person.id}`
  manager = t.world.as({ token: await t.world.signIn(manager_person.login) })
  colleague = await addColleague(t)
  const { version } = await head(getServiceLevels, {})
  const any = { priority: null, category: null, restaurant_ids: [] }
  await head(setServiceLevels, {
    body: {
      version,
      targets: [{ name: 'Все', ...any, ...TARGET, solution_minutes: null }],
      shifts: [{ zone: 'Asia/Tashkent', week: Array<string>(7).fill('09:00-18:00') }],
    },
  })
  // The week begins with the next local day of Tashkent; there is one ticket on the evening before.
  monday = (Math.floor((clock.now().getTime() + 5 * HOUR) / DAY_MS) + 2) * DAY_MS
  const until = (at: number) => clock.move(at - 5 * HOUR - clock.now().getTime())
  until(monday - 6 * HOUR)
  await writeTicket(t.B, 'Накануне')
  await t.D.call(listMaterials, { query: { search: 'касса' } })
  until(monday)
  await t.B.call(listMaterials, { query: { search: 'касса' } })
  await t.B.call(listMaterials, { query: { search: 'касса не печатает' } })
  await t.C.call(listMaterials, { query: { search: 'чек' } })
  const { id: about } = await writeTicket(t.C, 'Чек не выходит')
  const [agent] = await sql<{ id: string }[]>`select id from people where email = ${t.walls.agent.login}`
  agent_id = agent?.id ?? ''
  await sql`
    with made as (
      insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
      values (${n1}, ${t.walls.r12}, 'figures', 'printer', 'У кассы', 'TM-T20', '', '', now()) returning id
    ) insert into device_tickets (ticket_id, device_id) select ${about}, id from made`
  await sql`
    with made as (
      insert into agent_groups (business_id, place, name, restaurant_ids, categories, way)
      values (${n1}, 1, 'Первая линия', '{}', '{}', 'turn') returning id
    ) insert into agent_group_members (group_id, person_id) select id, ${agent_id}::bigint from made`
  await sql`update figure_cursors set walked_to = 0`
  done = await playWeek(
    {
      world: t.world,
      cooks: [
        { call: t.A.call, restaurant: t.walls.r11 },
        { call: t.A12.call, restaurant: t.walls.r12 },
      ],
      agents: [
        { call: t.agent.call, id: agent_id },
        { call: colleague.call, id: colleague.id },
      ],
    },
    2026,
  )
  const at_first = { at: 0, minutes: 0, agent: null }
  done.push(
    { what: 'opened', restaurant: t.walls.r12, ...at_first },
    { what: 'looked', restaurant: t.walls.r12, ...at_first },
    { what: 'looked', restaurant: t.walls.r11, ...at_first },
    { what: 'deflected', restaurant: t.walls.r11, ...at_first },
  )
  await settleLookups(sql, clock.now())
  await counted(t.world)
}, 60_000)

const hour = (at: number): string => String(Math.floor((at % DAY) / 60)).padStart(2, '0')
const SIDES: Record<string, (one: Done) => string | null> = {
  day: ({ at }) => day(Math.floor(at / DAY)),
  hour: ({ at }) => hour(at),
  restaurant: ({ restaurant }) => restaurant,
  agent: ({ agent }) => agent,
}

test('a week that was played shows in figures what was counted by hand, on every side and against the week before', async () => {
  const mine = done.filter(within)
  const answer = await head(getFigures, { query: week() })
  expect(answer.totals).toEqual(byHand(mine))
  expect(answer.totals).toMatchObject({ opened: 36, looked: 2, deflected: 1 })
  expect(answer).toMatchObject({ previous_from: day(-7), previous_to: day(-1), is_counted: true })
  expect(answer.previous).toMatchObject({ opened: 1, answers: 0, looked: 0 })
  for (const [by, keyOf] of Object.entries(SIDES)) {
    const { rows } = await head(getFigures, { query: { ...week(), by: by as 'day' } })
    for (const { key, name, ...figures } of rows)
      expect([by, key, figures]).toEqual([by, key, byHand(mine.filter((one) => keyOf(one) === key))])
    const keys = new Set(mine.map(keyOf).filter((key) => key !== null))
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys]))
  }
  const names = await head(getFigures, { query: { ...week(), by: 'agent' } })
  expect(names.rows.map(({ name }) => name)).toContain('Мадина')
  const other = mine.filter(({ what }) => what === 'opened').length - 1
  const categories = await head(getFigures, { query: { ...week(), by: 'category' } })
  expect(categories.rows.map(({ name, opened }) => [name, opened])).toEqual([
    ['Другое', other],
    ['Техническая проблема', 1],
  ])
  expect((await checkFigures(t.world.sql)).findings).toEqual([])
})

test('a part is counted from what is behind it, and every figure leads to its tickets', async () => {
  const mine = done.filter(within)
  const r12 = mine.filter(({ restaurant }) => restaurant === t.walls.r12)
  const one = await head(getFigures, { query: { ...week(), restaurant: t.walls.r12 } })
  expect(one.totals).toEqual(byHand(r12))
  const theirs = await manager(getFigures, { query: { ...week(), by: 'restaurant' } })
  expect(theirs.totals).toEqual(byHand(r12))
  expect(theirs.rows.map(({ key }) => key)).toEqual([t.walls.r12])
  expect(theirs).toMatchObject({ gaps: null, restaurants: [{ id: t.walls.r12 }] })
  const own = await t.agent.call(getOwnFigures, { query: week() })
  expect(own.totals).toEqual(byHand(mine.filter(({ agent }) => agent === agent_id)))
  const countOf = async (
    call: typeof listFigureTickets | typeof listOwnFigureTickets,
    who: Call,
    query: object,
  ) => {
    let count = 0
    let after: string | undefined
    do {
      const page = await who(call, {
        query: { ...week(), what: 'opened', ...query, ...(after && { after }) },
      })
      count += page.results.length
      after = page.next ?? undefined
    } while (after !== undefined)
    return count
  }
  // A manager's list gives the restaurant of each ticket, and only tickets of their restaurants.
  const listed = await manager(listFigureTickets, { query: { ...week(), what: 'opened' } })
  expect(listed.results.length).toBeGreaterThan(0)
  const token = await t.world.signIn('manager@walls.test')
  const inside = t.world.as({ token, restaurant_id: t.walls.r12 })
  for (const { restaurant_id, ticket } of listed.results) {
    expect(restaurant_id).toBe(t.walls.r12)
    expect(await inside(getTicket, { params: { ticketId: ticket } })).toMatchObject({ id: ticket })
  }
  for (const what of FigureWhat.options) {
    const n = (of: readonly Done[]) => of.filter((each) => each.what === what).length
    expect([what, await countOf(listFigureTickets, head, { what })]).toEqual([what, n(mine)])
    expect([what, await countOf(listFigureTickets, manager, { what })]).toEqual([what, n(r12)])
    const by_agent = n(mine.filter(({ agent }) => agent === agent_id))
    expect([what, await countOf(listOwnFigureTickets, t.agent.call, { what })]).toEqual([what, by_agent])
    expect([what, await countOf(listFigureTickets, head, { what, agent: agent_id })]).toEqual([
      what,
      by_agent,
    ])
  }
  const [group] = (await head(getFigures, { query: { ...week(), by: 'group' } })).rows
  const { key, name, ...of_group } = group ?? {}
  expect([name, of_group]).toEqual(['Первая линия', byHand(mine.filter(({ agent }) => agent === agent_id))])
  const answers = mine.filter(({ what, agent }) => what === 'answer' && agent === agent_id)
  expect(await countOf(listFigureTickets, head, { what: 'answer', group: key })).toBe(answers.length)
  for (const [by, shown, query] of [
    ['kind', 'Принтер', { kind: 'printer' }],
    ['model', 'TM-T20', { model: 'TM-T20' }],
  ] as const) {
    for (const restaurant of [undefined, t.walls.r12]) {
      const { rows } = await head(getFigures, { query: { ...week(), by, restaurant } })
      expect(rows.map((row) => [row.name, row.opened])).toEqual([[shown, 1]])
    }
    expect(await countOf(listFigureTickets, head, query)).toBe(1)
  }
  const bad = await head(listFigureTickets, { query: { ...week(), what: 'bad' } })
  expect(bad.results[0]?.word).toMatch(/^Долго/)
})

test('N08, N11: hostile periods and what is not one’s own are refused in words', async () => {
  const refusal = (query: object, who: Call = head) =>
    refusalOf(who(getFigures, { query: { ...week(), ...query } }))
  expect(await refusal({ from: '2006-01-01', to: '2026-01-01' })).toMatchObject({
    code: 'invalid',
    fields: { to: 'Не больше 366 дней: выберите период короче' },
  })
  expect(await refusal({ from: day(3), to: day(1) })).toMatchObject({
    fields: { to: 'Последний день раньше первого' },
  })
  for (const from of ['0000-01-01', '2026-02-30', '9999-12-31', "2026-01-01'--", ''])
    expect(await refusal({ from })).toMatchObject({
      code: 'invalid',
      fields: { from: 'День в виде 2026-01-31, с 2000 по 2100 год' },
    })
  expect(await refusal({ by: 'agent' }, manager)).toMatchObject({ code: 'invalid' })
  expect(await refusal({ restaurant: t.walls.r11 }, manager)).toMatchObject({ code: 'not_found' })
  expect(await refusal({ restaurant: t.walls.r21 })).toMatchObject({ code: 'not_found' })
  const behind = (query: object, who: Call = head) =>
    refusalOf(who(listFigureTickets, { query: { ...week(), what: 'opened', ...query } }))
  expect(await behind({ after: '2026-02-30_1_0' })).toMatchObject({ code: 'not_found' })
  expect(await behind({ agent: agent_id }, manager)).toMatchObject({ code: 'not_found' })
  expect(await behind({ group: '1' }, manager)).toMatchObject({ code: 'not_found' })
  expect(await refusal({ by: 'group' }, manager)).toMatchObject({ code: 'invalid' })
  expect(await behind({ agent: 'me' })).toMatchObject({ code: 'not_found' })
})

test('an agent reads what all of support did, and of colleagues nothing', async () => {
  const { call } = t.agent
  const mine = done.filter(within)
  for (const by of ['day', 'restaurant', 'category'] as const) {
    const [theirs, heads] = [
      await call(getFigures, { query: { ...week(), by } }),
      await head(getFigures, { query: { ...week(), by } }),
    ]
    expect(theirs).toEqual({ ...heads, gaps: null })
  }
  const own = byHand(mine.filter(({ agent }) => agent === agent_id))
  for (const by of ['agent', 'group'] as const) {
    const { totals, rows } = await call(getFigures, { query: { ...week(), by } })
    expect([by, totals, rows.length]).toEqual([by, own, 1])
  }
  const behind = (query: object) =>
    call(listFigureTickets, { query: { ...week(), what: 'answer' as const, ...query } })
  const [group] = (await call(getFigures, { query: { ...week(), by: 'group' } })).rows
  for (const query of [{ agent: agent_id }, { group: group?.key }]) {
    const { results } = await behind(query)
    expect(results.length).toBeGreaterThan(0)
    expect(new Set(results.map(({ agent }) => agent)).size).toBe(1)
  }
  expect(await refusalOf(behind({ agent: colleague.id }))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(behind({ restaurant: t.walls.r21 }))).toMatchObject({ code: 'not_found' })
  const token = await t.world.signIn(t.walls.agent.login)
  const { url } = await t.world.as({ token })(exportTickets, { query: week() })
  const opened = mine.filter(({ what }) => what === 'opened')
  expect((await fileOf(url)).trim().split('\r\n')).toHaveLength(opened.length + 1)
  const table = await fileOf((await call(exportFigures, { query: { ...week(), by: 'agent' } })).url)
  expect(table).not.toContain('Мадина')
  expect(table.trim().split('\r\n')).toHaveLength(2)
})

test('a manager who is an agent as well reads as an agent, and changes as a manager', async () => {
  const { n1 } = t.walls.businesses
  const both = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'both@walls.test',
    restaurants: [t.walls.r12],
    desk: [{ role: 'agent', business_id: n1 }],
  })
  await t.world.sql`update memberships set role = 'manager' where person_id = ${both.id}`
  const call = t.world.as({ token: await t.world.signIn(both.login) })
  const { totals } = await call(getFigures, { query: week() })
  expect(totals).toEqual(byHand(done.filter(within)))
  const { results } = await call(listDevices, {})
  expect(results).toHaveLength(1)
  const facts = { kind: 'till' as const, name: 'Касса' }
  await call(addDevice, { body: { ...facts, restaurant_id: t.walls.r12 } })
  expect(await refusalOf(call(addDevice, { body: { ...facts, restaurant_id: t.walls.r11 } }))).toMatchObject({
    code: 'not_found',
  })
})

const fileOf = async (url: string): Promise<string> => {
  const answer = await t.world.app.inject({ url })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload.toString()
}

test('the files of whoever serves several businesses are of all that their screen shows, while they serve them', async () => {
  const { n1, n2 } = t.walls.businesses
  const of = await addPerson(t.world.sql, {
    business_id: n1,
    email: 'several@walls.test',
    desk: [n1, n2].map((business_id) => ({ role: 'agent' as const, business_id })),
  })
  const theirs = await writeTicket(t.D)
  const day = week().from
  await t.world.sql`
    insert into figure_facts (ticket_id, nth, business_id, restaurant_id, category, what, at, day, hour)
    values (${theirs.id}, 90, ${n2}, ${t.walls.r21}, 'other', 'opened', ${day}::timestamptz, ${day}::date, 9)`
  const call = t.world.as({ token: await t.world.signIn(of.login) })
  const { url } = await call(exportTickets, { query: week() })
  const lines = async () => (await fileOf(url)).trim().split('\r\n').slice(1)
  const opened = done.filter((one) => within(one) && one.what === 'opened').length
  expect(await lines()).toHaveLength(opened + 1)
  const journal = await t.world.sql<{ business_id: string }[]>`
    select business_id from audit where event = 'tickets_exported' and person_id = ${of.id} order by business_id`
  expect(journal.map(({ business_id }) => business_id)).toEqual([n1, n2].sort())
  await t.world.sql`delete from desk_members where person_id = ${of.id} and business_id = ${n2}`
  expect(await lines()).toHaveLength(opened)
})

test('N05: the files of an agent of 300 businesses open too, and are of those that they still serve', async () => {
  const { walls } = t
  const { sql } = t.world
  const of = await addPerson(sql, {
    business_id: walls.businesses.n1,
    email: 'many@walls.test',
    desk: [{ role: 'agent', business_id: walls.businesses.n1 }],
  })
  await sql`
    with more as (
      insert into businesses (id, name) select 2000000000000000000 + nth, 'Сеть ' || nth from generate_series(1, 299) nth returning id
    )
    insert into desk_members (person_id, business_id, role, state, sort_name)
    select person_id, more.id, role, state, sort_name from desk_members, more where person_id = ${of.id}`
  const call = t.world.as({ token: await t.world.signIn(of.login) })
  const { url } = await call(exportTickets, { query: { ...week(), restaurant: walls.r12 } })
  const lines = async () => (await fileOf(url)).trim().split('\r\n').slice(1)
  expect((await lines()).length).toBeGreaterThan(0)
  await sql`delete from desk_members where person_id = ${of.id} and business_id = ${walls.businesses.n1}`
  expect((await t.world.app.inject({ url })).statusCode).toBe(404)
  await sql`delete from desk_members where person_id = ${of.id}`
  expect((await t.world.app.inject({ url })).statusCode).toBe(404)
})

test('N05: every table and the tickets themselves are streamed as files, for whoever still may read them', async () => {
  const { sql } = t.world
  const table = await fileOf((await head(exportFigures, { query: { ...week(), by: 'restaurant' } })).url)
  const answer = await head(getFigures, { query: { ...week(), by: 'restaurant' } })
  const lines = table.replace('\ufeff', '').trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(';').slice(0, 3))).toEqual(
    answer.rows.map(({ name, opened, answers }) => [name, String(opened), String(answers)]),
  )
  const book = await t.world.app.inject({
    url: (await head(exportFigures, { query: { ...week(), format: 'xlsx' } })).url,
  })
  const sheet = strFromU8(unzipSync(book.rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<row>/g)).toHaveLength(8)

  // The export is sensitive: it needs a recent confirmation of identity.
  expect(await refusalOf(manager(exportTickets, { query: week() }))).toMatchObject({
    code: 'confirmation_needed',
  })
  const asManager = t.world.as({ token: await t.world.signIn('manager@walls.test') })
  const { url } = await asManager(exportTickets, { query: week() })
  const own = (await fileOf(url)).trim().split('\r\n')
  const opened = done.filter((one) => within(one) && one.what === 'opened')
  const theirs = opened.filter(({ restaurant }) => restaurant === t.walls.r12)
  expect(own).toHaveLength(theirs.length + 1)
  const mine = await fileOf((await t.agent.call(exportOwnFigures, { query: week() })).url)
  expect(mine).toContain('День;')
  // A ticket erased during an export is left out of the following pages, and the export completes.
  const asked = { business_id: t.walls.businesses.n1, restaurant_ids: null, ...week(), limit: 10 }
  const first = await listTicketLines(sql, { ...asked, after: null })
  const last = first.at(-1)
  const rest = opened.length - first.length
  const [gone] = last === undefined ? [] : await listTicketLines(sql, { ...asked, after: last, limit: 1 })
  await sql.begin((tx) => takeFacts(tx, [gone?.ticket_id ?? '']))
  const after = last === undefined ? null : last
  expect(await listTicketLines(sql, { ...asked, after, limit: 1000 })).toHaveLength(rest - 1)
  // An old link stops working once the right is lost.
  await sql`update memberships set role = 'staff' where role = 'manager' and restaurant_id = ${t.walls.r12}`
  expect((await t.world.app.inject({ url })).statusCode).toBe(404)
  const far = { from: '2006-01-01', to: '2026-01-01' }
  expect(await refusalOf(head(exportFigures, { query: far }))).toMatchObject({ code: 'invalid' })
})
