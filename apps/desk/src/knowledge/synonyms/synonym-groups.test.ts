import { expect, test } from 'vitest'
import { mergeGroups } from './synonym-groups.ts'

const lines = (...texts: string[]) => texts.map((text) => ({ text }))
const seen = [
  ['айко', 'iiko'],
  ['пейми', 'payme'],
  ['чек', 'квитанция'],
]

test('what this editor wrote stays, what the other added comes after it', () => {
  const theirs = [...seen, ['касса', 'терминал']]
  const { kept, coming, news } = mergeGroups(seen, lines('айко, iiko, iico', 'пейми, payme', 'один'), theirs)
  // «чек, квитанция» was removed here and stays removed.
  expect(kept).toEqual(lines('айко, iiko, iico', 'пейми, payme', 'один'))
  expect(coming).toEqual(['касса, терминал'])
  expect(news).toEqual({ added: ['касса, терминал'], removed: [] })
})

test('what the other removed goes only where it was left untouched', () => {
  const { kept, coming, news } = mergeGroups(seen, lines('айко,iiko', 'пейми, payme, click'), [
    ['чек', 'квитанция'],
  ])
  expect(kept).toEqual(lines('пейми, payme, click'))
  expect(coming).toEqual([])
  expect(news).toEqual({ added: [], removed: ['айко, iiko', 'пейми, payme'] })
})

test('a group that both wrote stands once; one that both changed stands in both shapes', () => {
  const theirs = [
    ['айко', 'iiko', 'Айко'],
    ['касса', 'терминал'],
  ]
  const { kept, coming } = mergeGroups(
    [['айко', 'iiko']],
    lines('айко, iiko, iico', 'касса ,  терминал'),
    theirs,
  )
  expect(kept).toEqual(lines('айко, iiko, iico', 'касса ,  терминал'))
  expect(coming).toEqual(['айко, iiko, Айко'])
})
