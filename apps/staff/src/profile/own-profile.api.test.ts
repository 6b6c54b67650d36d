import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { profileQuery } from './own-profile.api.ts'

const refusing = (code: Refusal['code'], status: number) => {
  const asked: number[] = []
  const call = (async () => {
    asked.push(Date.now())
    if (asked.length === 1) throw new Refusal({ code, status, message: 'нет' })
    return { details: {} }
  }) as unknown as Call
  return { asked, call }
}

test('a profile that failed is asked for once more after half a second', async () => {
  vi.useFakeTimers()
  const { asked, call } = refusing('internal', 500)
  const done = new QueryClient().fetchQuery(profileQuery({ restaurantId: '1', person: 'a', call }))
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBe(500)
  vi.useRealTimers()
})

test('a refusal that will not pass is not asked about again', async () => {
  const { asked, call } = refusing('forbidden', 403)
  const query = profileQuery({ restaurantId: '1', person: 'a', call })
  await expect(new QueryClient().fetchQuery(query)).rejects.toThrow('нет')
  expect(asked).toHaveLength(1)
})
