import { checkPeopleImport } from '@podmoga/contract/desk/imports'
import { addApiKey } from '@podmoga/contract/desk/keys'
import { invitePerson } from '@podmoga/contract/desk/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../session/session.testing.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

const DAY_MS = 24 * 3600_000
const TAKEN = 'bad: Такая почта или такой телефон уже есть у другого человека'
const LATER = 'bad: Сегодня уже встретилось много почт и телефонов других людей: загрузите эту строку завтра'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
const far = (at: number) => `far${at}@elsewhere.test`

beforeAll(async () => {
  world = await openWorld()
  walls = await seedPeopleManagers(world)
  for (let at = 0; at < 16; at += 1)
    await addPerson(world.sql, {
      business_id: walls.businesses.n2,
      email: far(at),
      phone: `+9989055500${10 + at}`,
    })
})
afterAll(() => world.close())

const adminOf = async (name: string) => {
  const desk = [{ role: 'admin' as const, business_id: walls.businesses.n1 }]
  const { login } = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: `${name}@probing.test`,
    desk,
  })
  return { login, call: world.as({ token: await world.signIn(login) }) }
}
const inviteBy = ({ call }: Pick<Awaited<ReturnType<typeof adminOf>>, 'call'>, email: string) =>
  call(invitePerson, {
    body: {
      first_name: 'Кто',
      last_name: '',
      email,
      phone: null,
      restaurants: [],
      desk_roles: [],
      send: 'link',
    },
  }).then(
    () => 'ok',
    ({ code }: { code: string }) => code,
  )

test('past ten people of other businesses a day nobody learns who else works there: by a file, an invitation, a directory', async () => {
  const admin = await adminOf('first')
  const check = async (by = admin.call) => {
    const lines = [
      ...Array.from({ length: 12 }, (_, at) => `Кто;${far(at)};`),
      'Кто;free@probing.test;',
      // Nothing else that is wrong with a row tells a free address from a taken one, nor does its repetition.
      ';free2@probing.test;',
      'Кто;free@probing.test;',
      `;${walls.agent.login};+998905550022`,
      `;${walls.agent.login};`,
    ]
    const file = new File([['Имя;Почта;Телефон', ...lines].join('\n')], 'люди.csv')
    const { rows } = await by(checkPeopleImport, { form: {}, files: [file] })
    return rows.map(({ fate, says }) => `${fate}: ${says}`)
  }
  const told = [...Array<string>(10).fill(TAKEN), ...Array<string>(6).fill(LATER), 'same: Без изменений']
  expect(await check()).toEqual(told)
  expect(await check()).toEqual(told)

  expect(await inviteBy(admin, far(0).toUpperCase())).toBe('address_taken')
  for (const email of [far(11), 'free@probing.test']) expect(await inviteBy(admin, email)).toBe('too_often')

  expect(await inviteBy(admin, walls.agent.login)).toBe('address_taken')

  const { key } = await admin.call(addApiKey, { body: { name: 'Каталог', scopes: ['scim'], days: null } })
  const add = async (userName: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' }
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName }
    return (
      await world.app.inject({
        method: 'POST',
        url: '/api/scim/v2/Users',
        headers,
        payload: JSON.stringify(body),
      })
    ).statusCode
  }
  expect([await add(far(0)), await add(far(11)), await add('free@probing.test')]).toEqual([409, 429, 429])

  const other = await adminOf('second')
  expect(await inviteBy(other, far(11))).toBe('address_taken')
  world.clock.move(DAY_MS + 1000)
  const tomorrow = { call: world.as({ token: await world.signIn(admin.login) }) }
  // What was told yesterday costs nothing, so the file gets further each day.
  expect(await check(tomorrow.call)).toEqual([
    ...Array<string>(12).fill(TAKEN),
    ...['add', 'bad', 'bad', 'bad', 'same'].map((fate) => expect.stringMatching(`^${fate}: (?!Сегодня уже)`)),
  ])
  expect(await inviteBy(tomorrow, 'free@probing.test')).toBe('ok')
})

test('sixteen invitations at once have the one limit of ten', async () => {
  const admin = await adminOf('third')
  const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => inviteBy(admin, far(at))))
  expect(answers.filter((code) => code === 'address_taken')).toHaveLength(10)
  expect(answers.filter((code) => code === 'too_often')).toHaveLength(6)
})
