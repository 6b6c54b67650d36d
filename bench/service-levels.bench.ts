import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@podmoga/contract/client'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { openWorld } from '@podmoga/server/testing'
import { compare, makeRandom, randomCase } from '../apps/server/src/service/levels/levels.testing.ts'
import { type Bench, say } from './bench.ts'
import { median, quantile, show } from './lib/numbers.ts'
import { REPLY_ENV, replies } from './lib/replies.ts'
import { table } from './report.ts'

const HISTORIES = 100_000
const SEED = 2026
/** Replies of one variant in one round. */
const REPLIES = 100
const WARM_UP = 60

/** Random histories on which the rule and the slow oracle do not say the same. */
const disagreements = (): number => {
  const random = makeRandom(SEED)
  let wrong = 0
  for (let nth = 1; nth <= HISTORIES; nth += 1) {
    const one = randomCase(random)
    const { said, wanted } = compare(one)
    if (!isDeepStrictEqual(said, wanted)) {
      wrong += 1
      if (wrong === 1) say(`disagree: ${JSON.stringify({ one, said, wanted })}`)
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

/** The price of clocks in a reply: beside a server whose clocks stand still and whose tickets have none. */
const priceOfReply = async (rounds: number): Promise<string> => {
  const worlds = [await openWorld(REPLY_ENV), await openWorld(REPLY_ENV)] as const
  const [kept, still] = [await replies(worlds[0], withTargets), await replies(worlds[1], withTargets)]
  await worlds[1].sql`drop trigger add_ticket_clocks on tickets`
  await worlds[1].sql`drop trigger open_ticket_clock on tickets`
  // It has heard of everything that will ever happen.
  await worlds[1].sql`update service_cursors set seen = 900000000000000000`
  const times = { kept: [] as number[], still: [] as number[] }
  for (let at = 0; at < WARM_UP; at += 1) {
    await kept()
    await still()
  }
  for (let round = 0; round < rounds; round += 1)
    for (let at = 0; at < REPLIES; at += 1) {
      // In turn, and each first as often as second.
      const order = (at + round) % 2 === 0 ? (['kept', 'still'] as const) : (['still', 'kept'] as const)
      for (const which of order) times[which].push(await (which === 'kept' ? kept() : still()))
    }
  for (const world of worlds) await world.close()
  const row = (name: string, all: readonly number[]) => [
    name,
    show(median(all), 2),
    show(quantile(all, 0.95), 2),
  ]
  const by = (median(times.kept) / median(times.still) - 1) * 100
  return `${table(['Ответ агента', 'p50, мс', 'p95, мс'], [row('со сроками', times.kept), row('без сроков', times.still)])}\n\nПо медиане ${by > 0 ? '+' : ''}${show(by, 1)} %, ${rounds * REPLIES} ответов каждого, вперемежку.`
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
