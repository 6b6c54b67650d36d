// @vitest-environment happy-dom
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { Refusal } from '@podmoga/contract/refusals'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { eventually, openScreen, press, says, wireOfEach } from '../../lib/screen.testing.tsx'
import { useWork } from '../side/use-work.ts'
import { shown } from '../tickets.testing.ts'
import { useTicketMutations } from '../use-ticket-mutations.ts'
import { undoLast } from '../workspace/last-undo.ts'
import { useChoose } from './use-choose.ts'

const wire = wireOfEach()
afterEach(() => vi.unstubAllGlobals())

function Chooser() {
  const { call, me } = useScope()
  const mutations = useTicketMutations(call, () => undefined)
  const choose = useChoose({ me: me.id, work: useWork(call), mutations })
  const ticket = shown('5', { tags: ['возврат'] })
  return (
    <>
      <button type="button" onClick={() => choose(ticket, { do: 'assign', assignee: me.id })}>
        Назначить
      </button>
      <button type="button" onClick={() => choose(ticket, { do: 'tag', tag: 'касса' })}>
        Метка
      </button>
      <button type="button" onClick={() => void undoLast()}>
        Z
      </button>
      <p>Сделано: {mutations.last?.to === 'changed' ? mutations.last.name : ''}</p>
    </>
  )
}

const assignAndTag = async (): Promise<void> => {
  stubDisk()
  wire.answer(assignTicket, { id: '5', assignee: { id: '7', name: 'Бахтиёр' } })
  openScreen(wire, <Chooser />)
  await press('Назначить')
  await says('Сделано: Исполнитель — вы')
  await press('Метка')
  await eventually(() => expect(wire.sent(editTicket)).toHaveLength(1))
}

// The stream often delivers a change before the response to its own request.
test('undo pressed as soon as a change is visible undoes that change, not the previous one', async () => {
  let arrive: () => void = () => undefined
  wire.answer(editTicket, () => new Promise((resolve) => (arrive = () => resolve({ id: '5' }))))
  await assignAndTag()
  await press('Z')
  wire.answer(editTicket, { id: '5' })
  arrive()
  await eventually(() =>
    expect(wire.bodies(editTicket)).toEqual([
      { tags: ['возврат', 'касса'], tags_were: ['возврат'] },
      { tags: ['возврат'], tags_were: ['возврат', 'касса'] },
    ]),
  )
  expect(wire.sent(assignTicket)).toHaveLength(1)
})

test('where that change is refused, the one before stays', async () => {
  let refuse: () => void = () => undefined
  wire.answer(
    editTicket,
    () =>
      new Promise((_, reject) => {
        refuse = () => reject(new Refusal({ code: 'limit_reached', message: 'Так сейчас нельзя.' }))
      }),
  )
  await assignAndTag()
  await press('Z')
  refuse()
  await says('Так сейчас нельзя.')
  expect([wire.sent(editTicket).length, wire.sent(assignTicket).length]).toEqual([1, 1])
})
