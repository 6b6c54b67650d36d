import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { createTicket } from '@podmoga/contract/tickets'
import type { TestWorld } from '@podmoga/server/testing'
import { addPerson, seedWalls } from '../../apps/server/src/session/session.testing.ts'
import { table } from '../report.ts'
import { median, quantile, show } from './numbers.ts'

const TICKETS = 20
/** Consecutive replies of one variant: enough for background work to run among them. */
const IN_A_ROW = 100
/** Pause between variants, so that pending background work of one is not counted for the other. */
const DRAIN_MS = 1500

/** The environment of servers whose replies are measured. */
export const REPLY_ENV = {
  RATE_LIMITS: 'off',
  REQUESTS_PER_MINUTE: '1000000',
  ACCESS_TOKEN_SECONDS: '31536000',
}

/** Opens a desk with tickets, set up by its administrator. Returns a function that sends one reply and returns its time in ms. */
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

/** Compares two variants of a reply: they alternate in batches, and each goes first equally often. */
export const compareReplies = async (
  variants: readonly [first: Variant, second: Variant],
  rounds: number,
): Promise<string> => {
  const timed = variants.map((one) => ({ ...one, times: [] as number[] }))
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const { reply, times } of round % 2 === 0 ? timed : timed.toReversed()) {
      for (let at = 0; at < IN_A_ROW; at += 1) {
        const took = await reply()
        if (round > 0) times.push(took)
      }
      await pause(DRAIN_MS)
    }
  const rows = timed.map(({ name, times }) => [name, show(median(times), 2), show(quantile(times, 0.95), 2)])
  const [with_it = 0, without = 1] = timed.map(({ times }) => median(times))
  const by = (with_it / without - 1) * 100
  return `${table(['Ответ агента', 'p50, мс', 'p95, мс'], rows)}

По медиане ${by > 0 ? '+' : ''}${show(by, 1)} %, ${rounds * IN_A_ROW} ответов каждого, по ${IN_A_ROW} вперемежку.`
}

interface Variant {
  name: string
  reply: () => Promise<number>
}
