/** Length of the window whose tickets are examined together, milliseconds. */
export const WINDOW_MS = 20 * 60_000
/** Number of past days whose same hour is the baseline. */
export const PAST_DAYS = 28
/** Half an hour before and after: three windows of each day. */
export const AROUND_MS = 30 * 60_000
const WINDOWS_OF_DAY = (2 * AROUND_MS) / WINDOW_MS
/** Minimum age of a business's first ticket, in days, for a baseline. */
const LEAST_DAYS = 7
/** Minimum mean tickets at this hour per day; with fewer (nights, small businesses) rarity cannot be estimated. */
const LEAST_AN_HOUR = 2.5

/** For this long a burst of the same words counts as the same. */
export const SAME_MS = 2 * 3_600_000

/** Minimum number of restaurants: a problem of fewer is local, and a small business notices it without help. */
export const LEAST_RESTAURANTS = 3
/** Pseudo-count added to past tickets with a word, so that unseen words do not get probability 0. */
const UNSEEN = 0.3
/** A word is rare if it occurs in at most this many tickets of a usual window; «касса» occurs at any hour. */
const RARE = 0.15
/** Maximum probability of a burst by chance; small, since each ticket tests some ten words. */
const CHANCE = 2e-7
/** Shorter stems, and numbers, carry no information. */
const TELLING = /^[^\d]{3,}$/

/** Length of a root, letters. */
export const ROOT = 6
/** Cuts stems to roots, so that related words count as one: «фискальный» and «фискализация». */
export const rootsOf = (stems: Iterable<string>): string[] => [
  ...new Set(Array.from(stems, (stem) => stem.slice(0, ROOT))),
]

/** A ticket's first message. `stems`: as returned by `rootsOf`. */
export interface Opening {
  id: string
  restaurant_id: string
  topic: string
  stems: readonly string[]
}

/** The baseline: sums over all past days. */
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

/** Any topic: people file the same problem under different topics. */
export const ANY = '*'
export const keyOf = (topic: string, stem: string): string => `${topic} ${stem}`

/** Returns the probability of `count` or more events with the given mean (Poisson). */
export const chanceOf = (count: number, mean: number): number => {
  let term = Math.exp(-mean)
  let below = 0
  for (let at = 0; at < count; at += 1) {
    below += term
    term *= mean / (at + 1)
  }
  // 1 − below loses precision if it is small, so the rest of the series is summed.
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

/** Returns words shared by tickets of enough restaurants. Mostly none, and the baseline need not be read then. */
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
 * Returns a burst if the tickets of a window are more alike than by chance: they share words that are rare at this hour, in one
 * topic or in all, from several restaurants. The expected count is scaled by how busy the window is in other tickets.
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
      // Restaurants are counted, not tickets.
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
