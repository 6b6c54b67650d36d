import { expect, test } from 'vitest'
import { DEPTH, decide, type Facts, type KeptRule } from './rules.rules.ts'

const SETS = 4000

/** A small seeded generator (mulberry32). */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
const TAGS = ['а', 'б', 'в', 'г', 'д']
const WORDS = ['касса', 'ёлка', 'возврат']
const WHENS = ['created', 'wrote', 'answered', 'waits', 'rated'] as const

/** A simple reference model: its only state is the list of firings, from which it recomputes the ticket each time. */
const model = (rules: readonly KeptRule[], when: KeptRule['when'], facts: Facts): [string, boolean][] => {
  const done: [KeptRule, boolean][] = []
  const isQuiet = (round: number, at: number) => round > 0 && !at && done.length === counts[round - 1]
  const counts: number[] = []
  for (let round = 0; round < DEPTH; round += 1) {
    counts[round] = done.length
    if (isQuiet(round, 0)) break
    for (const rule of rules) {
      if (!rule.is_on || rule.when !== when || done.some(([one]) => one === rule)) continue
      if (facts.fired.has(rule.id)) continue
      const did = done.filter(([{ id }]) => !facts.hindered.has(id))
      const priority = did.reduce((last, [{ acts }]) => acts.priority ?? last, facts.priority)
      const tags = did.flatMap(([{ acts }]) => acts.tags).concat(facts.tags)
      const { conditions: c, acts } = rule
      const places = [...c.restaurant_ids.map((id) => `№${id}`), ...(c.restaurant_groups ?? [])]
      const stands = [`№${facts.restaurant_id}`, ...facts.restaurant_groups]
      if (places.length > 0 && places.every((place) => stands.indexOf(place) < 0)) continue
      if (c.categories.length > 0 && c.categories.indexOf(facts.category) < 0) continue
      if (c.priorities.length > 0 && c.priorities.indexOf(priority) < 0) continue
      if (c.tags.length > 0 && c.tags.filter((tag) => tags.indexOf(tag) >= 0).length === 0) continue
      if (c.score && c.score !== facts.score) continue
      if (c.words.length > 0 && c.words.filter((word) => facts.words.has(word)).length === 0) continue
      const mayAnswer = facts.is_waiting && when !== 'answered' && when !== 'rated'
      const answers =
        acts.text !== null &&
        mayAnswer &&
        done.every(([, replied]) => !replied) &&
        !facts.hindered.has(rule.id) &&
        !facts.answered.has(rule.id)
      done.push([rule, answers])
    }
  }
  return done.map(([{ id }, answers]) => [id, answers])
}

test(`${SETS} random sets of rules do what an obvious model says`, () => {
  const next = seeded(31)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
  const some = <T>(from: readonly T[], chance: number): T[] => from.filter(() => next() < chance)
  let fed = 0
  let answered = 0
  for (let set = 0; set < SETS; set += 1) {
    const rules = Array.from({ length: 1 + Math.floor(next() * 12) }, (_, at): KeptRule => {
      const rest = { assignee: null, group: null, note: null, tell_ids: [] }
      return {
        id: String(at),
        name: `Правило ${at}`,
        is_on: next() < 0.9,
        when: next() < 0.7 ? 'created' : pick(WHENS),
        minutes: null,
        on_since: '2026-01-01T00:00:00.000Z',
        conditions: {
          words: some(WORDS, 0.1),
          restaurant_ids: some(['1', '2'], 0.2),
          restaurant_groups: some(['центр', 'север'], 0.2),
          categories: some(['other', 'technical_issue'], 0.2),
          priorities: next() < 0.4 ? [pick(PRIORITIES)] : [],
          tags: next() < 0.6 ? [pick(TAGS)] : [],
          score: next() < 0.1 ? pick(['good', 'bad']) : null,
        },
        acts: {
          ...rest,
          tags: some(TAGS, 0.25),
          priority: next() < 0.4 ? pick(PRIORITIES) : null,
          text: next() < 0.4 ? 'Ответ' : null,
        },
      }
    })
    const facts: Facts = {
      restaurant_id: pick(['1', '2']),
      restaurant_groups: some(['центр', 'север'], 0.4),
      category: pick(['other', 'technical_issue']),
      priority: pick(PRIORITIES),
      tags: some(TAGS, 0.2),
      words: new Set(some(WORDS, 0.4)),
      score: pick(['good', 'bad', null]),
      is_waiting: next() < 0.7,
      answered: new Set(some(['0', '1', '2', '3'], 0.3)),
      fired: new Set(some(['0', '2', '4'], 0.1)),
      hindered: new Set(some(['1', '3', '5'], 0.2)),
    }
    const when = next() < 0.7 ? 'created' : pick(WHENS)
    const found = decide(rules, when, facts).map(
      ({ rule, answers }) => [rule.id, answers] as [string, boolean],
    )
    expect(found, `set ${set}`).toEqual(model(rules, when, facts))
    if (found.some(([id], at) => at > 0 && Number(id) < Number(found[at - 1]?.[0]))) fed += 1
    answered += found.filter(([, answers]) => answers).length
  }
  // The random sets cover enough: in many a rule enables one above it, in many a rule answers.
  expect(fed).toBeGreaterThan(SETS / 50)
  expect(answered).toBeGreaterThan(SETS / 50)
})

test('rules that feed each other stop at the written depth', () => {
  const link = (at: number): KeptRule => ({
    id: String(at),
    name: '',
    is_on: true,
    when: 'created',
    minutes: null,
    on_since: '2026-01-01T00:00:00.000Z',
    conditions: {
      words: [],
      restaurant_ids: [],
      categories: [],
      priorities: [],
      tags: at === 9 ? [] : [`${at + 1}`],
      score: null,
    },
    acts: {
      assignee: null,
      group: null,
      note: null,
      tell_ids: [],
      tags: [`${at}`],
      priority: null,
      text: null,
    },
  })
  // Each rule precedes the one that enables it, so each needs a round of its own.
  const rules = Array.from({ length: 10 }, (_, at) => link(at))
  const facts = {
    restaurant_id: '1',
    restaurant_groups: [],
    category: 'other',
    priority: 'normal',
    tags: [],
    words: new Set<string>(),
    score: null,
    fired: new Set<string>(),
    hindered: new Set<string>(),
  } as const
  const found = decide(rules, 'created', { ...facts, is_waiting: true, answered: new Set() })
  expect(found.map(({ rule }) => rule.id)).toEqual(['9', '8', '7'])
})
