import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Slot, Slots } from './connection-slots.ts'

const TOTAL = 20
let slots: Slots

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setImmediate', 'performance'] })
  slots = new Slots({ total: TOTAL, shared: true })
})
afterEach(() => {
  slots.close()
  vi.useRealTimers()
})

/** Requests `many` slots; returns those granted so far. */
const ask = (kind: string, many: number, patience = 4000): { got: Slot[]; refused: string[] } => {
  const outcome = { got: [] as Slot[], refused: [] as string[] }
  for (let at = 0; at < many; at += 1) {
    const slot = slots.take(kind, false, patience)
    if (slot instanceof Promise)
      slot.then(
        (one) => outcome.got.push(one),
        (error: { code: string }) => outcome.refused.push(error.code),
      )
    else outcome.got.push(slot)
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
  expect(slots.taken).toBeLessThan(TOTAL)
  expect(ask('healthy', 1).got).toHaveLength(1)
})

test('two kinds that come at once do not take all', async () => {
  ask('a', 40)
  ask('b', 40)
  expect(slots.taken).toBe(15)
  expect(ask('healthy', 1).got).toHaveLength(1)
})

test('whoever holds a slot may have another one beside its kind, while there is any', async () => {
  ask('a', 10)
  expect(slots.take('a', true, 1)).not.toBeInstanceOf(Promise)
})

test('those who wait are served in turn when a slot is left, and refused when their time is over', async () => {
  const asked = ask('a', 12)
  const [first] = asked.got
  if (first === undefined) throw new Error('there was no place')
  slots.leave(first)
  await Promise.resolve()
  expect(asked.got).toHaveLength(11)
  await vi.advanceTimersByTimeAsync(4200)
  expect(asked.refused).toEqual(['CONNECTION_BUSY'])
})

test('a slot whose time is over is taken away once, after what has come in was read', async () => {
  const [slot] = ask('a', 1).got
  if (slot === undefined) throw new Error('there was no place')
  slot.expire = vi.fn()
  slot.due = performance.now() + 1000
  await vi.advanceTimersByTimeAsync(900)
  expect(slot.expire).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(300)
  expect(slot.expire).toHaveBeenCalled()
})
