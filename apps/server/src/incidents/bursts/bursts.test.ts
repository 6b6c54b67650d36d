import * as desk from '@podmoga/contract/desk/incidents'
import { expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { useTicketWorld } from '../../tickets/tickets.testing.ts'
import { proposeBursts } from './bursts.job.ts'
import { burstOf, sharedWords } from './bursts.rules.ts'
import { listOpenings, readPast } from './bursts.sql.ts'

const t = useTicketWorld()
const DAY_MS = 86_400_000

/** Inserts a ticket of the first business with one message, created at `at`. */
const write = async (at: Date, restaurant_id: string, text: string, topic = 'pos') => {
  const { n1 } = t.walls.businesses
  await t.world.sql`
    with business as (
      update businesses set last_ticket_number = last_ticket_number + 1 where id = ${n1} returning last_ticket_number
    ), ticket as (
      insert into tickets (restaurant_id, business_id, number, author_id, category, topic, message_count, last_message,
        last_message_at, waiting_since, created_at)
      select ${restaurant_id}::bigint, ${n1}::bigint, last_ticket_number, ${t.walls.A.id}::bigint, 'technical_issue',
        ${topic}, 1, ${text}, ${at}::timestamptz, ${at}, ${at} from business returning id, restaurant_id, business_id
    ), message as (
      insert into messages (ticket_id, position, author_id, from_support, text, created_at)
      select id, 1, ${t.walls.A.id}::bigint, false, ${text}, ${at}::timestamptz from ticket returning id, ticket_id
    )
    insert into ticket_events (restaurant_id, business_id, ticket_id, kind, message_id, created_at)
    select ticket.restaurant_id, ticket.business_id, ticket.id, 'message', message.id, ${at}::timestamptz
    from ticket, message`
}

test('a burst over the database is proposed once, by its words, and goes when it is dismissed', async () => {
  const { sql, clock } = t.world
  const { n1 } = t.walls.businesses
  const now = clock.now().getTime()
  const restaurants = await sql<{ id: string }[]>`
    insert into restaurants (business_id, name) select ${n1}::bigint, 'Точка ' || n from generate_series(1, 6) n returning id`
  const places = restaurants.map(({ id }) => id)
  for (let day = 20; day >= 1; day -= 1)
    for (const [at, place] of places.slice(0, 3).entries())
      await write(new Date(now - day * DAY_MS + at * 60_000), place, 'Касса зависла на экране оплаты')
  const published: string[] = []
  const needs = {
    publishToDesk: async () => void published.push('desk'),
    topicsOf: async () => [{ key: 'pos', name: 'Касса' }],
  }
  const deps = { ...t.world, sql, clock } as unknown as Parameters<typeof proposeBursts>[0]
  const run = () => proposeBursts(deps, needs as unknown as Parameters<typeof proposeBursts>[1]).run(() => {})
  const proposals = async () => (await t.agent.call(desk.listIncidentProposals, {})).results

  // A busy window, but only with the words usual at this hour.
  for (const [at, place] of places.entries())
    await write(new Date(now - 600_000 + at), place, 'Касса зависла на экране оплаты')
  await run()
  expect(await proposals()).toEqual([])
  const past = await readPast(sql, { business_id: n1, now: new Date(now), stems: ['касс'] })
  expect([past.days, past.stems.get('pos касс'), past.tickets.get('*')]).toEqual([20, 60, 60])

  for (const [at, place] of places.slice(0, 5).entries())
    await write(new Date(now - 300_000 + at * 1000), place, `Пишет про фискальный накопитель, стол ${at}`)
  const openings = await listOpenings(sql, n1, new Date(now))
  expect(openings).toHaveLength(11)
  expect(burstOf(openings, sharedWords(openings), past)).not.toBeNull()
  await run()
  await run()
  const [proposal, ...others] = await proposals()
  expect(others).toEqual([])
  expect(proposal).toMatchObject({
    topic: 'pos',
    words: expect.arrayContaining(['фискальный', 'накопитель']),
  })
  expect(proposal?.tickets).toHaveLength(5)
  expect(published).toHaveLength(1)
  const params = { proposalId: proposal?.id ?? '' }
  await t.agent.call(desk.dismissIncidentProposal, { params })
  await run()
  expect(await proposals()).toEqual([])
})

test('two agents make one incident of a proposal: the second is told that it is decided', async () => {
  const { sql, clock } = t.world
  const [row] = await sql<{ id: string }[]>`
    insert into incident_proposals (business_id, words, ticket_ids, made_at, seen_at)
    values (${t.walls.businesses.n1}, '{касса}', '{}', ${clock.now()}, ${clock.now()}) returning id`
  const begin = (title: string) =>
    t.agent.call(desk.createIncident, { body: { title, text: 'Ждите', proposal: row?.id ?? '' } })
  const { id } = await begin('Касса')
  expect((await refusalOf(begin('Касса стоит'))).code).toBe('request_decided')
  const { results } = await t.agent.call(desk.listDeskIncidents, {})
  expect(results.filter(({ title }) => title.startsWith('Касса')).map((one) => one.id)).toEqual([id])
})
