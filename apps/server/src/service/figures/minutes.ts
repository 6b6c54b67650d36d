/** A histogram of whole minutes, as stored in `figure_periods`: pairs of int4 (minutes, times), sorted by minutes. */
export type Minutes = Uint8Array

const PAIR = 8

const viewOf = (kept: Minutes): DataView => new DataView(kept.buffer, kept.byteOffset, kept.byteLength)

/** Decodes a histogram to minutes → times. */
export const timesOf = (kept: Minutes | null): Map<number, number> => {
  const times = new Map<number, number>()
  if (kept === null) return times
  const view = viewOf(kept)
  for (let at = 0; at < kept.byteLength; at += PAIR) {
    const minutes = view.getInt32(at)
    times.set(minutes, (times.get(minutes) ?? 0) + view.getInt32(at + 4))
  }
  return times
}

/** Applies changes (minutes → times, may be negative) to a histogram. Returns null if nothing is left. */
export const mergeMinutes = (kept: Minutes | null, changes: ReadonlyMap<number, number>): Minutes | null => {
  const times = timesOf(kept)
  for (const [minutes, n] of changes) times.set(minutes, (times.get(minutes) ?? 0) + n)
  const pairs = [...times].filter(([, n]) => n !== 0).toSorted(([one], [other]) => one - other)
  if (pairs.length === 0) return null
  const merged = new Uint8Array(pairs.length * PAIR)
  const view = viewOf(merged)
  for (const [nth, [minutes, n]] of pairs.entries()) {
    view.setInt32(nth * PAIR, minutes)
    view.setInt32(nth * PAIR + 4, n)
  }
  return merged
}

/** Returns the exact median and 90th percentile, in minutes. `kept`: concatenated histograms of any periods. */
export const measureMinutes = (
  kept: Minutes | null,
): { count: number; median: number | null; p90: number | null } => {
  if (kept === null) return { count: 0, median: null, p90: null }
  const view = viewOf(kept)
  let [count, longest] = [0, 0]
  for (let at = 0; at < kept.byteLength; at += PAIR) {
    longest = Math.max(longest, view.getInt32(at))
    count += view.getInt32(at + 4)
  }
  const times = new Int32Array(longest + 1)
  for (let at = 0; at < kept.byteLength; at += PAIR) {
    const minutes = view.getInt32(at)
    times[minutes] = (times[minutes] ?? 0) + view.getInt32(at + 4)
  }
  const within = (tenths: number): number | null => {
    let upto = 0
    for (let minutes = 0; minutes <= longest; minutes += 1) {
      upto += times[minutes] ?? 0
      if (upto > 0 && upto * 10 >= count * tenths) return minutes
    }
    return null
  }
  return { count, median: within(5), p90: within(9) }
}
