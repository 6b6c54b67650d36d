import { expect, test } from 'vitest'
import { spansOf } from './figures.sql.ts'
import { measureMinutes, mergeMinutes } from './minutes.ts'

const seeded = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 2147483648
}

test('medians and ninth tenths of minutes kept in many periods are those of a sorted list, whatever comes and goes', () => {
  const next = seeded(31)
  for (let round = 0; round < 300; round += 1) {
    const all: number[] = []
    const parts: Uint8Array[] = []
    for (let part = 0; part < 4; part += 1) {
      let kept: Uint8Array | null = null
      const own: number[] = []
      for (let round = 0; round < 5; round += 1) {
        const changes = new Map<number, number>()
        const change = (minutes: number, by: number) => changes.set(minutes, (changes.get(minutes) ?? 0) + by)
        for (let n = Math.floor(next() * 6); n > 0; n -= 1) {
          const minutes = Math.floor(next() ** 4 * 100_000)
          own.push(minutes)
          change(minutes, 1)
        }
        if (own.length > 0 && next() < 0.5)
          for (const minutes of own.splice(0, Math.ceil(next() * 3))) change(minutes, -1)
        kept = mergeMinutes(kept, changes)
      }
      if (own.length === 0) expect(kept).toBeNull()
      if (kept !== null) parts.push(kept)
      all.push(...own)
    }
    all.sort((one, other) => one - other)
    const at = (part: number) => all[Math.ceil(all.length * part) - 1] ?? null
    const whole = parts.length === 0 ? null : Buffer.concat(parts)
    expect(measureMinutes(whole)).toEqual({ count: all.length, median: at(0.5), p90: at(0.9) })
  }
})

test('a period is read as whole months and the days around them, each day once', () => {
  const next = seeded(7)
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  for (let round = 0; round < 500; round += 1) {
    const from = Date.UTC(2024, 0, 1 + Math.floor(next() * 800))
    const to = from + Math.floor(next() ** 2 * 366) * 86_400_000
    let after = dayOf(from)
    for (const { span, low, high } of spansOf(dayOf(from), dayOf(to))) {
      expect(low).toBe(after)
      expect(low <= high).toBe(true)
      after = dayOf(Date.parse(high) + 86_400_000)
      if (span === 'month') expect([low.slice(8), after.slice(8)]).toEqual(['01', '01'])
      else expect(Date.parse(after) - Date.parse(low)).toBeLessThanOrEqual(60 * 86_400_000)
    }
    expect(after).toBe(dayOf(to + 86_400_000))
  }
})
