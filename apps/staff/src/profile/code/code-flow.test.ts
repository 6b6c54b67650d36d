import { afterEach, expect, test, vi } from 'vitest'
import { type CodeFlow, clearFlows, readFlow, shouldSend, startFlow, writeFlow } from './code-flow.ts'

const flow: CodeFlow = {
  person: 'p1',
  address: 'new@demo.test',
  is_typed: true,
  entry: 'here',
  deadline: 60_000,
  is_sent: true,
  problem: '',
}

afterEach(() => {
  clearFlows()
  vi.unstubAllGlobals()
})

test.each([
  ['the first arrival', { entry: null }, 'here', 0, true],
  ['a reload before the deadline', {}, 'here', 1_000, false],
  ['a reload after it: the person asks themselves', {}, 'here', 90_000, false],
  ['another arrival before the deadline', {}, 'there', 1_000, false],
  ['another arrival after it', {}, 'there', 60_000, true],
])('%s', (_, part: Partial<CodeFlow>, entry, now, expected) => {
  expect(shouldSend({ ...flow, ...part }, entry, now)).toBe(expected)
})

test('a flow is of one person and of one address', () => {
  writeFlow('email', flow)
  expect(readFlow('email', 'p1')).toEqual(flow)
  expect(readFlow('email', 'p2')).toBeNull()
  expect(readFlow('phone', 'p1')).toBeNull()
  startFlow('email', { person: 'p1', address: 'new@demo.test', is_typed: false })
  expect(readFlow('email', 'p1')).toEqual({ ...flow, is_typed: false })
  startFlow('email', { person: 'p1', address: 'other@demo.test', is_typed: true })
  expect(readFlow('email', 'p1')).toMatchObject({ address: 'other@demo.test', entry: null, is_sent: false })
  clearFlows()
  expect(readFlow('email', 'p1')).toBeNull()
})

test('what another page has left in the storage is judged', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => '{"address":1', setItem: () => {}, removeItem: () => {} })
  expect(readFlow('email', 'p1')).toBeNull()
  vi.stubGlobal('sessionStorage', { getItem: () => '"text"', setItem: () => {}, removeItem: () => {} })
  expect(readFlow('email', 'p1')).toBeNull()
})
