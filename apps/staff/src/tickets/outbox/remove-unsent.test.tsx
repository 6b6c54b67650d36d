import { toast } from '@podmoga/ui/toast/toast'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { removeUnsent } from './remove-unsent.tsx'

test.each(['waiting', 'failed'] as const)(
  'a %s one that was removed comes back by its notice, whole and by the same key',
  (state) => {
    const shown = vi.spyOn(toast, 'info').mockReturnValue(undefined)
    const gone = vi.spyOn(toast, 'done').mockReturnValue(undefined)
    const files = [new File(['x'], 'чек.png')]
    const item = { id: '5', key: 'k', state, files, data: { text: 'Касса' } } as unknown as OutboxItem
    let items = [item]
    const outbox = {
      all: () => items,
      remove: (id: string) => {
        items = items.filter((one) => one.id !== id)
      },
      add: vi.fn(),
    }
    removeUnsent(outbox, '5')
    expect(items).toEqual([])
    const { text, about } = shown.mock.lastCall?.[0] ?? {}
    ;(text as ReactElement<{ onClick: () => void }>).props.onClick()
    expect(outbox.add).toHaveBeenCalledWith(expect.objectContaining({ id: '5', key: 'k', files }), {}, state)
    expect(gone).toHaveBeenCalledWith(about)
    removeUnsent(outbox, '5')
    expect(shown).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  },
)
