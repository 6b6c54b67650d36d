import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import { getProfile } from '@podmoga/contract/own-profile'
import { listRestaurants } from '@podmoga/contract/session'
import { getTicket, listMessages, listTickets } from '@podmoga/contract/tickets'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectToCopy, endCopy } from '../backup/copy-rows.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { expectSound } from '../tickets/tickets.testing.ts'
import { makeCell, moveBetween } from './cells.testing.ts'
import { listTables } from './describe.ts'
import { belongs, NEVER_REMOVED } from './tables.ts'

let here: TestWorld
let there: TestWorld
let clients: { here: pg.Client; there: pg.Client }
let token: string

beforeAll(async () => {
  here = await openWorld({ SEED: 'demo', RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000' })
  there = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000' }, { like: here })
  clients = {
    here: await connectToCopy(here.sql.connection),
    there: await connectToCopy(there.sql.connection),
  }
  token = await here.signIn('aziza@demo.test', 'Demo-pass-1')
})
afterAll(async () => {
  for (const client of Object.values(clients)) endCopy(client)
  await here.close()
  await there.close()
})

/** Every row of a business as text, including derived ones. */
const rowsOf = async (client: pg.Client, id: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from public.${name} t where ${belongs(name, 't', `'{${id}}'::bigint[]`)}
       order by 1`,
    )
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/** Rewrites every row as its users might, and deletes and inserts some. */
const touchAll = async (client: pg.Client, id: string): Promise<void> => {
  const ids = `'{${id}}'::bigint[]`
  for (const { name, columns, numbered } of await listTables(client)) {
    if (NEVER_REMOVED.has(name)) continue
    const [column = ''] = columns.filter((one) => !numbered.includes(one))
    await client.query(`update public.${name} t set ${column} = ${column} where ${belongs(name, 't', ids)}`)
  }
  await client.query(`delete from public.search_vocabulary where word in (
    select word from public.search_vocabulary where ${belongs('search_vocabulary', 'search_vocabulary', ids)} limit 3)`)
  await client.query(`delete from public.unread_messages where ctid in (
    select ctid from public.unread_messages t where ${belongs('unread_messages', 't', ids)} limit 2)`)
}

const LINKS = new Set(['file_url', 'image', 'user_image', 'cover'])

/** What pages show of the business, without file links, which are signed anew each time. */
const shownBy = async (world: TestWorld): Promise<string> => {
  const call = world.as({ token, restaurant_id: '1', network: 'demo' })
  const tickets = await call(listTickets, { query: { status: 'awaiting_response' } })
  const shown: unknown[] = [
    tickets,
    await call(getProfile, {}),
    await call(listRestaurants, {}),
    await call(listSections, {}),
    await call(listTickets, { query: { search: 'касса' } }),
    await call(listMaterials, { query: { search: 'касса не печатает чек' } }),
  ]
  for (const { id: ticketId } of tickets.results) {
    shown.push(await call(getTicket, { params: { ticketId } }))
    shown.push(await call(listMessages, { params: { ticketId }, query: {} }))
  }
  return JSON.stringify(shown, (key, value: unknown) => (LINKS.has(key) ? '' : value), 1)
}

test('each row of each table is the same in the new cell, and pages show what they have shown', async () => {
  const [from, to] = [await makeCell(here, 0n), await makeCell(there, 1n)]
  const [row] = await here.sql<{ id: string }[]>`select id from businesses where network = 'demo'`
  const id = row?.id ?? ''
  expect(await shownBy(here)).toContain('касса')
  let before = ''
  const filled: string[] = []
  let touched: Promise<void> | undefined
  const { files } = from
  const open: typeof files.open = async (...asked) => {
    // At this point rows have been copied and compared, and nothing is stopped yet.
    touched ??= touchAll(clients.here, id)
    await touched
    return files.open(...asked)
  }
  const touching = { ...from, files: { ...files, open } }
  await moveBetween(touching, to, ['demo'], {
    lead: async () => {
      expect(touched).toBeDefined()
      before = await shownBy(here)
      const [old, now] = [await rowsOf(clients.here, id), await rowsOf(clients.there, id)]
      for (const [name, rows] of old) {
        expect(now.get(name), name).toEqual(rows)
        if (rows.length > 0) filled.push(name)
      }
    },
  })
  // Tickets, people, knowledge, derived data, files, the journal.
  expect(filled).toEqual(
    expect.arrayContaining([
      ...[
        'attachments',
        'audit',
        'businesses',
        'materials',
        'memberships',
        'message_words',
        'messages',
        'people',
      ],
      ...[
        'restaurants',
        'search_vocabulary',
        'sessions',
        'stored_files',
        'ticket_counts',
        'tickets',
        'unread_messages',
      ],
    ]),
  )
  expect(await shownBy(there)).toBe(before)
  for (const [name, rows] of await rowsOf(clients.here, id))
    if (!NEVER_REMOVED.has(name)) expect(rows, name).toEqual([])
  await expectSound(here)
  await expectSound(there)
})
