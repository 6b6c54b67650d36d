/** What the tickets of so long are looked at together, milliseconds. */
export const WINDOW_MS = 20 * 60_000
/** The same hour of so many past days is what is usual. */
export const PAST_DAYS = 28
/** Half an hour before and after: three windows of each day. */
export const AROUND_MS = 30 * 60_000
const WINDOWS_OF_DAY = (2 * AROUND_MS) / WINDOW_MS
/** A business that has written for less than that has no usual day yet. */
const LEAST_DAYS = 7
/** An hour with fewer tickets a day says nothing of what is rare: nights, and small businesses. */
const LEAST_AN_HOUR = 2.5

/** A new burst of the same words is the same one for so long. */
export const SAME_MS = 2 * 3_600_000

/** From so many restaurants: what one of them has is its own trouble, and a small business tells it by itself. */
export const LEAST_RESTAURANTS = 3
/** A word stands in so many of the past windows though nobody has counted it. */
const UNSEEN = 0.3
/** A rare word stands in at most so many tickets of a usual window: «касса» is said at any hour, and more at a busy one. */
const RARE = 0.15
/** The chance of so many alike by chance; each ticket asks about some ten words. */
const CHANCE = 2e-7
/** Shorter stems, and numbers, say nothing. */
const TELLING = /^[^\d]{3,}$/

/** Letters of a root. */
export const ROOT = 6
/** Words of one family count as one: «фискальный» and «фискализация». */
export const rootsOf = (stems: Iterable<string>): string[] => [
  ...new Set(Array.from(stems, (stem) => stem.slice(0, ROOT))),
]

/** A ticket's first words. `stems`: as `rootsOf` gives them. */
export interface Opening {
  id: string
  restaurant_id: string
  topic: string
  stems: readonly string[]
}

/** What the past says, of all days together. */
export interface Past {
  days: number
  /** Tickets in them, by topic; `*`: all. */
  tickets: ReadonlyMap<string, number>
  /** Tickets with a stem, by `topic stem`; `* stem`: of any topic. */
  stems: ReadonlyMap<string, number>
}

export interface Burst {
  topic: string
  stems: string[]
  ticket_ids: string[]
}

/** Of any topic: people take the same thing for different ones. */
export const ANY = '*'
export const keyOf = (topic: string, stem: string): string => `${topic} ${stem}`

/** The chance of `count` or more where `mean` are usual (Poisson). */
export const chanceOf = (count: number, mean: number): number => {
  let term = Math.exp(-mean)
  let below = 0
  for (let at = 0; at < count; at += 1) {
    below += term
    term *= mean / (at + 1)
  }
  // What is left of one says nothing where it is small: the rest of the series does.
  let above = 0
  for (let at = count; at < count + 50; at += 1) {
    above += term
    term *= mean / (at + 1)
  }
  return Math.min(1, Math.max(above, mean > count ? 1 - below : 0))
}

interface Group {
  topic: string
  stem: string
  tickets: Opening[]
}

/** The words that tickets of enough restaurants share. Most moments have none, and nothing is asked of the past then. */
export const sharedWords = (openings: readonly Opening[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const opening of openings)
    for (const stem of new Set(opening.stems)) {
      if (!TELLING.test(stem)) continue
      for (const topic of [opening.topic, ANY]) {
        const key = keyOf(topic, stem)
        const group = groups.get(key) ?? { topic, stem, tickets: [] }
        group.tickets.push(opening)
        groups.set(key, group)
      }
    }
  return [...groups.values()].filter(({ tickets }) => restaurantsOf(tickets) >= LEAST_RESTAURANTS)
}

const restaurantsOf = (tickets: readonly Opening[]): number =>
  new Set(tickets.map(({ restaurant_id }) => restaurant_id)).size

/**
 * Whether the tickets of one window are more alike than chance makes them: words that are rare at this hour, in one topic or
 * in all, from several restaurants. A busy hour is busy in all words: they are held against what is written besides.
 */
export const burstOf = (openings: readonly Opening[], groups: readonly Group[], past: Past): Burst | null => {
  if (past.days < LEAST_DAYS || (past.tickets.get(ANY) ?? 0) < past.days * LEAST_AN_HOUR) return null
  const windows = past.days * WINDOWS_OF_DAY
  const found = groups
    .map((group) => {
      const { topic, stem, tickets } = group
      const all = openings.filter((one) => topic === ANY || one.topic === topic).length
      const usually = (past.tickets.get(topic) ?? 0) / windows
      const busy = Math.max(1, (all - tickets.length) / Math.max(usually, 1))
      const mean = ((past.stems.get(keyOf(topic, stem)) ?? 0) + UNSEEN) / windows
      // A restaurant that writes twice is one.
      const anywhere = ((past.stems.get(keyOf(ANY, stem)) ?? 0) + UNSEEN) / windows
      return { ...group, chance: anywhere > RARE ? 1 : chanceOf(restaurantsOf(tickets), mean * busy) }
    })
    .filter(({ chance }) => chance <= CHANCE)
    .toSorted((one, other) => one.chance - other.chance)
  const [first] = found
  if (first === undefined) return null
  const about = found.filter(({ topic }) => topic === first.topic)
  return {
    topic: first.topic,
    stems: about.slice(0, 5).map(({ stem }) => stem),
    ticket_ids: [...new Set(about.flatMap(({ tickets }) => tickets.map(({ id }) => id)))],
  }
}
