import { createTicket, sendReply } from '@podmoga/contract/tickets'
import type { Sql } from '@podmoga/sql/sql'
import { type DeskBase, enter } from '../desk-base.ts'

/** Ids of the people who can sign in: see `desk-data.ts`. */
const COOKS = Array.from({ length: 20 }, (_, at) => 1 + at * 10)

const FIRST = { category: 'other', initial_message: 'Касса не печатает чек' } as const

export interface Cook {
  restaurant: string
  ticket: string
  entered: Awaited<ReturnType<typeof enter>>
}

/** Cooks of several restaurants, each with an open ticket to write in. */
export const cooksOf = async ({ hosts, sql }: DeskBase): Promise<Cook[]> => {
  const cooks: Cook[] = []
  for (const id of COOKS) {
    const restaurant = String(id)
    const [row] = await sql<{ id: string }[]>`
      select id from tickets where restaurant_id = ${restaurant} and status = 'awaiting_response' limit 1`
    const entered = await enter(hosts[0]?.hosted ?? '', `cook${id}@desk.test`, restaurant)
    // In a small base some restaurants have no ticket.
    const ticket = row?.id ?? (await entered.call(createTicket, { form: FIRST })).id
    cooks.push({ restaurant, ticket: String(ticket), entered })
  }
  return cooks
}

/** Measures replies a second and the time of one, with these writers at once; each writer stays in its restaurant. */
export const writeFor = async (
  writers: readonly Cook[],
  for_ms: number,
  text: () => string,
): Promise<{ rate: number; ms: number[] }> => {
  const ms: number[] = []
  const end = performance.now() + for_ms
  await Promise.all(
    writers.map(async ({ entered, ticket }) => {
      while (performance.now() < end) {
        const began = performance.now()
        await entered.call(sendReply, {
          params: { ticketId: ticket },
          form: { text: text() },
          files: [],
        })
        ms.push(performance.now() - began)
      }
    }),
  )
  return { rate: ms.length / (for_ms / 1000), ms }
}

/** Moves half of the restaurants, with their tickets, cooks and counters, to the other business, or back. */
export const moveHalf = async (sql: Sql, to: 1 | 2): Promise<void> => {
  await sql.unsafe(`set session_replication_role = replica`)
  const half = COOKS.filter((_, at) => at % 2 === 1).join(', ')
  await sql.unsafe(
    `update people set business_id = ${to} where id in (${COOKS.filter((_, at) => at % 2 === 1)
      .map((id) => 1000 + id)
      .join(', ')})`,
  )
  await sql.unsafe(`update restaurants set business_id = ${to} where id in (${half})`)
  await sql.unsafe(
    `update tickets set business_id = ${to} where restaurant_id in (${half}) and status = 'awaiting_response'`,
  )
  await sql.unsafe(`set session_replication_role = origin`)
}
