import { acceptInvitation, lookAtInvitation, lookAtSetup, setUp } from '@podmoga/contract/business'
import { changeRestaurant, getNextSteps, listAdminRestaurants } from '@podmoga/contract/desk/admin'
import { listJournal } from '@podmoga/contract/desk/journal'
import { invitePerson } from '@podmoga/contract/desk/people'
import { getAdminSettings, setAdminSettings } from '@podmoga/contract/desk/settings'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { getPublicSettings } from '@podmoga/contract/settings'
import { createTicket, listTickets } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { makeSetupLink } from './setup.ts'

let world: TestWorld

const OWNER = {
  business_name: 'Чайхана у моста',
  network: 'most',
  restaurant_name: 'У моста',
  first_name: 'Рустам',
  last_name: 'Алиев',
  login: '+998 90 111-22-33',
  password: 'Samovar-na-mostu-7',
  knowledge: 'empty' as const,
}

const keyOf = (link: string | null): string => new URL(link ?? '').searchParams.get('key') ?? ''
const newLink = () => makeSetupLink(world)
const visitor = () => world.as({})
const page = async (path: string) => (await world.app.inject(path)).statusCode

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('the first setup', () => {
  test('a wrong, replaced or late key opens nothing', async () => {
    const first = keyOf(await newLink())
    const second = keyOf(await newLink())
    for (const key of ['x'.repeat(43), first])
      await expect(visitor()(lookAtSetup, { body: { key } })).rejects.toMatchObject({ code: 'not_found' })
    const { expires_at } = await visitor()(lookAtSetup, { body: { key: second } })
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(world.clock.now().getTime() + 24 * 3600_000)
    world.clock.move(24 * 3600_000 + 1)
    await expect(visitor()(setUp, { body: { ...OWNER, key: second } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await world.sql`select from businesses`).toHaveLength(0)
  })

  test('bad input is told by its field and makes nothing', async () => {
    const key = keyOf(await newLink())
    const faultsOf = async (change: Partial<typeof OWNER>) =>
      visitor()(setUp, { body: { ...OWNER, ...change, key } }).catch(
        (refusal: { fields: object }) => refusal.fields,
      )
    expect(await faultsOf({ login: 'ни почта, ни телефон' })).toEqual({ login: 'Укажите почту или телефон' })
    expect(await faultsOf({ password: 'password123' })).toEqual({
      password: expect.stringContaining('известный'),
    })
    expect(await faultsOf({ network: 'Сеть' })).toEqual({ network: expect.stringContaining('Латинские') })
    expect(await faultsOf({ restaurant_name: ' ' })).toEqual({ restaurant_name: 'Обязательное поле' })
    expect(await world.sql`select from businesses`).toHaveLength(0)
  })

  test('of two at once one becomes the owner, and nothing is at that address any more', async () => {
    const key = keyOf(await newLink())
    expect(await page('/setup/?key=x')).toBe(200)
    const both = await Promise.allSettled([
      visitor()(setUp, { body: { ...OWNER, key } }),
      visitor()(setUp, { body: { ...OWNER, network: 'two', login: 'two@most.test', key } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await world.sql`select from businesses`).toHaveLength(1)
    expect(await newLink()).toBeNull()
    expect(await page('/setup/?key=x')).toBe(404)
    await expect(visitor()(lookAtSetup, { body: { key } })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an owner and the first cook', () => {
  test('the owner invites, the cook joins by the link and writes a ticket', async () => {
    const [owner] = await world.sql<{ phone: string | null; email: string | null }[]>`
      select phone, email from people`
    const token = await world.signIn(owner?.phone ?? owner?.email ?? '', OWNER.password)
    const admin = world.as({ token })
    const [restaurant] = await world.sql<{ id: string }[]>`select id from restaurants`
    const restaurant_id = restaurant?.id ?? ''
    const done = async () =>
      (await admin(getNextSteps, {})).steps.flatMap((one) => (one.done ? [one.step] : []))
    expect(await done()).toEqual(['delivery'])

    const invited = await admin(invitePerson, {
      body: {
        first_name: 'Дилшод',
        phone: '90 555 44 33',
        restaurants: [{ id: restaurant_id }],
        send: 'sms',
      },
    })
    expect(invited.sent).toBe(true)
    const key = keyOf(invited.link)
    expect(await visitor()(lookAtInvitation, { body: { key } })).toEqual({
      purpose: 'join',
      business: OWNER.business_name,
      restaurants: ['У моста'],
      first_name: 'Дилшод',
      login: '+998905554433',
    })
    const weak = visitor()(acceptInvitation, { body: { key, password: 'qwerty123' } })
    await expect(weak).rejects.toMatchObject({ code: 'invalid', fields: { password: expect.any(String) } })
    const twice = await Promise.allSettled(
      [1, 2].map(() => visitor()(acceptInvitation, { body: { key, password: 'Plov-po-pyatnicam-5' } })),
    )
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const joined = twice.find((one) => one.status === 'fulfilled')?.value
    expect(joined?.restaurants).toEqual([{ id: restaurant_id, name: 'У моста' }])

    const cook = world.as({ token: joined?.access_token ?? '', restaurant_id })
    await cook(createTicket, { form: { category: 'other', topic: '', initial_message: 'Касса молчит' } })
    expect((await cook(listTickets, {})).total_items).toBe(1)

    expect(await done()).toEqual(['people', 'delivery'])
    const events = (await admin(listJournal, {})).results.map(({ event }) => event)
    expect(events).toEqual(['invitation_accepted', 'person_invited', 'business_created'])
    const { results: lines } = await admin(listJournal, {})
    expect(JSON.stringify(lines)).not.toContain(key)
    const made = lines.find(({ event }) => event === 'business_created')
    expect(made?.changes.map(({ name }) => name)).toEqual(['Название или имя', 'Сеть', 'Ресторан'])

    // A single café is complete once its opening hours are set.
    const [cafe] = (await admin(listAdminRestaurants, {})).restaurants
    const { name = '', timezone = '' } = cafe ?? {}
    const week = ['10:00-23:00', '', '', '', '', '', '']
    await admin(changeRestaurant, {
      params: { restaurantId: restaurant_id },
      body: { name, timezone, hours: week, city: null, chain: null, groups: [] },
    })
    expect(await done()).toEqual(['people', 'restaurants', 'delivery'])

    // The last step is done once both sides have written: the owner is staff of the first restaurant and answers as
    // support.
    const { cook_at, is_away } = await admin(getNextSteps, {})
    expect([cook_at, is_away]).toEqual([restaurant_id, false])
    const [ticket] = (await cook(listTickets, {})).results
    const params = { ticketId: String(ticket?.id) }
    await admin(sendDeskReply, { params, form: { text: 'Проверьте бумагу' }, files: [] })
    expect(await done()).toContain('both')
    const { revision: now } = await admin(getAdminSettings, {})
    await admin(setAdminSettings, { body: { revision: now, values: { start_away: true } } })
    await expect.poll(async () => (await admin(getNextSteps, {})).is_away).toBe(true)

    // Phone and e-mail of the support count as examples until both are set.
    const contacts = async (values: { support_phone?: string; support_email?: string }) => {
      const { revision } = await admin(getAdminSettings, {})
      await admin(setAdminSettings, { body: { revision, values } })
    }
    await contacts({ support_phone: '+998 71 200-30-40' })
    expect(await done()).not.toContain('support')
    await contacts({ support_email: 'help@most.test' })
    await expect.poll(done).toContain('support')

    // A visitor who is not signed in sees the only business's current name.
    const { revision } = await admin(getAdminSettings, {})
    await admin(setAdminSettings, { body: { revision, values: { brand: 'Самовар у моста' } } })
    await expect.poll(async () => (await visitor()(getPublicSettings, {})).brand).toBe('Самовар у моста')
  })

  test('a link is of this installation, whoever asks for it, and opens nothing after a week', async () => {
    const [owner] = await world.sql<{ login: string }[]>`
      select coalesce(phone, email) as login from people order by id limit 1`
    const [restaurant] = await world.sql<{ id: string }[]>`select id from restaurants`
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/${invitePerson.path}`,
      headers: {
        authorization: `Bearer ${await world.signIn(owner?.login ?? '', OWNER.password)}`,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
      },
      payload: { first_name: 'Поздний', email: 'late@most.test', restaurants: [{ id: restaurant?.id }] },
    })
    expect(answer.statusCode).toBe(200)
    const { link } = answer.json<{ link: string }>()
    expect(new URL(link).origin).toBe(world.config.public_url)
    const key = keyOf(link)
    world.clock.move(7 * 24 * 3600_000 - 1000)
    expect(await visitor()(lookAtInvitation, { body: { key } })).toMatchObject({ first_name: 'Поздний' })
    world.clock.move(1000)
    const body = { key, password: 'Plov-po-pyatnicam-5' }
    await expect(visitor()(lookAtInvitation, { body: { key } })).rejects.toMatchObject({ code: 'not_found' })
    await expect(visitor()(acceptInvitation, { body })).rejects.toMatchObject({ code: 'not_found' })
  })
})
