import { toast } from '@podmoga/ui/toast/toast'
import { expect, test, vi } from 'vitest'
import { TICKETS } from '../tickets.texts.ts'
import { discard } from './use-outbox.ts'

vi.mock('./remove-unsent.tsx', () => {
  throw new TypeError('Failed to fetch')
})

test('if the code of «Вернуть» cannot be loaded, removing an unsent item asks for confirmation', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  const remove = vi.fn()
  const outbox = { all: () => [], mayTakeBack: async () => true, remove } as unknown as Parameters<
    typeof discard
  >[0]
  void discard(outbox, '5')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
  expect(remove).not.toHaveBeenCalled()
  ask.mockReturnValue(true)
  void discard(outbox, '5')
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith('5'))
  vi.unstubAllGlobals()
})

test('one that another tab has sent or is sending is not removed, and it is said', async () => {
  const said = vi.spyOn(toast, 'info').mockReturnValue(undefined)
  const outbox = { mayTakeBack: async () => false } as unknown as Parameters<typeof discard>[0]
  await discard(outbox, '5')
  expect(said).toHaveBeenCalledExactlyOnceWith(TICKETS.not_removed)
  vi.restoreAllMocks()
})
