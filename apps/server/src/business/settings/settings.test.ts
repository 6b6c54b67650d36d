import { listJournal } from '@podmoga/contract/desk/journal'
import { invitePerson } from '@podmoga/contract/desk/people'
import { getAdminSettings, setAdminSettings, setLogo } from '@podmoga/contract/desk/settings'
import { changePassword } from '@podmoga/contract/profile'
import { getPublicSettings, getSettings } from '@podmoga/contract/settings'
import type { OwnSettings } from '@podmoga/contract/settings-table'
import { createTicket, getLimits } from '@podmoga/contract/tickets'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PNG } from '../../files/testing-files.ts'
import { secondServer } from '../../session/session.testing-server.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let other: FastifyInstance
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let tokens: Record<'admin' | 'admin2' | 'A' | 'D', string>

beforeAll(async () => {
  world = await openWorld()
  walls = await seedPeopleManagers(world)
  other = await secondServer(world)
  await other.ready()
  const sign = ({ login }: { login: string }) => world.signIn(login)
  tokens = {
    admin: await sign(walls.admin),
    admin2: await sign(walls.admin2),
    A: await sign(walls.A),
    D: await sign(walls.D),
  }
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const as = (who: keyof typeof tokens) => world.as({ token: tokens[who] })
const change = async (
  who: 'admin' | 'admin2',
  values: Partial<{ [N in keyof OwnSettings]: OwnSettings[N] | null }>,
) => {
  const { revision } = await as(who)(getAdminSettings, {})
  return as(who)(setAdminSettings, { body: { revision, values } })
}
const elsewhere = async (path: string, token: string, restaurant_id?: string) => {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(restaurant_id === undefined ? {} : { authrestaurantid: restaurant_id }),
  }
  return (await other.inject({ url: `/api/${path}`, headers })).json()
}

describe('settings of a business', () => {
  test('begin as the installation’s, and what one business sets holds on every server, for it alone', async () => {
    const before = await as('admin')(getAdminSettings, {})
    expect(before.values).toEqual(before.defaults)
    expect(before.own).toEqual([])
    const hours = ['09:00-18:00', '09:00-18:00', '09:00-18:00', '09:00-18:00', '09:00-18:00', '', '']
    const set = await change('admin', {
      brand: '  Чайхана   ',
      support_phone: '+998 90 111-22-33',
      support_email: 'help@chayhana.test',
      panel_url: 'https://panel.test/r/{restaurantId}',
      working_hours: hours,
      holidays: ['2026-03-21'],
      files_max: 2,
    })
    expect(set.values).toMatchObject({ brand: 'Чайхана', support_email: 'help@chayhana.test', files_max: 2 })
    expect(set.own.toSorted()).toEqual(
      [
        'brand',
        'files_max',
        'holidays',
        'panel_url',
        'support_email',
        'support_phone',
        'working_hours',
      ].toSorted(),
    )
    await expect
      .poll(() => elsewhere('users/settings/', tokens.A))
      .toMatchObject({
        brand: 'Чайхана',
        support_phone: '+998 90 111-22-33',
        working_hours: hours,
        holidays: ['2026-03-21'],
      })
    expect(await elsewhere('help_desk/limits/', tokens.A, walls.r11)).toMatchObject({ max_files: 2 })
    expect(await as('D')(getSettings, {})).toMatchObject({ brand: 'Подмога', working_hours: null })
    // With several businesses, an unknown visitor gets the installation's own settings.
    expect(await world.as({})(getPublicSettings, {})).toMatchObject({ brand: 'Подмога' })

    const back = await change('admin', { brand: null, files_max: null, working_hours: null, holidays: null })
    expect(back.values).toMatchObject({ brand: 'Подмога', files_max: before.values.files_max, holidays: [] })
    const { results } = await as('admin')(listJournal, { query: { event: 'settings_changed' } })
    expect(results[0]).toMatchObject({ after: { brand: 'как в установке' } })
  })

  test('an invitation’s letter stands under the business’s own name', async () => {
    await change('admin', { brand: 'Самовар' })
    await as('admin')(invitePerson, {
      body: {
        first_name: 'Повар',
        email: 'povar@walls.test',
        restaurants: [{ id: walls.r11 }],
        send: 'email',
      },
    })
    await expect
      .poll(() => world.mail.sent.map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('Самовар'))
    await change('admin', { brand: null })
  })

  test('limits and the password rule are narrowed, never widened, and hold at once', async () => {
    const { defaults } = await as('admin')(getAdminSettings, {})
    await expect(
      change('admin', { files_max: defaults.files_max + 1, tickets_per_10_minutes: 999 }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: { files_max: 'Не больше 10', tickets_per_10_minutes: 'Не больше 10' },
    })
    await change('admin', { files_max: 1, tickets_per_10_minutes: 1, password_min: 20 })
    const staff = world.as({ token: tokens.A, restaurant_id: walls.r11 })
    expect((await staff(getLimits, {})).max_files).toBe(1)
    const file = () => new File([PNG], 'касса.png', { type: 'image/png' })
    const form = { category: 'other' as const, initial_message: 'Не печатает' }
    await expect(staff(createTicket, { form, files: [file(), file()] })).rejects.toMatchObject({
      code: 'too_many_files',
    })
    await staff(createTicket, { form })
    await expect(staff(createTicket, { form })).rejects.toMatchObject({ code: 'too_often' })
    const words = { old_password: PASSWORD, new_password: 'Vesna-v-Buxare-24' }
    expect(await staff(changePassword, { body: words })).toMatchObject({
      ok: false,
      error: expect.stringContaining('20'),
    })
    await change('admin', { files_max: null, tickets_per_10_minutes: null, password_min: null })
  })

  test('what would harm a page or a letter is refused under its field', async () => {
    const bad: [keyof OwnSettings, unknown][] = [
      ['panel_url', 'javascript:alert(1)'],
      ['panel_url', '//evil.test/'],
      ['marketplace_url', 'https://exa mple.test/'],
      ['brand', '<img src=x>'],
      ['brand', ' '],
      ['support_email', 'not an address'],
      ['support_phone', 'call me'],
      ['working_hours', ['9-18', '', '', '', '', '', '']],
      ['holidays', ['31.12.2026']],
      ['password_min', 4],
      ['files_max', 1.5],
    ]
    const { revision } = await as('admin')(getAdminSettings, {})
    for (const [name, value] of bad) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/desk/admin/settings/',
        headers: { authorization: `Bearer ${tokens.admin}` },
        payload: { revision, values: { [name]: value } },
      })
      expect(answer.statusCode, `${name} ${String(value)}`).toBe(400)
      expect(answer.json().fields, `${name} ${String(value)}`).toBeDefined()
    }
    expect((await as('admin')(getAdminSettings, {})).revision).toBe(revision)
  })

  test('of two who change at once the second is told', async () => {
    const { revision } = await as('admin')(getAdminSettings, {})
    const save = (brand: string) => as('admin')(setAdminSettings, { body: { revision, values: { brand } } })
    const both = await Promise.allSettled([save('Один'), save('Два')])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'stale_draft', message: expect.stringContaining('Настройки') },
    })
    await change('admin', { brand: null })
  })

  test('a logo is drawn anew, lies at an address of its own, and can be taken away', async () => {
    const draw = (files: Blob[]) => as('admin')(setLogo, { form: {}, files })
    await expect(draw([new File(['<svg/>'], 'logo.png', { type: 'image/png' })])).rejects.toMatchObject({
      code: 'unsupported_type',
    })
    const { logo_url } = await draw([new File([PNG], 'logo.png', { type: 'image/png' })])
    const picture = await world.app.inject({ url: logo_url ?? '' })
    expect(picture.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
    expect((await as('A')(getSettings, {})).logo_url).toBe(logo_url)
    expect((await as('D')(getSettings, {})).logo_url).toBe(null)
    expect((await draw([])).logo_url).toBe(null)
    expect((await world.app.inject({ url: logo_url ?? '' })).statusCode).toBe(404)
  })
})
