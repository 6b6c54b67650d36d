import { randomUUID } from 'node:crypto'
import { listQueue } from '@podmoga/contract/desk/tickets'
import {
  addSavedView,
  deleteSavedView,
  editSavedView,
  listSavedViews,
  orderSavedViews,
  type ViewFilters,
} from '@podmoga/contract/desk/views'
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { useTicketWorld, writeTicket } from '../tickets.testing.ts'

const t = useTicketWorld()
let colleague: typeof t.agent.call
beforeAll(async () => {
  const { n1 } = t.walls.businesses
  const desk = [{ role: 'agent' as const, business_id: n1 }]
  const person = await addPerson(t.world.sql, { business_id: n1, email: 'madina@walls.test', desk })
  colleague = t.world.as({ token: await t.world.signIn(person.login) })
})

const OPEN: ViewFilters = { tab: 'open' }
const add = (name: string, more: { is_shared?: boolean; filters?: ViewFilters } = {}, by = t.agent.call) =>
  by(addSavedView, { body: { name, filters: OPEN, ...more } }).then(({ id }) => id)
const list = async (by = t.agent.call) => (await by(listSavedViews, {})).results
const names = async (by = t.agent.call) => (await list(by)).map(({ name }) => name)
const clear = async () => {
  await t.world.sql`delete from saved_views`
}

describe('filters of the queue', () => {
  test('priority, tag, topic and whoever answers narrow it, alone and together, and every page is whole', async () => {
    const made: string[] = []
    for (let at = 0; at < 6; at++) {
      const { id } = await writeTicket(at % 2 === 0 ? t.A : t.C)
      made.push(id)
      await t.agent.call(editTicket, {
        params: { ticketId: id },
        body: { priority: at < 3 ? 'urgent' : 'normal', tags: at % 3 === 0 ? ['возврат'] : [] },
      })
      if (at === 0) await t.agent.call(assignTicket, { params: { ticketId: id }, body: {} })
    }
    const at = (...places: number[]) => places.map((place) => made[place])
    const ids = async (query: Record<string, string>) =>
      (await t.agent.call(listQueue, { query })).results.map(({ id }) => id)
    expect(await ids({ priority: 'urgent' })).toEqual(at(0, 1, 2))
    expect(await ids({ tag: 'возврат' })).toEqual(at(0, 3))
    expect(await ids({ tag: 'возврат', priority: 'normal' })).toEqual(at(3))
    expect(await ids({ topic: 'pos', category: 'technical_issue', priority: 'urgent' })).toEqual(at(0, 1, 2))
    expect(await ids({ topic: 'stock' })).toEqual([])
    expect(await ids({ assignee: t.walls.agent.id })).toEqual(at(0))
    expect(await ids({ assignee: t.walls.agent2.id })).toEqual([])
    expect(await ids({ restaurant: t.walls.r12, priority: 'urgent' })).toEqual(at(1))
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => ids({ priority: 'urgent', page, page_size: '1' })),
    )
    expect(pages.flat()).toEqual(at(0, 1, 2))
    const bad: Record<string, string>[] = [
      { priority: 'most' },
      { tag: 'я'.repeat(65) },
      { tag: 'а\u0000' },
      { topic: "' or 1=1" },
    ]
    for (const query of bad) expect([query, (await refusalOf(ids(query))).status]).toEqual([query, 400])
  })
})

describe('saved views', () => {
  test('they are listed in the order they were made, with their filters; shared ones are everybody’s', async () => {
    await clear()
    await add('Мои срочные', { filters: { tab: 'open', priority: 'urgent' } })
    await add('Закрытые', { filters: { tab: 'archive' } })
    await add('Возвраты', { is_shared: true, filters: { tab: 'waiting', tag: 'возврат' } })
    await add('Моё', { filters: { tab: 'open', whose: 'mine' } })
    const mine = await list()
    expect(mine.map(({ name, count, is_shared, is_own }) => [name, count, is_shared, is_own])).toEqual([
      ['Мои срочные', 3, false, true],
      ['Закрытые', null, false, true],
      ['Моё', 1, false, true],
      ['Возвраты', 2, true, true],
    ])
    expect(mine[0]?.filters).toEqual({ tab: 'open', priority: 'urgent' })
    expect(await list(colleague)).toMatchObject([{ name: 'Возвраты', is_own: false, version: 1, count: 2 }])
    expect(await names(t.agent2.call)).toEqual([])
  })

  test('one is renamed, changed, moved and deleted; a colleague changes shared ones, never another’s own', async () => {
    await clear()
    const [own, shared] = [await add('Своё'), await add('Общее', { is_shared: true })]
    const edit = (viewId: string, body: object, by = t.agent.call) =>
      by(editSavedView, { params: { viewId }, body: { version: 1, ...body } })
    expect(await edit(own, { name: ' Моё  любимое ' })).toEqual({ id: own, version: 2 })
    await edit(shared, { filters: { tab: 'archive', topic: 'pos' } }, colleague)
    expect(await list()).toMatchObject([
      { name: 'Моё любимое', version: 2, filters: OPEN },
      { name: 'Общее', version: 2, filters: { tab: 'archive', topic: 'pos' } },
    ])
    expect(await refusalOf(edit(shared, { name: 'Поздно' }))).toMatchObject({ code: 'changed_meanwhile' })
    for (const [id, by] of [
      [own, colleague],
      [own, t.agent2.call],
      [shared, t.agent2.call],
      ['999999', t.agent.call],
      ['x', t.agent.call],
    ] as const) {
      expect(await refusalOf(edit(id, { name: 'Чужое' }, by))).toMatchObject({ status: 404 })
      const removed = by(deleteSavedView, { params: { viewId: id } })
      expect(await refusalOf(removed)).toMatchObject({ status: 404 })
    }
    const third = await add('Третье')
    await t.agent2.call(orderSavedViews, { body: { ids: [shared, own] } })
    await t.agent.call(orderSavedViews, { body: { ids: [third, 'x', '999999', own, third] } })
    expect(await names()).toEqual(['Третье', 'Моё любимое', 'Общее'])
    await colleague(deleteSavedView, { params: { viewId: shared } })
    expect(await names()).toEqual(['Третье', 'Моё любимое'])
  })

  test('C a name is unique in a list, also when two save it at once; a retry saves once; the limit is fifty', async () => {
    await clear()
    const both = await Promise.allSettled([
      add('Касса', { is_shared: true }),
      add('КАССА', { is_shared: true }, colleague),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = both.filter((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'name_taken' })
    await add('Касса')
    await add('Касса', {}, colleague)
    const key = { idempotency_key: randomUUID() }
    const body = { name: 'Один раз', filters: OPEN }
    const first = await t.agent.call(addSavedView, { body }, key)
    expect(await t.agent.call(addSavedView, { body }, key)).toEqual(first)
    expect(await names()).toEqual(['Касса', 'Один раз', expect.stringMatching(/^касса$/i)])
    const rest = await Promise.allSettled(Array.from({ length: 52 }, (_, at) => add(`Вид ${at}`)))
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(48)
    expect(await refusalOf(add('Лишний'))).toMatchObject({ status: 409, code: 'too_many_views' })
    const own = (await list()).filter(({ is_shared }) => !is_shared)
    expect(own).toHaveLength(50)
    const places = await t.world
      .sql`select position from saved_views where not is_shared and author_id = ${t.walls.agent.id}`
    expect(new Set(places.map(({ position }) => position)).size).toBe(50)
  })

  test('C of two changes based on the same version one is refused', async () => {
    await clear()
    const viewId = await add('Спор', { is_shared: true })
    const edit = (name: string, by: typeof t.agent.call) =>
      by(editSavedView, { params: { viewId }, body: { name, version: 1 } })
    const ends = await Promise.allSettled([edit('Раз', t.agent.call), edit('Два', colleague)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const views = (await list()).map(({ id }) => id)
    const orders = [views, views.toReversed()].flatMap((ids) =>
      [t.agent.call, colleague].map((by) => by(orderSavedViews, { body: { ids } })),
    )
    expect((await Promise.allSettled(orders)).every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  test('T, I bad input is refused and leaves nothing', async () => {
    await clear()
    const filters = { tab: 'open' }
    const wrong: object[] = [
      {},
      { name: '', filters },
      { name: 'а\u0000', filters },
      { name: 'я'.repeat(61), filters },
      { name: 'Вид', filters: { tab: 'all' } },
      { name: 'Вид', filters: { tab: 'open', restaurant: '../1' } },
      { name: 'Вид', filters: { tab: 'open', tag: 'а\ud800' } },
      { name: 'Вид', filters: { tab: 'open', priority: 'most' } },
      { name: 'Вид', filters: 'tab=open' },
    ]
    for (const payload of wrong) {
      const { statusCode } = await t.agent.raw({ method: 'POST', url: '/api/desk/views/', payload })
      expect([payload, statusCode]).toEqual([payload, 400])
    }
    const spoken = '<img src=x onerror=alert(1)>'
    await add(spoken, { filters: { tab: 'open', restaurant: '999999', assignee: 'x', tag: 'нет такой' } })
    expect(await list()).toMatchObject([{ name: spoken, count: 0 }])
    await t.agent.call(orderSavedViews, { body: { ids: [] } })
    expect(await list()).toHaveLength(1)
  })
})

test('S01 every refusal is Russian and tells nothing of our insides', () => expectCleanRefusals(t.refusals))
