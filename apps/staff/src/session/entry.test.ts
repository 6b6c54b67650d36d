// @vitest-environment happy-dom
import * as leave from '@podmoga/web/session/leave'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { onEntryGiven, onEntryRefused, refusedEntry } from './entry.ts'

const redirect = vi.spyOn(leave, 'leaveForSignIn')
beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(leave, 'isLeaving').mockReturnValue(false)
  redirect.mockReset()
  onEntryGiven('2')
})
afterAll(() => vi.restoreAllMocks())
const led = () => redirect.mock.calls.length

test('an ended subscription is said as soon as the authentication site has led back once', () => {
  onEntryRefused('2', 'subscription_expired')
  expect([led(), refusedEntry()]).toEqual([1, null])
  onEntryRefused('2', 'subscription_expired')
  expect([led(), refusedEntry()]).toEqual([1, { restaurant: '2', why: 'subscription_expired' }])
})

test('another’s restaurant redirects each time, and shows closed access only in a loop', () => {
  for (let time = 0; time < 3; time += 1) onEntryRefused('2', 'forbidden')
  expect([led(), refusedEntry()]).toEqual([3, null])
  onEntryRefused('2', 'forbidden')
  expect([led(), refusedEntry()?.why]).toEqual([3, 'forbidden'])
})
