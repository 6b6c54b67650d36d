// @vitest-environment happy-dom
import { assignTicket } from '@podmoga/contract/desk/work'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { eventually, openScreen, press, reload, wireOfEach } from '../../lib/screen.testing.tsx'
import { openReplyOutbox } from '../composer/use-outbox.ts'
import { shown } from '../tickets.testing.ts'
import { useActs } from './use-acts.ts'

// The module never loads.
vi.mock('./perform-act.ts', () => new Promise(() => undefined))

const wire = wireOfEach()
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let opened: ReturnType<typeof openReplyOutbox> | undefined
function Chooser() {
  const { call, person } = useScope()
  const cache = useQueryClient()
  const perform = useActs()
  const act = { do: 'assign' as const, assignee: '8', from: null }
  return (
    <>
      <button
        type="button"
        onClick={() => void perform({ ticket: shown('5'), act, name: 'Исполнитель: Малика', after: {} })}
      >
        Назначить
      </button>
      <button
        type="button"
        onClick={() => {
          opened = openReplyOutbox(call, person, cache)
        }}
      >
        Исходящие
      </button>
    </>
  )
}

test('what is done before its code has come outlives a reload, and is done once by the next page', async () => {
  stubDisk()
  wire.answer(assignTicket, { id: '5', assignee: { id: '8', name: 'Малика Исмаилова' } })
  openScreen(wire, <Chooser />)
  await press('Назначить')
  await eventually(() => expect(Object.keys(localStorage).join()).toContain('act 5 assign'))
  reload()
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 1)
  await press('Исходящие')
  await eventually(() => expect(wire.bodies(assignTicket)).toEqual([{ assignee: '8', from: null }]))
  await eventually(() => expect(opened?.all()).toEqual([]))
  await eventually(() => expect(Object.keys(localStorage).join()).not.toContain('act 5 assign'))
})
