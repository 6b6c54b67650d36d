import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { invitePerson } from '@podmoga/contract/desk/people'
import { startSmtp } from '../../../apps/server/src/ports/testing-smtp.ts'

/** Longer than the first two attempts, the second of which comes a quarter of a minute later. */
const ARRIVES_MS = 60_000

/** Starts a mail server that can stop answering, with a ledger of letters. */
export const openMail = async () => {
  const options = { hold: false }
  const server = await startSmtp(options)
  const owed: string[] = []
  const countOf = (address: string) => server.received.filter(({ to }) => to.includes(address)).length
  const wrong = () => owed.filter((address) => countOf(address) !== 1)
  return {
    url: server.url,
    hold: (isHeld: boolean) => {
      options.hold = isHeld
    },
    /** Invites a new person by letter; the letter must be delivered once the call is answered. */
    invite: async (call: Call, restaurant_id: string): Promise<void> => {
      const email = `${randomUUID()}@drill.test`
      await call(
        invitePerson,
        {
          body: {
            first_name: 'Новый',
            last_name: 'Сотрудник',
            email,
            restaurants: [{ id: restaurant_id, role: 'staff' }],
            desk_roles: [],
            phone: null,
            send: 'email',
          },
        },
        { idempotency_key: randomUUID() },
      )
      owed.push(email)
    },
    /** Returns letters that were not delivered exactly once, after waiting for them. */
    judge: async (): Promise<string[]> => {
      for (let left = ARRIVES_MS; left > 0 && wrong().length > 0; left -= 500) await pause(500)
      return wrong().map((address) => `${address}: писем ${countOf(address)}`)
    },
    count: () => owed.length,
    close: server.stop,
  }
}
