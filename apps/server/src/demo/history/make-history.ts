import { BAD_WORDS, GOOD_WORDS, TALKS, type Talk } from './talks.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const DAYS = 35
/** Tashkent has the same UTC offset all year. */
const OFFSET = 5 * 60 * MINUTE
/** Tickets end this long before `now`, so that all are closed. */
const MARGIN = 3 * 60 * MINUTE
const OPENS = 9
const CLOSES = 23
/** A closing within this many minutes keeps the ticket one conversation. */
const TALK_MINUTES = 40

/** `author` and `agent` are indexes in the caller's lists of people. */
export interface PastTicket {
  author: number
  agent: number
  category: Talk['category']
  topic: string | null
  priority: 'normal' | 'high' | 'urgent'
  /** Milliseconds since 1970; the first message is the restaurant's, the last one support's. */
  messages: { from_support: boolean; text: string; at: number }[]
  closed_at: number
  rating: { score: 'good' | 'bad'; word: string | null; at: number } | null
}

/** Pseudo-random numbers in [0, 1), the same for the same seed (mulberry32). */
const makeRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const WEIGHTED = TALKS.flatMap((talk) => Array.from({ length: talk.weight }, () => talk))

/**
 * Generates five weeks of a restaurant's tickets before `now`, all closed, oldest first. The same `now` gives the same history.
 */
export const makeHistory = (
  now: number,
  { authors, agents }: { authors: number; agents: number },
): PastTicket[] => {
  const random = makeRandom(20_261)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const today = Math.floor((now + OFFSET) / DAY) * DAY - OFFSET

  const ticketAt = (at: number): PastTicket => {
    const talk = pick(WEIGHTED)
    const agent = below(agents)
    const hour = Math.floor((at + OFFSET) / (60 * MINUTE)) % 24
    // Evenings are busier, and one reply in twenty comes much later.
    const usual = talk.answers * (hour >= 19 ? 1.3 : 1) * (agent === 0 ? 1 : 1.2)
    const wait = usual * (0.4 + 0.9 * random()) * (random() < 0.05 ? 4 : 1)
    const messages = [
      { from_support: false, text: pick(talk.asks), at },
      { from_support: true, text: talk.answer, at: at + Math.round(wait * MINUTE) },
    ]
    const add = (from_support: boolean, text: string, minutes: number): void => {
      const last = messages.at(-1)?.at ?? at
      messages.push({ from_support, text, at: last + Math.round(minutes * MINUTE) })
    }
    if (random() < 0.45) {
      add(
        false,
        pick(['Получилось, спасибо!', 'Сделали, работает.', 'Пока не выходит, пробуем ещё.']),
        3 + below(25),
      )
      add(
        true,
        pick(['Рады помочь!', 'Пишите, если повторится.', 'Проверили у себя: всё в порядке.']),
        2 + below(15),
      )
    }
    const closed_at = (messages.at(-1)?.at ?? at) + (1 + below(TALK_MINUTES)) * MINUTE
    const score: 'good' | 'bad' = random() < 0.14 ? 'bad' : 'good'
    const rating =
      random() < 0.55
        ? {
            score,
            word: pick(score === 'bad' ? BAD_WORDS : GOOD_WORDS),
            at: closed_at + (5 + below(90)) * MINUTE,
          }
        : null
    return {
      author: below(authors),
      agent,
      category: talk.category,
      topic: talk.topic,
      priority: random() < 0.06 ? 'urgent' : random() < 0.1 ? 'high' : 'normal',
      messages,
      closed_at,
      rating,
    }
  }

  const made: PastTicket[] = []
  for (let day = DAYS; day >= 0; day -= 1) {
    const begins = today - day * DAY
    // Fridays and Saturdays are busier.
    const weekday = new Date(begins + OFFSET).getUTCDay()
    const many = 13 + below(5) + (weekday === 5 || weekday === 6 ? 6 : 0)
    for (let count = 0; count < many; count += 1)
      made.push(ticketAt(begins + Math.round((OPENS + random() * (CLOSES - OPENS - 1)) * 60) * MINUTE))
  }
  return made
    .filter(({ closed_at, rating }) => Math.max(closed_at, rating?.at ?? 0) < now - MARGIN)
    .sort((one, other) => (one.messages[0]?.at ?? 0) - (other.messages[0]?.at ?? 0))
}
