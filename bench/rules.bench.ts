import type { Call } from '@podmoga/contract/client'
import { getRules, type Rule, setRules } from '@podmoga/contract/desk/rules'
import { openWorld } from '@podmoga/server/testing'
import type { Bench } from './bench.ts'
import { compareReplies, REPLY_ENV, replies } from './lib/replies.ts'

const RULES = 20

/** Every second rule handles answers; every second of those fires on each answer. */
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

/** Enables this many rules. */
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
    const table = await compareReplies(
      [
        { name: `с ${RULES} правилами`, reply: reply.ruled },
        { name: 'без правил', reply: reply.free },
      ],
      rounds,
    )
    const [fired] = await worlds[0].sql<{ n: number }[]>`select count(*)::int as n from rule_firings`
    for (const world of worlds) await world.close()
    return `${table} Срабатываний ${fired?.n ?? 0}.`
  },
}
