import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Place, Places } from './places.ts'

const TOTAL = 20
let places: Places

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setImmediate', 'performance'] })
  places = new Places({ total: TOTAL, shared: true })
})
afterEach(() => {
  places.close()
  vi.useRealTimers()
})

/** Asks for so many places; those given so far. */
const ask = (kind: string, many: number, patience = 4000): { got: Place[]; refused: string[] } => {
  const outcome = { got: [] as Place[], refused: [] as string[] }
  for (let at = 0; at < many; at += 1) {
    const place = places.take(kind, false, patience)
    if (place instanceof Promise)
      place.then(
        (one) => outcome.got.push(one),
        (error: { code: string }) => outcome.refused.push(error.code),
      )
    else outcome.got.push(place)
  }
  return outcome
}

test('one kind gets half, others go on', async () => {
  expect(ask('locked', 40).got).toHaveLength(10)
  const other = ask('other', 1)
  expect(other.got).toHaveLength(1)
})

test('several kinds that are stuck leave room for those that are not', async () => {
  for (const kind of ['a', 'b', 'c', 'd', 'e']) {
    ask(kind, 40)
    vi.advanceTimersByTime(1000)
  }
  expect(places.taken).toBeLessThan(TOTAL)
  expect(ask('healthy', 1).got).toHaveLength(1)
})

test('two kinds that come at once do not take all', async () => {
  ask('a', 40)
  ask('b', 40)
  expect(places.taken).toBe(15)
  expect(ask('healthy', 1).got).toHaveLength(1)
})

test('whoever holds a place may have another one beside its kind, while there is any', async () => {
  ask('a', 10)
  expect(places.take('a', true, 1)).not.toBeInstanceOf(Promise)
})

test('those who wait are served in turn when a place is left, and refused when their time is over', async () => {
  const asked = ask('a', 12)
  const [first] = asked.got
  if (first === undefined) throw new Error('there was no place')
  places.leave(first)
  await Promise.resolve()
  expect(asked.got).toHaveLength(11)
  await vi.advanceTimersByTimeAsync(4200)
  expect(asked.refused).toEqual(['CONNECTION_BUSY'])
})

test('a place whose time is over is taken away once, after what has come in was read', async () => {
  const [place] = ask('a', 1).got
  if (place === undefined) throw new Error('there was no place')
  place.expire = vi.fn()
  place.due = performance.now() + 1000
  await vi.advanceTimersByTimeAsync(900)
  expect(place.expire).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(place.expire).toHaveBeenCalled()
})
