import { expect, test } from 'vitest'
import { makePresenceBeat } from './presence-beat.ts'

const begin = () => {
  const told: string[] = []
  let now = 0
  const beat = makePresenceBeat(
    (doing) => told.push(doing),
    () => now,
  )
  const pass = (ms: number) => {
    now += ms
    beat.beat()
  }
  /** Beats sent since the last call. */
  const heard = () => told.splice(0)
  beat.beat()
  return { ...beat, pass, heard }
}

test('whoever begins to answer is told of at once, and for as long as there is text', () => {
  const { write, pass, heard } = begin()
  expect(heard()).toEqual(['looking'])
  write(true)
  expect(heard()).toEqual(['answering'])
  write(true)
  expect(heard()).toEqual([])
  for (let minute = 0; minute < 3; minute += 1) pass(60_000)
  expect(heard()).toEqual(['answering', 'answering', 'answering'])
  write(false)
  expect(heard()).toEqual(['looking'])
})

test('another tab in front: an answer that was begun holds for two minutes, a look for none', () => {
  const { write, show, pass, leave, heard } = begin()
  show(false)
  expect(heard()).toEqual(['looking', 'gone'])
  pass(12_000)
  expect(heard()).toEqual([])
  show(true)
  write(true)
  show(false)
  pass(100_000)
  expect(heard()).toEqual(['looking', 'answering', 'answering', 'answering'])
  pass(30_000)
  pass(12_000)
  expect(heard()).toEqual(['gone'])
  show(true)
  leave()
  expect(heard()).toEqual(['answering', 'gone'])
})

test('a page that is closed or reloaded with an answer in it is gone at once, and back when it is shown again', () => {
  const { write, show, pass, leave, heard } = begin()
  write(true)
  leave()
  // The browser fires visibilitychange only after the page was left.
  show(false)
  pass(12_000)
  expect(heard()).toEqual(['looking', 'answering', 'gone'])
  show(true)
  expect(heard()).toEqual(['answering'])
})
