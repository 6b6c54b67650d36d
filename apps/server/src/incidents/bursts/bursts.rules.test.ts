import { expect, test } from 'vitest'
import { burstOf, chanceOf, type Opening, rootsOf, sharedWords } from './bursts.rules.ts'

const write = (words: readonly string[], restaurants: readonly string[]): Opening[] =>
  restaurants.map((restaurant_id, at) => ({
    id: `${at}`,
    restaurant_id,
    topic: 'pos',
    stems: rootsOf([...words, `своё${at}`]),
  }))
const past = (counts: Record<string, number>, { days = 28, tickets = 200 } = {}) => ({
  days,
  tickets: new Map([
    ['pos', tickets],
    ['*', tickets],
  ]),
  stems: new Map(
    Object.entries(counts).flatMap(([stem, n]) => [[`pos ${stem}`, n] as const, [`* ${stem}`, n] as const]),
  ),
})
const find = (openings: Opening[], before: ReturnType<typeof past>) =>
  burstOf(openings, sharedWords(openings), before)

test('a rare word of several restaurants is a burst; a common word, a single restaurant, or a missing baseline is not', () => {
  const rare = write(['эмитент'], ['1', '2', '3', '4'])
  expect(find(rare, past({}))).toMatchObject({
    topic: 'pos',
    stems: ['эмитен'],
    ticket_ids: ['0', '1', '2', '3'],
  })
  expect(find(rare, past({ эмитен: 60 }))).toBeNull()
  expect(find(write(['эмитент'], ['1', '1', '1', '1', '2']), past({}))).toBeNull()
  expect(find(rare, past({}, { days: 3 }))).toBeNull()
  // A small business has no baseline.
  expect(find(rare, past({}, { tickets: 40 }))).toBeNull()
})

test('related words count as one, and the probability is the tail of Poisson', () => {
  expect(rootsOf(['фискальн', 'фискализац', 'касс'])).toEqual(['фискал', 'касс'])
  expect(chanceOf(0, 1)).toBeCloseTo(1, 10)
  expect(chanceOf(1, 1)).toBeCloseTo(1 - Math.exp(-1), 10)
  expect(chanceOf(4, 0.1)).toBeCloseTo(3.847e-6, 8)
  expect(chanceOf(3, 30)).toBeCloseTo(1, 6)
})
