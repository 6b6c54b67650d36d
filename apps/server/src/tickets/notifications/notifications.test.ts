import { closeTicket } from '@podmoga/contract/desk/tickets'
import * as calls from '@podmoga/contract/notifications'
import { subscribeDevice, unsubscribeDevice } from '@podmoga/contract/notifications'
import { listMessages, readMessages } from '@podmoga/contract/tickets'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { startPushService, type TestBrowser } from '../../ports/testing-push.ts'
import { disablePerson, removeMember } from '../../session/session.testing.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { answer, type TicketActor, useTicketWorld, writeTicket } from '../tickets.testing.ts'
import { claimNotifications } from './queue.sql.ts'
import { quietFor } from './worker.ts'

const service = await startPushService()
afterAll(service.stop)
const env = { NOTICE_AFTER_SECONDS: '0', PUSH_ORIGINS: service.url }
const t = useTicketWorld(env)

/** Waits for the server's workers. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 })

const subscribed = async (actor: TicketActor, more: { shows_text?: boolean } = {}): Promise<TestBrowser> => {
  const browser = service.browser()
  await actor.call(subscribeDevice, { body: { ...browser.subscription, ...more } })
  return browser
}
const kinds = ({ received }: TestBrowser) => received.map(({ payload }) => payload.kind)
const expectPushes = (browser: TestBrowser, times: number) => soon(() => kinds(browser).length).toBe(times)
const seconds = (count: number) => t.world.clock.move(count * 1000)
/** Another sign-in of the same person. */
const again = async (name: 'A' | 'B' | 'E' | 'G', restaurant_id = t.walls.r11): Promise<TicketActor> => {
  const token = await t.world.signIn(t.walls[name].login)
  return { call: t.world.as({ token, restaurant_id }), raw: t.A.raw }
}
/** Reads all that is unread in a ticket. */
const readAll = async (actor: TicketActor, ticketId: string) => {
  const { results } = await actor.call(listMessages, { params: { ticketId } })
  const ids = results.flatMap((day) => day.results).flatMap((one) => (one.is_unread === true ? [one.id] : []))
  await actor.call(readMessages, { body: { ids } })
}
const waiting = async () =>
  (await t.world.sql`select 1 from notices where due_at is not null and due_at <= ${t.world.clock.now()}`)
    .count

beforeEach(async () => {
  await soon(waiting).toBe(0)
  await t.world.sql`delete from push_subscriptions`
  await t.world.sql`delete from notice_choices`
})

describe('a push', () => {
  test('announces an answer: for its device alone, signed with the installation’s key, without the message', async () => {
    const browser = await subscribed(t.A)
    const colleague = await subscribed(t.B)
    const { id, number } = await writeTicket(t.A)
    await answer(t.agent, id, 'Перезагрузите принтер')
    await expectPushes(browser, 1)
    const { payload, claims, key, ...how } = browser.received[0] as TestBrowser['received'][number]
    expect(payload).toMatchObject({
      kind: 'answer',
      tag: `ticket-${id}`,
      title: 'Поддержка ответила',
      body: `Тикет № ${number} · Ресторан 11`,
      path: `/${t.walls.r11}/tickets/${id}`,
    })
    expect(how).toEqual({ ttl: '14400', topic: `t${id}`, urgency: 'high' })
    expect(claims).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^mailto:/) })
    const { public_key, asked, device } = await t.A.call(calls.getNotices, {})
    expect({ public_key, asked, device }).toEqual({
      public_key: key,
      asked: true,
      device: { shows_text: false },
    })
    // A colleague has neither written there nor asked for every ticket.
    expect(colleague.received).toEqual([])
  })

  test('shows the message to people who have asked for that; an answer that closes is one notice', async () => {
    const browser = await subscribed(t.A, { shows_text: true })
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, `Готово.\n${'Очень длинный ответ. '.repeat(400)}`, { close: 'true' })
    await expectPushes(browser, 1)
    const { payload } = browser.received[0] as TestBrowser['received'][number]
    expect(payload).toMatchObject({ kind: 'closing', title: 'Поддержка ответила и закрыла тикет' })
    expect(payload.body).toMatch(/^Готово\. Очень длинный ответ.{50,120}…\nТикет № \d+ · Ресторан 11$/)
  })

  test('with a subscription that cannot be decrypted waits for the keys, and unsubscribes nobody', async () => {
    const browser = await subscribed(t.A)
    const flip = () =>
      t.world.sql`update push_subscriptions set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)`
    await flip()
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Перезагрузите принтер')
    const isSaid = () =>
      t.world.log().some(({ msg }) => msg === 'a push waits for the keys it was sealed with')
    await soon(isSaid).toBe(true)
    const kept = () => t.world.sql`
      select (select count(*)::int from push_subscriptions) as devices,
        (select count(*)::int from notices where ticket_id = ${id} and due_at is not null and attempts = 0) as notices`
    // The log line is written before the notice is released.
    await soon(kept).toEqual([{ devices: 1, notices: 1 }])
    await soon(waiting).toBe(0)
    expect(browser.received).toEqual([])
    await flip()
    seconds(601)
    await expectPushes(browser, 1)
  })

  test('a burst is one notice, and the next one comes when it has calmed', async () => {
    const browser = await subscribed(t.A)
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Раз')
    await expectPushes(browser, 1)
    for (const text of ['Два', 'Три', 'Четыре']) await answer(t.agent, id, text)
    await soon(
      async () =>
        (await t.world.sql`select 1 from notices where ticket_id = ${id} and due_at is not null`).count,
    ).toBe(1)
    expect(kinds(browser)).toHaveLength(1)
    seconds(61)
    await expectPushes(browser, 2)
  })

  test('an event during a push waits for the pause after it, too', async () => {
    const browser = await subscribed(t.A)
    let answers = () => {}
    browser.answers = new Promise((resolve) => {
      answers = resolve
    })
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Раз')
    await expectPushes(browser, 1)
    for (const text of ['Два', 'Три']) {
      const { id: last } = await answer(t.agent, id, text)
      const isTakenIn = async () =>
        (await t.world.sql`select 1 from notices where ticket_id = ${id} and message_id = ${last}`).count
      await soon(isTakenIn).toBe(1)
    }
    answers()
    const calm = async () => {
      const [row] = await t.world.sql<{ wait: number | null }[]>`
        select extract(epoch from due_at - sent_at)::int as wait from notices where ticket_id = ${id}`
      return row?.wait
    }
    await soon(calm).toBe(60)
    expect(kinds(browser)).toHaveLength(1)
    seconds(61)
    await expectPushes(browser, 2)
  })

  test('a notice read on one device is withdrawn from the other, and what is read at once is never sent', async () => {
    const phone = await subscribed(t.A)
    const tablet = await again('A')
    const other = await subscribed(tablet)
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Ответ')
    await Promise.all([expectPushes(phone, 1), expectPushes(other, 1)])
    await readAll(tablet, id)
    await expectPushes(phone, 2)
    expect(phone.received[1]?.payload).toMatchObject({
      kind: 'read',
      tag: `ticket-${id}`,
      title: '',
      body: '',
    })
    expect(kinds(other)).toEqual(['answer'])
  })

  test('a notice read during a push to another device is withdrawn from that one too', async () => {
    const phone = await subscribed(t.A)
    const tablet = await again('A')
    let answers = () => {}
    phone.answers = new Promise((resolve) => {
      answers = resolve
    })
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Ответ')
    await expectPushes(phone, 1)
    await readAll(tablet, id)
    answers()
    await expectPushes(phone, 2)
    expect(kinds(phone)).toEqual(['answer', 'read'])
  })

  test('waits through quiet hours, by the restaurant’s clock', async () => {
    const browser = await subscribed(t.A)
    // Tashkent is UTC+5 all year.
    const hour = (t.world.clock.now().getUTCHours() + 5) % 24
    const at = (hours: number) => `${String((hours + 24) % 24).padStart(2, '0')}:00`
    const quiet = { from: at(hour), to: at(hour + 2) }
    const saved = await t.A.call(calls.saveNotices, { body: { quiet } })
    expect(saved.choices).toMatchObject({ quiet, answers: true, by_mail: false })
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Ночной ответ')
    const later = async () => {
      const [row] = await t.world.sql<
        { due_at: Date | null }[]
      >`select due_at from notices where ticket_id = ${id}`
      return row?.due_at?.toISOString().slice(14, 16)
    }
    await soon(later).toBe('00')
    expect(browser.received).toEqual([])
    seconds(2 * 3600)
    await expectPushes(browser, 1)
    const both = await refusalOf(
      t.A.call(calls.saveNotices, { body: { quiet: { from: '25:00', to: '09:00' } } }),
    )
    expect(both.code).toBe('invalid')
  })

  test('by choice: of closings alone, of every ticket, of one more ticket, of one less', async () => {
    await t.A.call(calls.saveNotices, { body: { answers: false } })
    await t.B.call(calls.saveNotices, { body: { all_tickets: true } })
    const [author, colleague] = [await subscribed(t.A), await subscribed(t.B)]
    const { id } = await writeTicket(t.A)
    await answer(t.agent, id, 'Ответ')
    await expectPushes(colleague, 1)
    await t.agent.call(closeTicket, { params: { ticketId: id } })
    await expectPushes(author, 1)
    expect(author.received[0]?.payload).toMatchObject({ kind: 'closing', title: 'Тикет закрыт' })
    await t.A.call(calls.saveNotices, { body: { answers: true } })
    await t.B.call(calls.saveNotices, { body: { all_tickets: false } })
    const next = await writeTicket(t.A)
    expect(await t.B.call(calls.getFollow, { params: { ticketId: next.id } })).toEqual({ follow: 'auto' })
    await t.B.call(calls.followTicket, { params: { ticketId: next.id }, body: { follow: 'on' } })
    await t.A.call(calls.followTicket, { params: { ticketId: next.id }, body: { follow: 'off' } })
    await answer(t.agent, next.id, 'Ответ')
    await soon(() => colleague.received.at(-1)?.payload.tag).toBe(`ticket-${next.id}`)
    expect(author.received).toHaveLength(1)
    const foreign = { params: { ticketId: next.id }, body: { follow: 'on' } } as const
    for (const actor of [t.C, t.D])
      expect((await refusalOf(actor.call(calls.followTicket, foreign))).code).toBe('not_found')
  })
})

describe('the end of access', () => {
  test.each(['sign-out', 'disable', 'restaurant', 'unsubscribe'] as const)(
    'nothing more after: %s',
    async (end) => {
      const name = end === 'disable' ? 'E' : end === 'restaurant' ? 'G' : 'B'
      const token = await t.world.signIn(t.walls[name].login)
      const actor = { call: t.world.as({ token, restaurant_id: t.walls.r11 }), raw: t.A.raw }
      const browser = await subscribed(actor)
      await t.A.call(calls.saveNotices, { body: { all_tickets: true } })
      const witness = await subscribed(t.A)
      const { id } = await writeTicket(actor)
      await answer(t.agent, id, 'До')
      await expectPushes(browser, 1)
      const [session] = await t.world.sql<{ id: string }[]>`
      select id from sessions where person_id = ${t.walls[name].id} order by created_at desc limit 1`
      if (end === 'sign-out')
        await t.world.sql`update sessions set ended_at = now() where id = ${session?.id ?? null}`
      if (end === 'disable') await disablePerson(t.world.sql, t.walls.E.id)
      if (end === 'restaurant') await removeMember(t.world.sql, t.walls.G.id, t.walls.r11)
      if (end === 'unsubscribe') await actor.call(unsubscribeDevice, {})
      seconds(61)
      await answer(t.agent, id, 'После')
      await expectPushes(witness, 2)
      await expect
        .poll(
          async () =>
            (
              await t.world.sql`select 1 from notices where person_id = ${t.walls[name].id}
        and session_id = ${session?.id ?? null} and due_at is not null`
            ).count,
        )
        .toBe(0)
      expect(browser.received).toHaveLength(1)
    },
  )

  test('a browser that somebody else signs in with is theirs alone', async () => {
    const mine = await subscribed(t.A)
    await t.B.call(subscribeDevice, { body: mine.subscription })
    const { id } = await writeTicket(t.A)
    await t.B.call(calls.followTicket, { params: { ticketId: id }, body: { follow: 'on' } })
    await answer(t.agent, id, 'Кому?')
    await expectPushes(mine, 1)
    const { device } = await t.A.call(calls.getNotices, {})
    expect(device).toBeNull()
    const [owner] = await t.world.sql<{ person_id: string }[]>`select person_id from push_subscriptions`
    expect(owner?.person_id).toBe(t.walls.B.id)
    const [session] = await t.world.sql<{ id: string }[]>`select session_id as id from push_subscriptions`
    expect(mine.received[0]?.payload.owner).toBe(session?.id)
  })
})

describe('what goes wrong', () => {
  test('addresses of inside networks and keys of no browser are refused', async () => {
    const { subscription } = service.browser()
    for (const endpoint of ['https://10.0.0.1/x', 'http://push.example.com/x', 'https://localhost/x', 'x'])
      expect(
        await refusalOf(t.A.call(subscribeDevice, { body: { ...subscription, endpoint } })),
      ).toMatchObject({
        code: 'invalid',
        fields: { endpoint: 'Недопустимое значение' },
      })
    const bad = {
      ...subscription,
      p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'),
    }
    expect((await refusalOf(t.A.call(subscribeDevice, { body: bad }))).fields).toHaveProperty('p256dh')
  })

  test('a browser that is gone is forgotten; a service that is down is asked again later', async () => {
    const [gone, down] = [await subscribed(t.A), await subscribed(t.B)]
    gone.status = 410
    down.status = 503
    const { id } = await writeTicket(t.A)
    await t.B.call(calls.followTicket, { params: { ticketId: id }, body: { follow: 'on' } })
    const before = service.asked()
    await answer(t.agent, id, 'Ответ')
    await soon(() => service.asked()).toBe(before + 2)
    await soon(async () => (await t.world.sql`select 1 from push_subscriptions`).count).toBe(1)
    down.status = 201
    await soon(
      async () =>
        (
          await t.world.sql`
        select 1 from notices where ticket_id = ${id} and due_at > ${t.world.clock.now()} and attempts = 1`
        ).count,
    ).toBe(1)
    seconds(6)
    await expectPushes(down, 1)
  })

  test('a server dies during a push: it is sent again after the lease, with the same tag', async () => {
    const browser = await subscribed(t.A)
    await t.A.call(calls.saveNotices, { body: { closings: false } })
    const { id } = await writeTicket(t.A)
    browser.status = 500
    await answer(t.agent, id, 'Ответ')
    const now = new Date(t.world.clock.now().getTime() + 10_000)
    // Rescheduled, and no longer under the lease of the failed attempt.
    await soon(
      async () =>
        (
          await t.world.sql`
        select 1 from notices where ticket_id = ${id} and attempts = 1 and due_at < ${now}`
        ).count,
    ).toBe(1)
    browser.status = 201
    const lease_until = new Date(now.getTime() + 30_000)
    const taken = await claimNotifications(t.world.sql, {
      now,
      lease_until,
      latest: new Date('9999-01-01'),
      limit: 10,
    })
    expect(taken.map(({ ticket_id }) => ticket_id)).toEqual([id])
    seconds(12)
    expect(browser.received).toEqual([])
    seconds(30)
    await expectPushes(browser, 1)
    expect(browser.received[0]?.payload.tag).toBe(`ticket-${id}`)
  })

  test('a server dies after a push: the repeated one is recognized as the same event', async () => {
    const browser = await subscribed(t.A)
    const { id } = await writeTicket(t.A)
    const event = async () => {
      const [row] = await t.world.sql<
        { event_id: string }[]
      >`select event_id from notices where ticket_id = ${id}`
      return row?.event_id
    }
    const isWrittenDown = async () =>
      (await t.world.sql`select 1 from notices where ticket_id = ${id} and due_at is null`).count === 1
    await answer(t.agent, id, 'Ответ')
    await expectPushes(browser, 1)
    await soon(isWrittenDown).toBe(true)
    const first = await event()
    // The push was sent, but the server died before recording it.
    await t.world.sql`
      update notices set sent_at = null, attempts = 1, due_at = ${t.world.clock.now()} where ticket_id = ${id}`
    await expectPushes(browser, 2)
    await soon(isWrittenDown).toBe(true)
    seconds(61)
    await answer(t.agent, id, 'Ещё ответ')
    await expectPushes(browser, 3)
    expect(first).toMatch(/^\d+$/)
    expect(browser.received.map(({ payload }) => payload.event)).toEqual([first, first, await event()])
    expect(await event()).not.toBe(first)
    expect(new Set(browser.received.map(({ topic }) => topic))).toEqual(new Set([`t${id}`]))
  })

  test('two servers over one database send each notice once', async () => {
    const other = await secondServer(t.world, { RATE_LIMITS: 'off', ...env })
    await other.ready()
    const browser = await subscribed(t.A)
    const tickets: string[] = []
    for (let at = 0; at < 6; at++) tickets.push((await writeTicket(t.A, `Вопрос ${at}`)).id)
    await Promise.all(tickets.map((id) => answer(t.agent, id, 'Ответ')))
    await expectPushes(browser, 6)
    await soon(waiting).toBe(0)
    expect(new Set(browser.received.map(({ payload }) => payload.tag)).size).toBe(6)
    expect(new Set(browser.received.map(({ key }) => key)).size).toBe(1)
    await other.close()
  })
})

test('an e-mail is written only for people who have asked, to a confirmed address, when nothing was read', async () => {
  const letters = () => t.world.mail.sent.filter(({ subject }) => subject.startsWith('Поддержка ответила'))
  expect((await refusalOf(t.A.call(calls.saveNotices, { body: { by_mail: true } }))).fields).toHaveProperty(
    'by_mail',
  )
  const first = await writeTicket(t.A)
  await answer(t.agent, first.id, 'Ответ')
  await t.world.sql`update people set email_verified_at = now() where id = ${t.walls.A.id}`
  await t.A.call(calls.saveNotices, { body: { by_mail: true } })
  const second = await writeTicket(t.A)
  const third = await writeTicket(t.A)
  await answer(t.agent, second.id, 'Секретный ответ')
  await answer(t.agent, third.id, 'Прочтут сразу')
  await soon(async () => (await t.world.sql`select 1 from notices where session_id is null`).count).toBe(2)
  await readAll(t.A, third.id)
  expect(letters()).toEqual([])
  seconds(5 * 60)
  await soon(() => letters().length).toBe(1)
  expect(letters()[0]).toMatchObject({ to: t.walls.A.login })
  expect(letters()[0]?.text).toContain(`/${t.walls.r11}/tickets/${second.id}`)
  expect(letters()[0]?.text).not.toContain('Секретный')
})

test('unread answers are counted for every restaurant of a person', async () => {
  const before = await t.A.call(calls.listUnread, {})
  const of = (list: typeof before, id: string) => list.restaurants.find((one) => one.id === id)?.unread ?? 0
  const { id } = await writeTicket(t.A12)
  await answer(t.agent, id, 'Ответ в другом ресторане')
  const after = await t.A.call(calls.listUnread, {})
  expect(of(after, t.walls.r12)).toBe(of(before, t.walls.r12) + 1)
  expect(of(after, t.walls.r11)).toBe(of(before, t.walls.r11))
  expect((await t.D.call(calls.listUnread, {})).restaurants).toEqual([])
})

test('quiet hours end when they say, over midnight too', () => {
  const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const left = (now: string, from: string, to: string) => quietFor(at(now), at(from), at(to)) / 60_000
  expect(left('23:30', '23:00', '09:00')).toBe(570)
  expect(left('08:59', '23:00', '09:00')).toBe(1)
  expect(left('09:00', '23:00', '09:00')).toBe(0)
  expect(left('13:00', '12:00', '14:00')).toBe(60)
  expect(left('14:00', '12:00', '14:00')).toBe(0)
  expect(quietFor(0, null, null)).toBe(0)
})
