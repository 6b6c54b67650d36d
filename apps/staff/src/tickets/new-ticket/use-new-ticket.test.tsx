// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { useNewTicket } from './use-new-ticket.ts'

afterEach(closeScreen)

test('a ticket that waits while another tab sends can be taken back to the form', async () => {
  let form: ReturnType<typeof useNewTicket> | undefined
  const Form = () => {
    form = useNewTicket()
    return null
  }
  openScreen({ getLimits: () => Promise.reject(new Error('none')) }, <Form />, '/1/tickets/add')
  // Another tab holds the lock of the queue.
  Object.defineProperty(navigator, 'locks', {
    value: {
      request: (name: string, work: () => unknown) =>
        name.endsWith('/new') ? new Promise(() => undefined) : work(),
    },
    configurable: true,
  })
  await expect.poll(() => form?.isReady).toBe(true)
  form?.setCategory('other')
  form?.field('initial_message').onChange({ target: { value: 'Не печатает' } })
  await expect.poll(() => form?.values.initial_message).toBe('Не печатает')
  form?.submit()
  await expect.poll(() => form?.isPending).toBe(true)
  form?.cancel?.()
  await expect.poll(() => form?.isPending).toBe(false)
  expect(form?.values).toMatchObject({ category: 'other', initial_message: 'Не печатает' })
})
