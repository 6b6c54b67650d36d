// @vitest-environment happy-dom
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { afterEach, expect, test } from 'vitest'
import { outboxStore } from '../../lib/offline/outbox.ts'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { useNewTicket } from './use-new-ticket.ts'

let form: ReturnType<typeof useNewTicket> | undefined
afterEach(() => {
  closeScreen()
  form = undefined
})

const Form = () => {
  form = useNewTicket()
  return null
}

type Work = (lock: null) => unknown
/** Submits a ticket while another tab holds the lock of the queue. */
const submit = async () => {
  const screen = openScreen(
    { getLimits: () => Promise.reject(new Error('none')) },
    <Form />,
    '/1/tickets/add',
  )
  Object.defineProperty(navigator, 'locks', {
    value: {
      request: (name: string, ...given: [Work] | [{ ifAvailable: boolean }, Work]) => {
        const work = given[1] ?? (given[0] as Work)
        return name.endsWith('/new') && given.length === 1 ? new Promise(() => undefined) : work(null)
      },
    },
    configurable: true,
  })
  await expect.poll(() => form?.isReady).toBe(true)
  form?.setCategory('other')
  form?.field('initial_message').onChange({ target: { value: 'Не печатает' } })
  await expect.poll(() => form?.values.initial_message).toBe('Не печатает')
  form?.submit()
  await expect.poll(() => form?.isPending).toBe(true)
  return screen
}

test('a ticket that waits while another tab sends can be taken back to the form', async () => {
  await submit()
  form?.cancel?.()
  await expect.poll(() => form?.isPending).toBe(false)
  expect(form?.values).toMatchObject({ category: 'other', initial_message: 'Не печатает' })
})

test('one that the other tab is sending cannot, and the person reads so', async () => {
  const { path, scope, text } = await submit()
  const [[name, item] = ['', null]] = await outboxStore.db.entries<OutboxItem>('outbox', `${scope.person}/`)
  await outboxStore.db.put('outbox', name, { ...item, state: 'sending' })
  form?.cancel?.()
  await expect.poll(text).toContain('Вернуть тикет уже нельзя')
  await expect.poll(path).toBe('/1/tickets')
  expect(await outboxStore.db.get('outbox', name)).toMatchObject({ state: 'sending' })
})
