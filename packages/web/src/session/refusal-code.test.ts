import { makeCall, type Transport } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { listTickets } from '@podmoga/contract/tickets'
import { expect, test } from 'vitest'

test('a code that is none of the contract is read by its status', async () => {
  const transport: Transport = async () => ({
    ...{ status: 404, header: () => null, text: JSON.stringify({ code: 'toString', error: '' }) },
  })
  const call = makeCall({ transport, base_url: '/api/', headers: async () => ({}) })
  const refusal = await call(listTickets, {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    code: 'not_found',
    message: 'Ничего не найдено. Возможно, запись удалили.',
  })
})
