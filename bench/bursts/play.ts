import {
  ANY,
  AROUND_MS,
  burstOf,
  keyOf,
  PAST_DAYS,
  type Past,
  SAME_MS,
  sharedWords,
  WINDOW_MS,
} from '../../apps/server/src/incidents/bursts/bursts.rules.ts'
import { type GivenTicket, makeDay } from './days.ts'
import type { Kinds } from './ticket-texts.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DAYS = 40

export interface Size {
  restaurants: number
  tickets: number
}

export interface Found {
  bursts: number
  /** Number of proposed bursts. */
  right: number
  /** Proposals that are not about a burst, or about one already proposed. */
  wrong: number
  byFifth: number
  /** Descriptions of the failures, for developing the rule. */
  failures: string[]
}

type Hours = readonly (readonly GivenTicket[])[]

/** Groups a day's tickets by hour. */
const hoursOf = (day: readonly GivenTicket[]): Hours => {
  const hours: GivenTicket[][] = Array.from({ length: 24 }, () => [])
  for (const one of day) hours[Math.floor((one.at % DAY_MS) / HOUR_MS)]?.push(one)
  return hours
}

const SLOT_MS = 10 * 60_000

/** Computes what `readPast` reads from the database, for all words, accurate to ten minutes. */
const pastOf = (days: readonly Hours[], at: number, today: number): Past => {
  const tickets = new Map<string, number>()
  const stems = new Map<string, number>()
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  const hour = Math.floor((at % DAY_MS) / HOUR_MS)
  for (let back = 1; back <= PAST_DAYS; back += 1)
    for (const one of [hour - 1, hour, hour + 1].flatMap((near) => days[today - back]?.[near] ?? [])) {
      if (Math.abs(one.at + back * DAY_MS - at) > AROUND_MS) continue
      for (const topic of [one.topic, ANY]) {
        add(tickets, topic)
        for (const stem of one.stems) add(stems, keyOf(topic, stem))
      }
    }
  return { days: PAST_DAYS, tickets, stems }
}

/** Returns the burst of most of a proposal's tickets; null: everyday tickets. */
const mostOf = (tickets: readonly GivenTicket[]): string | null => {
  const counts = new Map<string | null, number>()
  for (const { burst } of tickets) counts.set(burst, (counts.get(burst) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null
}

/** Runs a day ticket by ticket, as the job does: a burst that shares tickets or words with a known one is the same. */
const playDay = (days: readonly Hours[], today: number, found: Found): void => {
  const tickets = (days[today] ?? []).flat()
  const known: { at: number; ids: Set<string>; stems: string[] }[] = []
  const proposed = new Set<string>()
  const pasts = new Map<number, Past>()
  for (const [place, one] of tickets.entries()) {
    const window = tickets.filter((other, at) => at <= place && other.at > one.at - WINDOW_MS)
    const groups = sharedWords(window)
    if (groups.length === 0) continue
    const slot = Math.round(one.at / SLOT_MS) * SLOT_MS
    const past = pasts.get(slot) ?? pastOf(days, slot, today)
    pasts.set(slot, past)
    const burst = burstOf(window, groups, past)
    if (burst === null) continue
    const same = known.find(
      ({ at, ids, stems }) =>
        at > one.at - SAME_MS &&
        (burst.ticket_ids.some((id) => ids.has(id)) || burst.stems.some((stem) => stems.includes(stem))),
    )
    if (same !== undefined) {
      same.at = one.at
      for (const id of burst.ticket_ids) same.ids.add(id)
      continue
    }
    known.push({ at: one.at, ids: new Set(burst.ticket_ids), stems: burst.stems })
    const most = mostOf(window.filter(({ id }) => burst.ticket_ids.includes(id)))
    if (most === null || proposed.has(most)) {
      found.wrong += 1
      found.failures.push(
        `wrong (${most}): ${burst.topic} ${burst.stems.join(' ')}, ${burst.ticket_ids.length}`,
      )
      continue
    }
    proposed.add(most)
    found.right += 1
    const nth = tickets.filter((other, at) => at <= place && other.burst === most).length
    if (nth <= 5) found.byFifth += 1
    else found.failures.push(`late: ${most} by its ${nth}th`)
  }
  const missed = tickets.find(({ burst }) => burst !== null && !proposed.has(burst))
  if (missed !== undefined) found.failures.push(`missed: ${missed.burst}`)
}

/** Runs 40 days after 28 usual ones: a burst on every other day, rushes and a restaurant that writes often on some. */
export const play = (seed: number, size: Size, kinds: Kinds): Found => {
  const names = Object.keys(kinds)
  const days = Array.from({ length: PAST_DAYS }, (_, day) => hoursOf(makeDay(day, seed, size)))
  const found: Found = { bursts: 0, right: 0, wrong: 0, byFifth: 0, failures: [] }
  for (let at = 0; at < DAYS; at += 1) {
    const name = at % 2 === 0 ? (names[(at / 2 + seed) % names.length] ?? null) : null
    const burst = name === null ? {} : { burst: { name, texts: kinds[name] ?? [] } }
    const plan = { ...size, nagging: at % 3 === 0, rush: at % 5 === 1 ? 3 : 1, ...burst }
    if (name !== null) found.bursts += 1
    days.push(hoursOf(makeDay(PAST_DAYS + at, seed, plan)))
    playDay(days, PAST_DAYS + at, found)
  }
  return found
}
