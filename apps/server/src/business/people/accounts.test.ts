import { acceptInvitation, lookAtInvitation } from '@podmoga/contract/business'
import type { Call } from '@podmoga/contract/client'
import { confirm } from '@podmoga/contract/confirmation'
import { checkPeopleImport, runPeopleImport } from '@podmoga/contract/desk/imports'
import * as people from '@podmoga/contract/desk/people'
import { erasePerson, exportPersonData } from '@podmoga/contract/desk/personal-data'
import { subscribeDevice } from '@podmoga/contract/notifications'
import { revertChange } from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPushService } from '../../ports/testing-push.ts'
import { addPerson, addRestaurant } from '../../session/session.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers, signInPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'manager', Call>
let service: Awaited<ReturnType<typeof startPushService>>
let next = 0

const NEW = 'Vesna-v-Buxare-24'

beforeAll(async () => {
  service = await startPushService()
  world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '86400',
    PUSH_ORIGINS: service.url,
  })
  walls = await seedPeopleManagers(world)
  as = await signInPeopleManagers(world, walls, 'admin', 'admin2', 'manager')
  for (const call of Object.values(as)) await call(confirm, { body: { password: PASSWORD } })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})

const code = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ok',
    (refusal: { code?: string }) => refusal.code ?? String(refusal),
  )
const cook = (more: Partial<Parameters<typeof addPerson>[1]> = {}) => {
  next += 1
  return addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `account${next}@walls.test`,
    first_name: 'Повар',
    restaurants: [walls.r11],
    ...more,
  })
}
const of = (personId: string) => ({ params: { personId } })
const linkFor = (call: Call, id: string) => call(people.inviteAgain, { ...of(id), body: {} })
const keyOf = (link: string) => new URL(link).searchParams.get('key') ?? ''
const accept = (link: string, password = NEW) =>
  world.as({})(acceptInvitation, { body: { key: keyOf(link), password } })

describe('a manager and an account that is more than theirs', () => {
  test('N01: makes no link for it, does not turn it off or on, and still takes it out of their own restaurant', async () => {
    const archived = await addRestaurant(world.sql, {
      business_id: walls.businesses.n1,
      name: 'Закрытый зал',
    })
    await world.sql`update restaurants set archived_at = now() where id = ${archived}`
    for (const other of [walls.r12, archived]) {
      const both = await cook({ restaurants: [walls.r11, other] })
      expect(await code(linkFor(as.manager, both.id))).toBe('above_you')
      expect(await code(as.manager(people.disablePerson, of(both.id)))).toBe('above_you')
      await as.admin(people.disablePerson, of(both.id))
      expect(await code(as.manager(people.enablePerson, of(both.id)))).toBe('above_you')
      await as.admin(people.enablePerson, of(both.id))
      expect(await world.sql`select from invitations where person_id = ${both.id}`).toHaveLength(0)
      const seen = await as.manager(people.getAdminPerson, of(both.id))
      expect([seen.mine, seen.account_mine]).toEqual([true, false])
      // Nor can the manager see the person's sessions.
      await world.signIn(both.login)
      expect((await as.manager(people.getAdminPerson, of(both.id))).sessions).toEqual([])
      expect((await as.admin(people.getAdminPerson, of(both.id))).sessions).toHaveLength(1)
      const out = as.manager(people.setPersonAccess, { ...of(both.id), body: { restaurants: [] } })
      // The person to return in the response is no longer in scope.
      expect(await code(out)).toBe('not_found')
      const left = await world.sql<{ id: string }[]>`
        select restaurant_id as id from memberships where person_id = ${both.id}`
      expect(left.map(({ id }) => id)).toEqual([other])
    }
    const plain = await cook()
    expect(await code(linkFor(as.manager, plain.id))).toBe('ok')
  })

  test('an invitation they made opens nothing once its person has become more', async () => {
    const invite = async () => {
      next += 1
      const body = {
        first_name: 'Новый',
        email: `raised${next}@walls.test`,
        restaurants: [{ id: walls.r11 }],
      }
      return as.manager(people.invitePerson, { body })
    }
    for (const more of [
      { restaurants: [{ id: walls.r11 }, { id: walls.r12 }] },
      { restaurants: [{ id: walls.r11, role: 'manager' as const }] },
      { restaurants: [{ id: walls.r11 }], desk_roles: ['admin' as const] },
    ]) {
      const { id, link } = await invite()
      await as.admin(people.setPersonAccess, { ...of(id), body: more })
      const look = world.as({})(lookAtInvitation, { body: { key: keyOf(link) } })
      expect([await code(look), await code(accept(link))]).toEqual(['not_found', 'not_found'])
      // An admin's own link still works.
      expect(await code(accept((await linkFor(as.admin, id)).link))).toBe('ok')
    }
    const { id, link } = await invite()
    await as.admin(people.setPersonAccess, { ...of(id), body: { restaurants: [{ id: walls.r11 }] } })
    expect(await code(accept(link))).toBe('ok')
  })

  test('a link of theirs that the release before made, and did not write whose, opens no more than they have', async () => {
    const asBefore = async (call: Call, id: string) => {
      const { link } = await linkFor(call, id)
      await world.sql`update invitations set restaurant_ids = null where person_id = ${id}`
      return link
    }
    const raised = await cook()
    const link = await asBefore(as.manager, raised.id)
    await as.admin(people.setPersonAccess, {
      ...of(raised.id),
      body: { restaurants: [{ id: walls.r11 }, { id: walls.r12 }] },
    })
    expect(await code(accept(link))).toBe('not_found')
    expect(await code(accept(await asBefore(as.admin, raised.id)))).toBe('ok')
    expect(await code(accept(await asBefore(as.manager, (await cook()).id)))).toBe('ok')
  })

  test('brings no phone, e-mail or name to it by a file: a phone is a way in', async () => {
    const both = await cook({ restaurants: [walls.r11, walls.r12] })
    const run = async (call: Call, phone: string, name = 'Повар') => {
      const csv = `Имя;Фамилия;Почта;Телефон;Рестораны\n${name};;${both.login};${phone};Ресторан 11\n`
      const file = new File([csv], 'люди.csv', { type: 'text/csv' })
      const { id, rows } = await call(checkPeopleImport, { form: {}, files: [file] })
      await call(runPeopleImport, { params: { importId: id }, body: { send: 'link' } })
      return rows.map(({ fate }) => fate)
    }
    expect(await run(as.manager, '+998901230001')).toEqual(['bad'])
    expect(await run(as.manager, '', 'Другой')).toEqual(['bad'])
    const [row] = await world.sql`select phone, first_name from people where id = ${both.id}`
    expect(row).toEqual({ phone: null, first_name: 'Повар' })
  })
})

describe('a password set by a link', () => {
  const sentTo = (login: string) => world.mail.sent.filter(({ to }) => to === login)
  const lastTo = async (login: string) => {
    await expect.poll(() => sentTo(login).length).toBe(1)
    return sentTo(login)[0]?.text ?? ''
  }

  test('N02: is told to its owner, who takes it back with «Это не я»', async () => {
    const person = await cook()
    const { link } = await linkFor(as.manager, person.id)
    expect(sentTo(person.login)).toEqual([])
    const taken = await accept(link)
    const letter = await lastTo(person.login)
    expect(letter).toContain('Пароль изменён')
    const token = /revert\?token=([\w-]+)/.exec(letter)?.[1] ?? ''
    expect(await world.as({})(revertChange, { body: { token } })).toMatchObject({
      ok: true,
      kind: 'password',
    })
    expect(await code(world.signIn(person.login))).toBe('ok')
    expect(await code(world.signIn(person.login, NEW))).toBe('bad_credentials')
    const inside = world.as({ token: taken.access_token })(confirm, { body: { password: NEW } })
    expect(await code(inside)).toBe('unauthorized')
  })

  test('N02: sends a push to every device of its owner, and a tap opens the revert page', async () => {
    const person = await cook()
    const browser = service.browser()
    const own = { token: await world.signIn(person.login), restaurant_id: walls.r11 }
    const { owner } = await world.as(own)(subscribeDevice, { body: browser.subscription })
    await accept((await linkFor(as.manager, person.id)).link)
    await expect.poll(() => browser.received.length).toBe(1)
    const payload = browser.received[0]?.payload
    expect(payload).toMatchObject({ owner, kind: 'account', title: 'Пароль изменён' })
    const token = /^\/intranet\/revert\?token=([\w-]+)$/.exec(String(payload?.path))?.[1] ?? ''
    expect(await world.as({})(revertChange, { body: { token } })).toMatchObject({
      ok: true,
      kind: 'password',
    })
    expect(await code(world.signIn(person.login))).toBe('ok')
  })

  test('by SMS if there is no e-mail; a first password sends no notice', async () => {
    const person = await cook({ phone: '+998901230009' })
    await world.sql`update people set email = null where id = ${person.id}`
    await accept((await linkFor(as.admin, person.id)).link)
    await expect.poll(() => world.sms.sent.filter(({ to }) => to === '+998901230009').length).toBe(1)
    const body = { first_name: 'Новый', email: 'first@walls.test', restaurants: [{ id: walls.r11 }] }
    await accept((await as.manager(people.invitePerson, { body })).link)
    expect(await world.sql`select from outbox where to_address = 'first@walls.test'`).toHaveLength(0)
    expect(sentTo('first@walls.test')).toEqual([])
  })
})

describe('a person with roles in two businesses', () => {
  const ofBoth = async (role: 'agent' | 'editor' | 'admin' = 'agent') =>
    cook({ desk: [{ role, business_id: walls.businesses.n2 }] })

  test('N01: is nobody’s to re-key, to turn off, to export or to erase; each business gives and takes its own roles', async () => {
    const person = await ofBoth()
    for (const act of [
      () => linkFor(as.admin, person.id),
      () => as.admin(people.disablePerson, of(person.id)),
      () => as.admin(people.enablePerson, of(person.id)),
      () => as.admin(people.resetSecondStep, of(person.id)),
      () => as.admin(exportPersonData, of(person.id)),
      () => as.admin(erasePerson, of(person.id)),
    ])
      expect(await code(act())).toBe('above_you')
    expect(await code(linkFor(as.manager, person.id))).toBe('above_you')
    const body = { restaurants: [{ id: walls.r12 }], desk_roles: ['editor' as const] }
    const { restaurants, desk_roles } = await as.admin(people.setPersonAccess, { ...of(person.id), body })
    expect([restaurants.map(({ id }) => id), desk_roles]).toEqual([[walls.r12], ['editor']])
    const theirs = await world.sql`
      select from desk_members where person_id = ${person.id} and business_id = ${walls.businesses.n2}`
    expect(theirs).toHaveLength(1)
    // In the other business they are in no list of people, so it cannot send them a new link either.
    expect(await code(linkFor(as.admin2, person.id))).toBe('not_found')
    expect(await code(world.signIn(person.login))).toBe('ok')
  })

  test('an open link of one business opens nothing once the other has given a role', async () => {
    const person = await cook()
    const { link } = await linkFor(as.admin, person.id)
    await world.sql`
      insert into desk_members (person_id, business_id, role) values (${person.id}, ${walls.businesses.n2}, 'agent')`
    expect(await code(accept(link))).toBe('not_found')
  })
})
