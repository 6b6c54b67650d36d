import type { Bench } from '../bench.ts'
import { say } from '../bench.ts'
import { show } from '../lib/numbers.ts'
import { table } from '../report.ts'
import { type Found, play, type Size } from './play.ts'
import { HELD, type Kinds, TUNED } from './ticket-texts.ts'

const NETWORK = { restaurants: 60, tickets: 200 }
const LARGE = { restaurants: 120, tickets: 450 }
const SMALL = { restaurants: 3, tickets: 12 }
/** The rule was developed on seeds below forty. */
const SETS: readonly [name: string, seeds: readonly number[], size: Size, kinds: Kinds][] = [
  ['на чём правило сделано', [1, 2, 31], NETWORK, TUNED],
  ['новое', [51, 52, 53], NETWORK, HELD],
  ['новое, сеть больше', [54, 55], LARGE, HELD],
  ['новое, три ресторана', [56], SMALL, HELD],
]

const measure = (seeds: readonly number[], size: Size, kinds: Kinds): Found => {
  const all = seeds.map((seed) => play(seed, size, kinds))
  const sum = (of: 'bursts' | 'right' | 'wrong' | 'byFifth') => all.reduce((total, one) => total + one[of], 0)
  return {
    bursts: sum('bursts'),
    right: sum('right'),
    wrong: sum('wrong'),
    byFifth: sum('byFifth'),
    failures: all.flatMap(({ failures }) => failures),
  }
}

/** Measures on generated days which bursts of tickets are proposed as incidents, and false proposals. */
export const bursts: Bench = {
  name: 'bursts',
  title: 'Всплеск тикетов предлагает инцидент',
  run: async () => {
    const rows = SETS.map(([name, seeds, size, kinds]) => {
      const found = measure(seeds, size, kinds)
      for (const line of found.failures) say(`${name}: ${line}`)
      const proposed = found.right + found.wrong
      return [
        `${name}: ресторанов ${size.restaurants}, тикетов в день ${size.tickets}`,
        String(found.bursts),
        String(found.right),
        `**${found.byFifth}**`,
        String(found.wrong),
        proposed === 0 ? '—' : show(found.right / proposed, 2),
      ]
    })
    return `${table(['Дни', 'всплесков', 'предложено', 'к пятому тикету', 'лишних', 'точность'], rows)}

Цели: точность ≥ 0,9, к пятому тикету ≥ 0,9 всплесков, в сети из трёх ресторанов тишина.`
  },
}
