// @vitest-environment happy-dom
import { listAdminRestaurants } from '@podmoga/contract/desk/admin'
import {
  type AdminPerson,
  countPeople,
  disablePerson,
  enablePerson,
  getAdminPerson,
  getInviteWays,
  inviteMany,
  invitePerson,
  listPeople,
  setPersonAccess,
} from '@podmoga/contract/desk/people'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buttons,
  eventually,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  tick,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { PeoplePage } from './people.page.tsx'

const TIMUR: AdminPerson = {
  ...{ id: '3', first_name: 'Тимур', last_name: 'Рахимов', email: 'timur@demo.test', phone: null },
  ...{ state: 'active', restaurants: [{ id: '11', name: 'Плов Центр', role: 'staff' }], desk_roles: [] },
  ...{ created_at: '2026-11-01T10:00:00.000Z', seen_at: null, second_step: false },
  ...{ mine: true, account_mine: true },
}
const wire = wireOfEach()
let person = TIMUR
beforeEach(() => {
  localStorage.clear()
  person = TIMUR
  wire.answer(listPeople, ({ url }) => ({
    results: new URL(url, 'http://desk.test').searchParams.get('search') === 'никто' ? [] : [person],
    next: null,
  }))
  wire.answer(countPeople, { total: 1, is_more: false })
  wire.answer(getInviteWays, { email: true, sms: false, days: 7 })
  wire.answer(listAdminRestaurants, { restaurants: [] })
})
const open = () => openScreen(wire, <PeoplePage />, '/admin/people', ['admin'])
const sure = (name: string) =>
  eventually(() => {
    const found = buttons(name).find((one) => one.closest('[role="dialog"]') !== null)
    if (found === undefined) throw new Error('no question')
    found.click()
  })

test('people are found by what is typed, and nobody found is said', async () => {
  open()
  await says('timur@demo.test')
  await isAccessible()
  await fill('Имя, телефон или почта', 'никто')
  await saysNo('timur@demo.test')
  await isAccessible()
})

test('whoever is cut off says so, and may come back', async () => {
  wire.answer(disablePerson, () => {
    person = { ...TIMUR, state: 'disabled' }
    return { ok: true }
  })
  wire.answer(enablePerson, () => {
    person = TIMUR
    return { ok: true }
  })
  open()
  await press('Отключить')
  await says('Отключить: Тимур Рахимов?')
  await isAccessible()
  wire.fail(disablePerson, 'lost')
  await sure('Отключить')
  await says('Нет связи с сервером')
  await sure('Отключить')
  await says('Отключён')
  await press('Вернуть')
  await eventually(() => expect(buttons('Отключить')).toHaveLength(1))
})

test('where somebody is signed in is told', async () => {
  wire.answer(getAdminPerson, {
    ...TIMUR,
    sessions: [
      {
        ...{ created_at: '2026-11-20T10:00:00.000Z', seen_at: '2026-11-21T10:00:00.000Z' },
        ...{ device: null, ip: '10.0.0.1' },
      },
    ],
  })
  open()
  await press('Ещё: Тимур Рахимов')
  await press('Входы')
  await says('10.0.0.1')
  await isAccessible()
})

test('an invitation has a name and an address; its link is shown once it is made', async () => {
  open()
  await press('Пригласить сотрудника')
  await press('Пригласить')
  await says('Необходимо указать имя')
  await isAccessible()
  expect(wire.sent(invitePerson)).toEqual([])
  await fill('Имя', 'Дилшод')
  await press('Пригласить')
  await says('Укажите почту или телефон')
  await fill('Почта', 'dilshod@most.test')
  // A person without a restaurant or a role would see nothing: warn once, then accept.
  await press('Пригласить')
  await says('Вам пока не открыли ни один ресторан')
  await isAccessible()
  expect(wire.sent(invitePerson)).toEqual([])
  await tick('Агент поддержки')
  await saysNo('Вам пока не открыли ни один ресторан')
  await tick('Агент поддержки')
  await press('Пригласить')
  await says('Вам пока не открыли ни один ресторан')
  wire.fail(invitePerson, 'lost')
  await press('Пригласить')
  await says('Нет связи с сервером')
  expect((await field('Имя')).value).toBe('Дилшод')
  wire.answer(invitePerson, {
    ...{ id: '9', link: 'https://desk.test/intranet/invite?key=x', sent: false },
    expires_at: '2026-12-04T10:00:00.000Z',
  })
  await press('Пригласить')
  await says('https://desk.test/intranet/invite?key=x')
  await isAccessible()
  const keys = wire.sent(invitePerson).map(({ headers }) => headers['Idempotency-Key'])
  expect(new Set(keys).size).toBe(1)
  expect(wire.bodies(invitePerson)[1]).toMatchObject({
    first_name: 'Дилшод',
    email: 'dilshod@most.test',
    send: 'link',
  })
})

test('access that another admin has changed meanwhile is told, and both have what they ticked', async () => {
  const message = 'Пока вы меняли, это изменил другой человек: Дилноза Юсупова.'
  const theirs: AdminPerson = { ...TIMUR, desk_roles: ['agent'] }
  wire.fail(setPersonAccess, { code: 'changed_meanwhile', error: message })
  wire.answer(setPersonAccess, theirs)
  wire.answer(getAdminPerson, { ...theirs, sessions: [] })
  open()
  await press('Ещё: Тимур Рахимов')
  await press('Рестораны и роли')
  await tick('Редактор базы знаний')
  await press('Сохранить')
  await says(message)
  await says('Рестораны и роли: Плов Центр, Агент поддержки')
  await isAccessible()
  await press('Сохранить')
  await saysNo(message)
  const restaurants = [{ id: '11', role: 'staff' }]
  expect(wire.bodies(setPersonAccess)).toEqual([
    { restaurants, desk_roles: ['editor'], was: { restaurants, desk_roles: [] } },
    { restaurants, desk_roles: ['agent', 'editor'], was: { restaurants, desk_roles: ['agent'] } },
  ])
})

test('links that are shown once are there for whoever went away and comes back, until they were saved', async () => {
  const link = 'https://desk.test/intranet/invite?key=x'
  const one = { id: '3', name: 'Тимур Рахимов', login: 'timur@demo.test', restaurant: 'Плов Центр' }
  wire.answer(inviteMany, {
    results: [{ ...one, link, expires_at: '2026-12-04T10:00:00.000Z', sent: false }],
    skipped: 0,
  })
  open()
  await tick('Выбрать: Тимур Рахимов')
  await press('Пригласить')
  await press('Сделать приглашения')
  await says('Приглашения готовы: 1')
  reload()
  await says('Приглашения готовы: 1')
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  await press('Скачать CSV')
  saved.mockRestore()
  reload()
  await says('timur@demo.test')
  await saysNo('Приглашения готовы')
})
