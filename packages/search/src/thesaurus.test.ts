import { describe, expect, it } from 'vitest'
import { keysOf } from './synonyms.ts'
import { loadThesaurus, parseThesaurus } from './thesaurus.ts'
import { cleanText, tokenize } from './tokenize.ts'

const groups = loadThesaurus()
const meetingOf = (words: string): string =>
  tokenize(cleanText(words))
    .map(({ word }) => keysOf(word)[1])
    .sort()
    .join(' ')

describe('the thesaurus', () => {
  it('covers the trade: three hundred groups and more, each in an area', () => {
    expect(groups.length).toBeGreaterThanOrEqual(300)
    expect(groups.filter(({ area }) => area === '')).toEqual([])
  })

  it('is the same object each time, so that it is compiled once', () => {
    expect(loadThesaurus()).toBe(groups)
  })

  it('holds no word in two groups: a word would drag two meanings together', () => {
    const home = new Map<string, string>()
    const clashes: string[] = []
    for (const { id, words } of groups)
      for (const word of words) {
        const key = meetingOf(word)
        const other = home.get(key)
        if (other !== undefined) clashes.push(`«${word}»: ${other} и ${id}`)
        home.set(key, id)
      }
    expect(clashes).toEqual([])
  })

  it('does not join two groups by a word that each means the other way', () => {
    const home = new Map(
      groups.flatMap(({ id, words }) => words.map((word) => [meetingOf(word), id] as const)),
    )
    const loops = groups.filter(({ id, means }) => means.some((word) => home.get(meetingOf(word)) === id))
    expect(loops.map(({ id }) => id)).toEqual([])
  })

  it('holds words in the form that a query is read in', () => {
    const odd = groups.flatMap(({ words, means }) =>
      [...words, ...means].filter(
        (word) => word !== word.toLowerCase() || tokenize(cleanText(word)).length === 0 || word.length > 60,
      ),
    )
    expect(odd).toEqual([])
    expect(groups.filter(({ words, means }) => words.length + means.length < 2)).toEqual([])
  })

  it('is read line by line: areas, words, what they mean one way', () => {
    expect(parseThesaurus('# Касса\nнал, cash > деньги\n\nчек, chek\n')).toEqual([
      { id: 'нал', area: 'Касса', words: ['нал', 'cash'], means: ['деньги'] },
      { id: 'чек', area: 'Касса', words: ['чек', 'chek'], means: [] },
    ])
  })
})
