import { expect, test } from 'vitest'
import { makePresenceBeat } from './presence-beat.ts'

const begin = () => {
  const sent: string[] = []
  let now = 0
  const beat = makePresenceBeat(
    (doing) => sent.push(doing),
    () => now,
  )
  const pass = (ms: number) => {
    now += ms
    beat.beat()
  }
  /** Beats sent since the last call. */
  const beats = () => sent.splice(0)
  beat.beat()
  return { ...beat, pass, beats }
}

test('whoever begins to answer is told of at once, and for as long as there is text', () => {
  const { write, pass, beats } = begin()
  expect(beats()).toEqual(['looking'])
  write(true)
  expect(beats()).toEqual(['answering'])
  write(true)
  expect(beats()).toEqual([])
  for (let minute = 0; minute < 3; minute += 1) pass(60_000)
  expect(beats()).toEqual(['answering', 'answering', 'answering'])
  write(false)
  expect(beats()).toEqual(['looking'])
})

test('another tab in front: an answer that was begun holds for two minutes, a look for none', () => {
  const { write, show, pass, leave, beats } = begin()
  show(false)
  expect(beats()).toEqual(['looking', 'gone'])
  pass(12_000)
  expect(beats()).toEqual([])
  show(true)
  write(true)
  show(false)
  pass(100_000)
  expect(beats()).toEqual(['looking', 'answering', 'answering', 'answering'])
  pass(30_000)
  pass(12_000)
  expect(beats()).toEqual(['gone'])
  show(true)
  leave()
  expect(beats()).toEqual(['answering', 'gone'])
})

test('a page that is closed or reloaded with an answer in it is gone at once, and back when it is shown again', () => {
  const { write, show, pass, leave, beats } = begin()
  write(true)
  leave()
  // The browser fires visibilitychange only after the page was left.
  show(false)
  pass(12_000)
  expect(beats()).toEqual(['looking', 'answering', 'gone'])
  show(true)
  expect(beats()).toEqual(['answering'])
})
