import { Refusal } from '@podmoga/contract/refusals'
import * as liveRegion from '@podmoga/ui/live-region/live-region'
import { toast } from '@podmoga/ui/toast/toast'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Scope } from '../../lib/scope.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { isOwn, ticketKinds } from './outbox.kinds.ts'

afterEach(() => vi.restoreAllMocks())

const kinds = ticketKinds({ restaurantId: '1' } as Scope, new QueryClient())
const refusal = (code: Refusal['code']) => new Refusal({ code, message: 'Нет' })

test.each(['unauthorized', 'token_expired', 'subscription_expired', 'forbidden'] as const)(
  'who is not let in (%s) loses nothing: what was sent waits until they are',
  (code) => {
    for (const { isPassing } of kinds) {
      expect(isPassing?.(refusal(code))).toBe(true)
      expect(isPassing?.(refusal('unsupported_type'))).toBe(false)
    }
  },
)

test('a file that is not taken is told of with what to do, and the notice goes once the thing is sent', async () => {
  vi.spyOn(liveRegion, 'announce').mockReturnValue(undefined)
  const shown = vi.spyOn(toast, 'danger').mockReturnValue(undefined)
  const gone = vi.spyOn(toast, 'done').mockReturnValue(undefined)
  vi.spyOn(toast, 'success').mockReturnValue(undefined)
  for (const { onFailed, onSent } of kinds) {
    const item = { queue: '7' } as never
    onFailed?.(item, refusal('unsupported_type'))
    expect(shown).toHaveBeenLastCalledWith(
      expect.objectContaining({ text: TICKETS.mend_files, about: 'outbox 7' }),
    )
    onFailed?.(item, refusal('internal'))
    expect(shown.mock.lastCall?.[0].text).not.toBe(TICKETS.mend_files)
    await onSent?.(item)
    expect(gone).toHaveBeenLastCalledWith('outbox 7')
  }
})

test('a reply without a receipt is recognized by its text once, in its own ticket, and never in what is a colleague’s', async () => {
  const call = (async () => {
    throw refusal('unreadable')
  }) as unknown as Scope['call']
  const { signal } = new AbortController()
  const item = { data: { ticketId: '7', text: 'ок' }, files: [], key: 'k' } as never
  const send = () => kinds[0].deliver({ call } as Scope, item, { signal, onProgress: () => undefined })
  expect(await send()).toBe(null)
  expect(isOwn('8', { id: '100', text: 'ок' })).toBe(false)
  expect(isOwn('7', { id: '101', text: 'ок', is_mine: false })).toBe(false)
  expect(isOwn('7', { id: '102', text: 'ок' })).toBe(true)
  expect(isOwn('7', { id: '102', text: 'ок' })).toBe(true)
  expect(isOwn('7', { id: '103', text: 'ок' })).toBe(false)
  await send()
  await send()
  expect([104, 105, 106].map((id) => isOwn('7', { id: `${id}`, text: 'ок' }))).toEqual([true, true, false])
})
