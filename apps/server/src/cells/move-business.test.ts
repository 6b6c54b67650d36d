import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import { Refusal } from '@podmoga/contract/refusals'
import { getTicket, listTickets, sendReply } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectToCopy, endCopy } from '../backup/copy-rows.ts'
import { sweepUnattached } from '../files/stored-files.ts'
import { systemClock } from '../ports/clock.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import {
  answer,
  expectSound,
  openTicketWorld,
  picture,
  reply,
  writeTicket,
} from '../tickets/tickets.testing.ts'
import type { Cell } from './cell.ts'
import { makeCell, moveBetween } from './cells.testing.ts'
import { listTables } from './describe.ts'
import { belongs, NEVER_REMOVED } from './tables.ts'

/** Pause of a writer between two requests. Without it the two writers would starve the move of CPU. */
const THOUGHT_MS = 20

const isRefusal = (error: unknown, code: string): boolean => error instanceof Refusal && error.code === code

describe('a business under a writer and readers', () => {
  let t: Awaited<ReturnType<typeof openTicketWorld>>
  let there: TestWorld
  let cells: { first: Cell; second: Cell }
  let token: string
  let ticket: string
  let foreign: string
  /** The cell to which the business's pages are currently routed. */
  let current: TestWorld
  const sent: string[] = []
  const stored: string[] = []
  let refused = 0
  let reads = 0
  const onPage = (world: TestWorld): Call => world.as({ token, restaurant_id: t.walls.r11 })

  beforeAll(async () => {
    t = await openTicketWorld({ REQUESTS_PER_MINUTE: '1000000', REPLIES_PER_MINUTE: '1000000' })
    there = await openWorld(
      { RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000', REQUESTS_PER_MINUTE: '1000000' },
      { like: t.world },
    )
    current = t.world
    token = await t.world.signIn(t.walls.A.login)
    cells = { first: await makeCell(t.world, 0n), second: await makeCell(there, 1n) }
    ticket = (await writeTicket(t.A, 'Касса молчит', [await picture()])).id
    await answer(t.agent, ticket, 'Смотрим')
    for (let at = 0; at < 20; at++) await writeTicket(t.B, `Прежний тикет ${at}`)
    foreign = (await writeTicket(t.D, 'Тикет другого бизнеса')).id
  })
  afterAll(async () => {
    await t.world.close()
    await there.close()
  })

  const write = async (stopped: () => boolean): Promise<void> => {
    for (let at = 0; !stopped(); at++) {
      const text = `Строка журнала ${at}.`
      const key = crypto.randomUUID()
      stored.push(text)
      // Retries with the same key until accepted, like the page's outbox.
      for (;;)
        try {
          await onPage(current)(
            sendReply,
            { params: { ticketId: ticket }, form: { text }, files: [] },
            { idempotency_key: key },
          )
          break
        } catch (error) {
          if (!isRefusal(error, 'unavailable')) throw error
          refused += 1
          await pause(20)
        }
      sent.push(text)
      await pause(THOUGHT_MS)
    }
  }
  const read = async (stopped: () => boolean): Promise<void> => {
    while (!stopped()) {
      const { results } = await onPage(current)(listTickets, { query: { status: 'awaiting_response' } })
      expect(results.length).toBeGreaterThan(0)
      reads += 1
      await pause(THOUGHT_MS)
    }
  }

  test('everything that was acknowledged is in the new cell, once and in its order; reading is never refused', async () => {
    let over = false
    const work = [write(() => over), read(() => over)]
    while (sent.length < 5) await pause(10)
    let others = 0
    const moved = await moveBetween(cells.first, cells.second, ['n1'], {
      lead: async () => {
        // The other business in the cell is not stopped.
        await reply(t.D, foreign, 'И мы здесь')
        others += 1
        const before = refused
        while (refused === before) await pause(10)
        current = there
      },
    })
    const after = sent.length
    while (sent.length < after + 5) await pause(10)
    over = true
    await Promise.all(work)

    expect(moved?.tables.get('tickets')).toBe(21)
    expect(moved?.damaged).toEqual([])
    expect({ others, refused: refused > 0, reads: reads > 0 }).toEqual({
      others: 1,
      refused: true,
      reads: true,
    })
    const rows = await there.sql<{ id: string; text: string }[]>`
      select id, text from messages where ticket_id = ${ticket} and text like 'Строка журнала %' order by id`
    expect(rows.map(({ text }) => text)).toEqual(stored)
    // Positions and ids are in the same order: the last messages of the old cell precede the first ones of the new cell.
    const order = await there.sql<{ text: string }[]>`
      select text from messages where ticket_id = ${ticket} and text like 'Строка журнала %' order by position`
    expect(order.map(({ text }) => text)).toEqual(stored)
    const events = await there.sql<{ id: string }[]>`select id from ticket_events order by id`
    expect(BigInt(events.at(-1)?.id ?? 0)).toBeGreaterThan(2n ** 32n)
  })

  test('nothing of it is left in the old cell, and nothing of the others is missing', async () => {
    const [left] = await t.world.sql`
      select (select array_agg(network order by network) from businesses where network is not null) as networks,
        (select count(*)::int from tickets) as tickets, (select count(*)::int from attachments) as files,
        to_regnamespace('podmoga_moving') as kept`
    expect(left).toEqual({ networks: ['n2'], tickets: 1, files: 0, kept: null })
    await expectSound(t.world)
    await expectSound(there)
    const client = await connectToCopy(t.world.sql.connection)
    const ids = 'array(select id from businesses)'
    for (const { name } of await listTables(client))
      if (!NEVER_REMOVED.has(name)) {
        const others = `select count(*)::int as rows from public.${name} t where not ${belongs(name, 't', ids)}`
        const { rows } = await client.query<{ rows: number }>(others)
        // Files are detached here and swept later.
        expect(rows[0]?.rows, name).toBe(name === 'stored_files' ? 1 : 0)
      }
    endCopy(client)
  })

  test('sessions, files and links live on; the old cell knows the session no more', async () => {
    const page = onPage(there)
    const found = await page(getTicket, { params: { ticketId: ticket } })
    expect(String(found.id)).toBe(ticket)
    await expect(onPage(t.world)(listTickets, { query: { status: 'awaiting_response' } })).rejects.toSatisfy(
      (error) => isRefusal(error, 'unauthorized'),
    )
    await there.signIn(t.walls.agent.login)
    // Search finds texts from both cells.
    for (const search of ['молчит', 'журнала']) {
      const { results } = await page(listTickets, { query: { search } })
      expect(results.map(({ id }) => String(id))).toEqual([ticket])
    }
  })

  test('it comes back, into a cell that has gone on meanwhile', async () => {
    // A move back is refused while the left files are still to be removed.
    await expect(moveBetween(cells.second, cells.first, ['n1'])).rejects.toThrow(/ещё не убраны/)
    await sweepUnattached({ ...cells.first, clock: systemClock }, -1000)
    const moved = await moveBetween(cells.second, cells.first, ['n1'])
    expect(moved?.tables.get('tickets')).toBe(21)
    await writeTicket(t.B, 'После возвращения')
    const [row] = await t.world.sql<{ ordered: boolean }[]>`
      select max(id) filter (where text = 'После возвращения') > max(id) filter (where text like 'Строка %') as ordered
      from messages`
    expect(row?.ordered).toBe(true)
    await expectSound(t.world)
    await expectSound(there)
  })
})
