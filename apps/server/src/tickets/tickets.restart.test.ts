import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { EVENTS } from '@podmoga/contract/events'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { openSql } from '@podmoga/sql/sql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { testingRoot } from '../db/testing-root.ts'
import { seedWalls } from '../session/session.testing.ts'
import { secondServer } from '../session/session.testing-server.ts'
import { newKey, openWorld, type TestWorld } from '../testing.ts'
import { openDeskStream, openStream } from './tickets.testing.stream.ts'

// Each attempt has its own database and servers. Writes must survive the stop, so the shared test cluster's durability
// settings are not used.
const SETTINGS = { full_page_writes: 'off', autovacuum: 'off' }
let dir: string
let database: Embedded
let world: TestWorld

const start = async (): Promise<void> => {
  database = await startEmbedded(dir, () => undefined, SETTINGS)
}
beforeEach(async () => {
  dir = await mkdtemp(join(testingRoot(), 'podmoga-restart-'))
  await start()
  const own = openSql(database.connection, 2, { deadlines: false })
  await migrate(own).finally(() => own.end())
  world = await openWorld({ RATE_LIMITS: 'off' }, { line: async () => database.connection })
})
afterEach(async () => {
  await world.close()
  await database.stop()
  await rm(dir, { recursive: true, force: true })
})

test('the database is stopped and started under open streams of two servers: everything is sent once, in order', async () => {
  const walls = await seedWalls(world.sql)
  const near = await world.listen()
  const other = await secondServer(world, { RATE_LIMITS: 'off' })
  const far = await other.listen({ host: '127.0.0.1', port: 0 })
  try {
    const token = await world.signIn(walls.A.login)
    const agentToken = await world.signIn(walls.agent.login)
    const cook = world.as({ token, restaurant_id: walls.r11 })
    const agent = world.as({ token: agentToken })
    const { id } = await cook(createTicket, { form: { category: 'other', initial_message: 'До всего' } })
    const ticketId = String(id)
    const openDesk = (at: string, last?: string) => openDeskStream(at, agentToken, last)
    const headers = { authrestaurantid: walls.r11 }
    const streams = [
      await openDesk(near),
      await openDesk(far),
      await openStream({ url: `${near}/api/events/`, kinds: EVENTS, token, headers }),
    ]
    // The first event marks where nothing is missed any more: earlier writes may not be sent.
    await Promise.all(streams.map((stream) => stream.next(stream === streams[2] ? 'unread' : 'counts')))
    const [first] = streams
    const textsOf = (stream: (typeof streams)[number]) =>
      stream.received.flatMap(({ data }) =>
        'message' in data ? [(data.message as { text: string }).text] : [],
      )
    const isText = (text: string) => (data: Record<string, unknown>) =>
      (data.message as { text: string }).text === text
    const hearAll = (text: string) =>
      Promise.all(streams.map((stream) => stream.next('message', isText(text))))

    await cook(sendReply, { params: { ticketId }, form: { text: 'Перед остановкой' } })
    const [before] = await hearAll('Перед остановкой')

    await database.stop()
    const during = { idempotency_key: newKey() }
    const write = () =>
      agent(sendDeskReply, { params: { ticketId }, form: { text: 'При остановке' } }, during)
    await expect(write()).rejects.toMatchObject({ code: 'unavailable' })
    await start()
    await expect.poll(() => write().then(() => 'sent', String)).toBe('sent')
    await cook(sendReply, { params: { ticketId }, form: { text: 'После запуска' } })
    await hearAll('После запуска')

    const all = ['Перед остановкой', 'При остановке', 'После запуска']
    for (const stream of streams) expect(textsOf(stream)).toEqual(all)
    // No stream was ended, and a reader whose connection broke meanwhile resumes where it was.
    for (const stream of streams) expect(stream.received.map(({ name }) => name)).not.toContain('end')
    first?.hangUp()
    const back = await openDesk(far, before?.id ?? '')
    await back.next('message', isText('После запуска'))
    expect(textsOf(back)).toEqual(all.slice(1))
  } finally {
    await other.close()
  }
})
