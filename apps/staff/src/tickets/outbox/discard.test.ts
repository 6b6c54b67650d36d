import { expect, test, vi } from 'vitest'
import { discard } from './use-outbox.ts'

vi.mock('./remove-unsent.tsx', () => {
  throw new TypeError('Failed to fetch')
})

test('if the code of «Вернуть» cannot be loaded, removing an unsent item asks for confirmation', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  const remove = vi.fn()
  const outbox = { all: () => [], remove } as unknown as Parameters<typeof discard>[0]
  discard(outbox, '5')
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
  expect(remove).not.toHaveBeenCalled()
  ask.mockReturnValue(true)
  discard(outbox, '5')
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith('5'))
  vi.unstubAllGlobals()
})
