// Generates days of a help desk from a seed: everyday tickets in plausible Russian, with bursts among them.
import { stem } from '@podmoga/search/stem'
import { type Opening, rootsOf } from '../../apps/server/src/incidents/bursts/bursts.rules.ts'
import { ENDINGS, EVERYDAY, OPENERS, TAIL, type TicketText } from './ticket-texts.ts'

export interface GivenTicket extends Opening {
  at: number
  /** The burst it belongs to; null: an everyday ticket. */
  burst: string | null
}

/** Mulberry32. */
const random = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const STOP = new Set(
  'что нет нас она они при для как его все еще уже или через после хотя когда без'.split(' '),
)
const stemsOf = (text: string): string[] =>
  rootsOf(
    (
      text
        .toLowerCase()
        .replaceAll('ё', 'е')
        .match(/\p{L}{3,}/gu) ?? []
    )
      .filter((word) => !STOP.has(word))
      .map(stem),
  )

const DAY_MS = 86_400_000
/** Distribution of a day's tickets over its hours: peaks at lunch and supper. */
const HOURS = [1, 1, 0, 0, 0, 0, 1, 2, 4, 6, 7, 9, 12, 13, 10, 7, 6, 8, 12, 14, 13, 9, 5, 2]
const HOURS_SUM = HOURS.reduce((sum, one) => sum + one, 0)

interface DayPlan {
  restaurants: number
  tickets: number
  /** The texts of the day's burst, if there is one. */
  burst?: { name: string; texts: readonly TicketText[] }
  /** Whether one restaurant alone writes many tickets about one thing. */
  nagging?: boolean
  /** Factor for all tickets at supper. */
  rush?: number
}

/** Returns one day of tickets, in order. */
export const makeDay = (day: number, seed: number, plan: DayPlan): GivenTicket[] => {
  const draw = random(seed * 7919 + day * 104_729)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T
  const place = () => String(1 + Math.floor(draw() * plan.restaurants))
  const tickets: GivenTicket[] = []
  const add = (at: number, restaurant_id: string, [topic, words]: TicketText, burst: string | null) => {
    const tail = draw() < 0.5 ? ` ${TAIL[Math.floor(draw() ** 2 * TAIL.length)]}` : ''
    const stems = stemsOf(pick(OPENERS) + words + tail + pick(ENDINGS))
    tickets.push({
      id: `${day}-${tickets.length}`,
      at: day * DAY_MS + at,
      restaurant_id,
      topic,
      stems,
      burst,
    })
  }
  HOURS.forEach((share, hour) => {
    const rush = plan.rush !== undefined && hour >= 18 && hour <= 20 ? plan.rush : 1
    const mean = (plan.tickets * share * rush) / HOURS_SUM
    const count = Math.floor(mean) + (draw() < mean % 1 ? 1 : 0)
    for (let at = 0; at < count; at += 1)
      // Some everyday problems are far more frequent than others.
      add(
        (hour + draw()) * 3_600_000,
        place(),
        EVERYDAY[Math.floor(draw() ** 1.7 * EVERYDAY.length)] ?? ['other', ''],
        null,
      )
  })
  if (plan.nagging === true) {
    const start = (10 + draw() * 10) * 3_600_000
    const own = place()
    for (let at = 0; at < 6; at += 1)
      add(start + at * 90_000, own, ['menu', 'шашлык пропал из меню навсегда'], null)
  }
  if (plan.burst !== undefined) {
    const start = (9 + draw() * 12) * 3_600_000
    const { name, texts } = plan.burst
    for (let at = 0; at < 10; at += 1)
      add(start + (at + draw()) * 100_000, place(), pick(texts), `${name} ${day}`)
  }
  return tickets.sort((one, other) => one.at - other.at)
}
