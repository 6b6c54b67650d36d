import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@podmoga/contract/client'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { openWorld } from '@podmoga/server/testing'
import { compare, makeRandom, randomCase } from '../apps/server/src/service/levels/levels.testing.ts'
import { type Bench, say } from './bench.ts'
import { show } from './lib/numbers.ts'
import { compareReplies, REPLY_ENV, replies } from './lib/replies.ts'

const HISTORIES = 100_000
const SEED = 2026

/** Counts random histories on which the rule and the slow oracle disagree. */
const disagreements = (): number => {
  const random = makeRandom(SEED)
  let wrong = 0
  for (let nth = 1; nth <= HISTORIES; nth += 1) {
    const one = randomCase(random)
    const { actual, expected } = compare(one)
    if (!isDeepStrictEqual(actual, expected)) {
      wrong += 1
      if (wrong === 1) say(`disagree: ${JSON.stringify({ one, actual, expected })}`)
    }
    if (nth % 20_000 === 0) say(`${nth} histories, ${wrong} disagreements`)
  }
  return wrong
}

/** Sets deadlines for every ticket. */
const withTargets = async (admin: Call) => {
  const { version, shifts } = await admin(getServiceLevels, {})
  const any = { name: 'Все', priority: null, category: null, restaurant_ids: [] }
  const targets = [{ ...any, first_minutes: 60, next_minutes: 30, solution_minutes: 480 }]
  await admin(setServiceLevels, {
    body: { version, targets, shifts: shifts.map(({ zone, week }) => ({ zone, week })) },
  })
}

/** Measures the cost of clocks and figures for a reply, compared with a server without them. */
const priceOfReply = async (rounds: number): Promise<string> => {
  const worlds = [await openWorld(REPLY_ENV), await openWorld(REPLY_ENV)] as const
  const [kept, still] = [await replies(worlds[0], withTargets), await replies(worlds[1], withTargets)]
  const { sql } = worlds[1]
  await sql`drop trigger add_ticket_clocks on tickets`
  await sql`drop trigger open_ticket_clock on tickets`
  // Cursors beyond all events: this server has no clocks and figures to compute.
  await sql`update service_cursors set seen = 900000000000000000`
  await sql`update figure_cursors set seen = 900000000000000000, walked_to = null, is_built = true`
  const price = await compareReplies(
    [
      { name: 'со сроками и показателями', reply: kept },
      { name: 'без них', reply: still },
    ],
    rounds,
  )
  for (const world of worlds) await world.close()
  return price
}

export const serviceLevels: Bench = {
  name: 'service-levels',
  title: 'Сроки: правило рядом с медленным счётом и цена ответа',
  run: async ({ rounds }) => {
    const began = performance.now()
    const wrong = disagreements()
    const seconds = (performance.now() - began) / 1000
    const price = await priceOfReply(rounds)
    return `Случайных историй ${show(HISTORIES)}, расхождений ${wrong}, ${show(seconds)} с.\n\n${price}`
  },
}
