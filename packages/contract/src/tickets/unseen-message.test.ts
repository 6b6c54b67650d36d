import { expect, test } from 'vitest'
import { makeCall } from '../client.ts'
import { closeTicket } from '../desk/tickets.ts'

test.each([
  ['unseen_message', 'unseen_message'],
  // Of a server of release 0.2.0.
  ['written_meanwhile', 'unseen_message'],
  ['of_a_later_release', 'bad_request'],
  ['constructor', 'bad_request'],
])('a refusal %s is read as %s', async (sent, read) => {
  const call = makeCall({
    base_url: '/api/',
    headers: () => ({}),
    transport: async () => ({
      status: 409,
      header: () => null,
      text: JSON.stringify({ error: 'Нет', code: sent }),
    }),
  })
  const asked = call(closeTicket, { params: { ticketId: '1' } })
  await expect(asked).rejects.toMatchObject({ code: read, status: 409, message: 'Нет' })
})
