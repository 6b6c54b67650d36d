// @vitest-environment happy-dom
import { listAgents, listTags, listTopics } from '@podmoga/contract/desk/work'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreen, press, says, saysNo, wireOfEach } from '../../lib/screen.testing.tsx'
import { keepLists, Picker } from './picker.tsx'

const wire = wireOfEach()
beforeEach(() => {
  // Another test of this worker may have installed the app's listener, which would report a network at once.
  onlineManager.setEventListener(() => undefined)
  wire.answer(listAgents, { agents: [{ id: '9', name: 'Лола', business_ids: ['1'] }] })
  wire.answer(listTags, { tags: [] })
  wire.answer(listTopics, { businesses: [] })
})
afterEach(() => onlineManager.setOnline(true))

function Desk() {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => void keepLists(wire.call, cache)}>
        Заранее
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Исполнители
      </button>
      {isOpen && (
        <Picker
          call={wire.call}
          pick="assign"
          me="7"
          ticket={undefined}
          count={2}
          onPick={vi.fn()}
          onClose={vi.fn()}
        />
      )}
    </>
  )
}

test('a list that nobody has opened yet is here without a network; one that never came says that it needs one', async () => {
  openScreen(wire, <Desk />)
  onlineManager.setOnline(false)
  await press('Исполнители')
  await says('Нет соединения. Остальное покажем, когда сеть вернётся.')
  await says('Никому')
  await saysNo('Ничего не подходит')
  onlineManager.setOnline(true)
  await says('Лола')
  await saysNo('Нет соединения')
})

test('what stands in the lists is fetched ahead', async () => {
  openScreen(wire, <Desk />)
  await press('Заранее')
  await vi.waitFor(() => expect(wire.sent(listTopics)).toHaveLength(1))
  onlineManager.setOnline(false)
  await press('Исполнители')
  await says('Лола')
  await saysNo('Нет соединения')
})
