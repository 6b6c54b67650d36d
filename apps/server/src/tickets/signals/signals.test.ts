import { addNote } from '@podmoga/contract/desk/notes'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { getSignals, subscribeSignals, unsubscribeSignals } from '@podmoga/contract/desk/signals'
import { assignTicket } from '@podmoga/contract/desk/work'
import { sendReply } from '@podmoga/contract/tickets'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { startPushService, type TestBrowser } from '../../ports/testing-push.ts'
import { addPerson } from '../../session/session.testing.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { answer, type TicketActor, useTwoAgents, writeTicket } from '../tickets.testing.ts'

const service = await startPushService()
afterAll(service.stop)
const env = { NOTICE_AFTER_SECONDS: '0', PUSH_ORIGINS: service.url }
const { t, two } = useTwoAgents(env)

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 })
const CHOICES = { sound: true, nobodys_after: 0, quiet: null, timezone: 'Asia/Tashkent' }
type Choices = Omit<typeof CHOICES, 'quiet'> & { quiet: { from: string; to: string } | null }

const called = async (
  actor: Pick<TicketActor, 'call'>,
  more: Partial<Choices> = {},
): Promise<TestBrowser> => {
  const browser = service.browser()
  await actor.call(subscribeSignals, { body: { ...browser.subscription, ...CHOICES, ...more } })
  return browser
}
const titles = ({ received }: TestBrowser) => received.map(({ payload }) => payload.title)
const expectPushes = (browser: TestBrowser, times: number) => soon(() => titles(browser).length).toBe(times)
const waiting = async () =>
  (await t.world.sql`select 1 from signals where due_at <= ${t.world.clock.now()}`).count
const write = (ticketId: string, text: string) =>
  t.A.call(sendReply, { params: { ticketId }, form: { text } })
const give = (ticketId: string, agent_id: string | null) =>
  t.agent.call(assignTicket, { params: { ticketId }, body: { assignee: agent_id } })

beforeEach(async () => {
  await soon(waiting).toBe(0)
  await t.world.sql`delete from signal_devices`
  await t.world.sql`update tickets set assignee_id = ${t.walls.agent.id} where assignee_id is null`
})

test('an agent whose desk is closed is notified of their own ticket, not of a colleague’s, and once with two servers', async () => {
  const other = await secondServer(t.world, { RATE_LIMITS: 'off', ...env })
  await other.ready()
  try {
    const browser = await called(t.agent, { sound: false })
    const own = await writeTicket(t.A)
    const strange = await writeTicket(t.A)
    await give(own.id, t.walls.agent.id)
    await write(strange.id, 'Это никому')
    await write(own.id, 'Принтер всё ещё молчит')
    await expectPushes(browser, 1)
    const { payload, ttl } = browser.received[0] as TestBrowser['received'][number]
    expect(payload).toMatchObject({
      kind: 'signal',
      tag: `ticket-${own.id}`,
      title: expect.stringContaining(`тикет №${own.number}`),
      body: 'Принтер всё ещё молчит',
      path: `/desk/tickets/${own.id}`,
      silent: true,
    })
    expect(ttl).toBe('3600')
    // A ticket answered by then makes no signal.
    await answer(t.agent, own.id, 'Иду')
    await t.world.sql`update signals set due_at = ${t.world.clock.now()} where ticket_id = ${own.id}`
    await soon(waiting).toBe(0)
    expect(titles(browser)).toHaveLength(1)
    await write(own.id, 'Спасибо')
    await expectPushes(browser, 2)
    expect(browser.received.at(-1)?.payload.body).toBe('Спасибо')
  } finally {
    await other.close()
  }
})

test('a mention notifies the person named; an assignment by a colleague notifies the assignee', async () => {
  const colleague = { call: t.world.as({ token: two.colleague.token }) }
  const browser = await called(colleague)
  const own = await called(t.agent)
  const { id, number } = await writeTicket(t.A)
  await give(id, two.colleague.id)
  await expectPushes(browser, 1)
  await t.agent.call(addNote, {
    params: { ticketId: id },
    form: { text: 'Посмотрите кассу', mentions: two.colleague.id },
    files: [],
  })
  await expectPushes(browser, 2)
  expect(browser.received[0]?.payload.title).toBe(`Тикет №${number} теперь ваш`)
  expect(browser.received[1]?.payload).toMatchObject({
    title: expect.stringContaining('зовёт вас в заметке'),
    body: 'Посмотрите кассу',
  })
  // The agent who acts gets no signal.
  expect(own.received).toEqual([])
})

test('a ticket assigned before its events were processed notifies its assignee once', async () => {
  const browser = await called({ call: t.world.as({ token: two.colleague.token }) })
  const { id, number } = await writeTicket(t.A)
  await soon(waiting).toBe(0)
  await t.world.sql.begin(async (tx) => {
    await tx`select 1 from signal_cursors for update`
    await write(id, 'Принтер всё ещё молчит')
    t.world.clock.move(1000)
    await give(id, two.colleague.id)
  })
  await expectPushes(browser, 1)
  await soon(waiting).toBe(0)
  expect(titles(browser)).toEqual([`Тикет №${number} теперь ваш`])
})

test('unassigned tickets make one signal for all of them, once, and none in quiet hours', async () => {
  const browser = await called(t.agent, { nobodys_after: 10 })
  const one = await writeTicket(t.A)
  const two = await writeTicket(t.A)
  t.world.clock.move(11 * 60_000)
  await soon(() => titles(browser)).toEqual(['2 тикета без исполнителя дольше 10 мин'])
  expect(browser.received[0]?.payload.body).toContain(`№${one.number}`)
  t.world.clock.move(5 * 60_000)
  await give(one.id, t.walls.agent.id)
  await give(two.id, t.walls.agent.id)

  const hour = Number(
    new Intl.DateTimeFormat('ru', { hour: 'numeric', timeZone: 'Asia/Tashkent' }).format(t.world.clock.now()),
  )
  const at = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`
  await t.agent.call(subscribeSignals, {
    body: { ...browser.subscription, ...CHOICES, nobodys_after: 10, quiet: { from: at(0), to: at(3) } },
  })
  await writeTicket(t.A)
  await write(one.id, 'Ещё вопрос')
  t.world.clock.move(30 * 60_000)
  await soon(
    async () => (await t.world.sql`select 1 from signals where due_at > ${t.world.clock.now()}`).count,
  ).toBe(1)
  expect(titles(browser)).toHaveLength(1)
  t.world.clock.move(3 * 3_600_000)
  await soon(() => titles(browser).length).toBe(3)
})

test('an agent is notified of their own ticket that is due soon and that is late, not of one that was answered by then', async () => {
  const { n1: business_id } = t.walls.businesses
  const { login } = await addPerson(t.world.sql, {
    business_id,
    email: 'head@walls.test',
    desk: [{ role: 'admin', business_id }],
  })
  const admin = t.world.as({ token: await t.world.signIn(login) })
  const target = { name: 'Все', priority: null, category: null, restaurant_ids: [], solution_minutes: null }
  const { version } = await admin(getServiceLevels, {})
  await admin(setServiceLevels, {
    body: {
      targets: [{ ...target, first_minutes: 60, next_minutes: 60 }],
      shifts: [{ zone: 'Asia/Tashkent', week: null }],
      version,
    },
  })
  const browser = await called(t.agent)
  const stranger = await called({ call: t.world.as({ token: two.colleague.token }) })
  const late = await writeTicket(t.A)
  const answered = await writeTicket(t.A)
  for (const { id } of [late, answered]) await give(id, t.walls.agent.id)
  const isCounted = async () =>
    (
      await t.world.sql`
        select 1 from ticket_events where kind = 'level' and ticket_id in (${late.id}, ${answered.id})`
    ).count
  await soon(isCounted).toBe(2)
  t.world.clock.move(50 * 60_000)
  await soon(() => titles(browser).toSorted()).toEqual(
    [late, answered].map(({ number }) => `Скоро просрочим: тикет №${number}`).toSorted(),
  )
  await answer(t.agent, answered.id, 'Иду')
  await soon(isCounted).toBe(5)
  await t.world.sql`update signals set due_at = ${t.world.clock.now()} where ticket_id = ${answered.id}`
  t.world.clock.move(11 * 60_000)
  await expectPushes(browser, 3)
  expect(browser.received.at(-1)?.payload).toMatchObject({
    tag: `level-${late.id}`,
    title: `Просрочено: тикет №${late.number}`,
    path: `/desk/tickets/${late.id}`,
  })
  await soon(waiting).toBe(0)
  expect([browser, stranger].map(({ received }) => received.length)).toEqual([3, 0])
})

test('a browser says what it is called for, stops it, and nobody is called at another place of ours', async () => {
  const browser = await called(t.agent, { quiet: { from: '22:00', to: '08:00' } })
  expect((await t.agent.call(getSignals, {})).device).toEqual({
    ...CHOICES,
    quiet: { from: '22:00', to: '08:00' },
  })
  const body = { ...browser.subscription, ...CHOICES, endpoint: 'https://127.0.0.1/inside' }
  expect((await refusalOf(t.agent.call(subscribeSignals, { body }))).fields).toHaveProperty('endpoint')
  await t.agent.call(unsubscribeSignals, {})
  expect((await t.agent.call(getSignals, {})).device).toBeNull()
})
