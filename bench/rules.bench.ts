import { setTimeout as pause } from 'node:timers/promises'
import { getRules, type Rule, setRules } from '@podmoga/contract/desk/rules'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import { openWorld, type TestWorld } from '@podmoga/server/testing'
import { addPerson, seedWalls } from '../apps/server/src/session/session.testing.ts'
import type { Bench } from './bench.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { table } from './report.ts'

const RULES = 20
const TICKETS = 20
/** Replies of one variant in a row: long enough for the rules to run among them. */
const REPLIES = 100
/** What rules have left to do is not put to the other's account. */
const DRAIN_MS = 1000

const ENV = { RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '1000000', ACCESS_TOKEN_SECONDS: '31536000' }

/** Every second one hears answers; of those every second one is set off by each answer. */
const ruleOf = (nth: number): Rule => ({
  id: null,
  name: `Правило ${nth}`,
  is_on: true,
  when: nth % 2 === 0 ? 'answered' : nth % 3 === 0 ? 'waits' : 'created',
  minutes: nth % 2 === 1 && nth % 3 === 0 ? 30 : null,
  conditions: {
    words: [nth % 4 === 0 ? 'ответы' : `терминал${nth}`],
    ...{ restaurant_ids: [], categories: [], priorities: [], tags: [], score: null },
  },
  acts: {
    tags: [`метка ${nth % 8}`],
    ...{ assignee: null, group: null, priority: null, note: null, tell_ids: [], text: null },
  },
})

/** A desk with open tickets and so many rules; answers what one reply of support takes, in milliseconds. */
const replies = async (world: TestWorld, rules: number): Promise<() => Promise<number>> => {
  const walls = await seedWalls(world.sql)
  const { n1: business_id } = walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const { login } = await addPerson(world.sql, { business_id, email: 'head@walls.test', desk })
  const admin = world.as({ token: await world.signIn(login) })
  const { version } = await admin(getRules, {})
  await admin(setRules, { body: { version, rules: Array.from({ length: rules }, (_, nth) => ruleOf(nth)) } })
  const agent = world.as({ token: await world.signIn(walls.agent.login) })
  const staff = world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 })
  const ids: string[] = []
  for (let at = 0; at < TICKETS; at += 1) {
    const { id } = await staff(createTicket, { form: { category: 'other', initial_message: `Вопрос ${at}` } })
    ids.push(String(id))
  }
  let nth = 0
  return async () => {
    nth += 1
    const began = performance.now()
    const params = { ticketId: ids[nth % TICKETS] ?? '' }
    await agent(sendDeskReply, { params, form: { text: `Ответ ${nth}` } })
    return performance.now() - began
  }
}

export const rules: Bench = {
  name: 'rules',
  title: 'Правила: цена ответа',
  run: async ({ rounds }) => {
    const worlds = [await openWorld(ENV), await openWorld(ENV)] as const
    const reply = { ruled: await replies(worlds[0], RULES), free: await replies(worlds[1], 0) }
    const times = { ruled: [] as number[], free: [] as number[] }
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const which of round % 2 === 0 ? (['ruled', 'free'] as const) : (['free', 'ruled'] as const)) {
        for (let at = 0; at < REPLIES; at += 1) {
          const took = await reply[which]()
          if (round > 0) times[which].push(took)
        }
        await pause(DRAIN_MS)
      }
    const [fired] = await worlds[0].sql<{ n: number }[]>`select count(*)::int as n from rule_firings`
    for (const world of worlds) await world.close()
    const row = (name: string, all: readonly number[]) => [
      name,
      show(median(all), 2),
      show(quantile(all, 0.95), 2),
    ]
    const by = (median(times.ruled) / median(times.free) - 1) * 100
    const rows = [row(`с ${RULES} правилами`, times.ruled), row('без правил', times.free)]
    return `${table(['Ответ агента', 'p50, мс', 'p95, мс'], rows)}\n\nПо медиане ${by > 0 ? '+' : ''}${show(by, 1)} %, ${rounds * REPLIES} ответов каждого, по ${REPLIES} вперемежку; срабатываний ${fired?.n ?? 0}.`
  },
}
