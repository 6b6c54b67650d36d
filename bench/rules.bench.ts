import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { getRules, type Rule, setRules } from '@podmoga/contract/desk/rules'
import { openWorld } from '@podmoga/server/testing'
import type { Bench } from './bench.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { REPLY_ENV, replies } from './lib/replies.ts'
import { table } from './report.ts'

const RULES = 20
/** Replies of one variant in a row: long enough for the rules to run among them. */
const REPLIES = 100
/** What rules have left to do is not put to the other's account. */
const DRAIN_MS = 1000

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

/** Switches so many rules on. */
const withRules = (rules: number) => async (admin: Call) => {
  const { version } = await admin(getRules, {})
  await admin(setRules, { body: { version, rules: Array.from({ length: rules }, (_, nth) => ruleOf(nth)) } })
}

export const rules: Bench = {
  name: 'rules',
  title: 'Правила: цена ответа',
  run: async ({ rounds }) => {
    const worlds = [await openWorld(REPLY_ENV), await openWorld(REPLY_ENV)] as const
    const reply = {
      ruled: await replies(worlds[0], withRules(RULES)),
      free: await replies(worlds[1], withRules(0)),
    }
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
