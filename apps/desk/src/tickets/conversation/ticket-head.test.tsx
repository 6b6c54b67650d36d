// @vitest-environment happy-dom
import { getDeskTicket, sendDeskReply } from '@podmoga/contract/desk/tickets'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import {
  closeScreen,
  eventually,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { sendReply } from '../composer/outbox.kinds.ts'
import { openReplyOutbox } from '../composer/use-outbox.ts'
import { ticketQuery } from '../tickets.api.ts'
import { atMinute, shown } from '../tickets.testing.ts'
import { TicketHead } from './ticket-head.tsx'

const wire = wireOfEach()
beforeEach(stubDisk)
afterEach(() => vi.unstubAllGlobals())
const nothing = () => undefined

function Head() {
  const { call, person } = useScope()
  const cache = useQueryClient()
  const { data } = useQuery(ticketQuery(call, '5'))
  const send = (close: boolean) =>
    void sendReply(openReplyOutbox(call, person, cache), { ticket_id: '5', text: 'Готово', files: [], close })
  return (
    <>
      <TicketHead
        ticket={data}
        backHref="/"
        assignee={null}
        isChanging={false}
        onClose={nothing}
        onReopen={nothing}
        onCustomer={nothing}
        onPick={nothing}
        ref={useRef(null)}
      />
      <button type="button" onClick={() => send(false)}>
        Ответить
      </button>
      <button type="button" onClick={() => send(true)}>
        Ответить и закрыть
      </button>
    </>
  )
}

test.each([
  ['Ответить', 'Отвечено'],
  ['Ответить и закрыть', 'Обработан'],
])(
  '«%s»: once the reply is accepted the head says «%s», before the ticket is read anew',
  async (name, message) => {
    wire.answer(getDeskTicket, shown('5'))
    wire.answer(sendDeskReply, {
      id: '90',
      text: 'Готово',
      created_at: atMinute(9),
      user_name: null,
      user_image: null,
      attachments: [],
    })
    openScreen(wire, <Head />)
    await says('Ожидает ответа')
    wire.answer(getDeskTicket, () => new Promise<never>(nothing))
    await press(name)
    await eventually(() => expect(wire.sent(sendDeskReply)).toHaveLength(1))
    await says(message)
    await saysNo('Ожидает ответа')
  },
)

test('what is put off comes back by the clock of its restaurant, whose place is named where it is another', async () => {
  const away = {
    snoozed_until: '2026-11-28T04:00:00.000Z',
    restaurant: { id: '1', name: 'Навруз', timezone: 'Asia/Yekaterinburg' },
  }
  vi.useFakeTimers({ now: Date.parse('2026-11-27T10:00:00Z'), toFake: ['Date'] })
  vi.stubEnv('TZ', 'Europe/Moscow')
  wire.answer(getDeskTicket, shown('5', away))
  openScreen(wire, <Head />)
  await says('Отложен до 28 ноября в 09:00 (Екатеринбург)')
  closeScreen()
  vi.stubEnv('TZ', 'Asia/Tashkent')
  wire.answer(getDeskTicket, shown('5', { ...away, tags: ['касса'] }))
  openScreen(wire, <Head />)
  await says('Отложен до 28 ноября в 09:00')
  await saysNo('Екатеринбург')
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
