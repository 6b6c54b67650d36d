import type { Call } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import type { TestWorld } from '@podmoga/server/testing'
import { addPerson, seedWalls } from '../../apps/server/src/session/session.testing.ts'

const TICKETS = 20

/** The environment of servers whose replies are timed. */
export const REPLY_ENV = {
  RATE_LIMITS: 'off',
  REQUESTS_PER_MINUTE: '1000000',
  ACCESS_TOKEN_SECONDS: '31536000',
}

/** A desk with open tickets, set up by its administrator; answers what one reply of support takes, in milliseconds. */
export const replies = async (
  world: TestWorld,
  setUp: (admin: Call) => Promise<unknown>,
): Promise<() => Promise<number>> => {
  const walls = await seedWalls(world.sql)
  const { n1: business_id } = walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const { login } = await addPerson(world.sql, { business_id, email: 'head@walls.test', desk })
  await setUp(world.as({ token: await world.signIn(login) }))
  const agent = world.as({ token: await world.signIn(walls.agent.login) })
  const staff = world.as({ token: await world.signIn(walls.A.login), restaurant_id: walls.r11 })
  const ids: string[] = []
  for (let at = 0; at < TICKETS; at += 1) {
    const { id } = await staff(createTicket, { form: { category: 'other', initial_message: `Вопрос ${at}` } })
    ids.push(String(id))
  }
  let nth = 0
  return async () => {
    nth += 1
    const began = performance.now()
    const params = { ticketId: ids[nth % TICKETS] ?? '' }
    await agent(sendDeskReply, { params, form: { text: `Ответ ${nth}` } })
    return performance.now() - began
  }
}
