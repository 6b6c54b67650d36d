import { changePassword, getProfile } from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atFullCost } from '../../session/session.testing.ts'
import { PASSWORD } from '../../testing.ts'
import { lettersTo } from '../profile.testing.sent.ts'
import { auditOf, openProfileWorld, type Somebody } from '../profile.testing.ts'
import { SAY } from '../profile.texts.ts'
import { faultOf } from './rules.ts'

const MINUTE = 60_000

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld()
})
afterAll(() => opened.world.close())

const change = ({ call }: Somebody, new_password: string, old_password = PASSWORD) =>
  call(changePassword, { body: { old_password, new_password } })
const signsIn = (login: string, password: string): Promise<boolean> =>
  opened.world.signIn(login, password).then(
    () => true,
    () => false,
  )
const hashOf = async ({ id }: Somebody): Promise<string> => {
  const [row] = await opened.world.sql<{ password_hash: string }[]>`
    select password_hash from people where id = ${id}`
  return row?.password_hash ?? ''
}

describe('whoever knows the old password', () => {
  test('P01, P12, P16: the new one opens, the old one does not, other sessions end, this one goes on', async () => {
    const person = await opened.newcomer()
    const elsewhere = await opened.enter(person)
    const next = 'Совсем-новый-ключ-7'
    expect(await change(person, next)).toEqual({ ok: true, error: null })
    await expect(elsewhere.call(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await person.call(getProfile, {})).details.id).toBe(person.id)
    expect(await signsIn(person.login, next)).toBe(true)
    expect(await signsIn(person.login, PASSWORD)).toBe(false)
    expect(await hashOf(person)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(opened.world.log())).not.toContain(next)
    await expect.poll(() => lettersTo(opened.world, person.login).length).toBe(1)
    const [notice] = lettersTo(opened.world, person.login)
    expect(notice?.subject).toBe('Пароль изменён — Подмога')
    expect(notice?.text).not.toContain(next)
    expect(await auditOf(opened.world, person.id)).toEqual(['password_changed', 'sign_in_failed'])
  })

  test('the answer was lost: the same change is made once more from there, not from elsewhere and not later', async () => {
    const person = await opened.newcomer()
    const next = 'Второй-раз-не-страшно-7'
    expect(await change(person, next)).toEqual({ ok: true, error: null })
    const hash = await hashOf(person)
    expect(await change(person, next)).toEqual({ ok: true, error: null })
    expect(await hashOf(person)).toBe(hash)
    expect(await auditOf(opened.world, person.id)).toEqual(['password_changed'])
    expect((await change(person, 'Другой-пароль-совсем-8')).error).toBe(SAY.wrong_password)
    const token = await opened.world.signIn(person.login, next)
    const elsewhere = opened.world.as({ token, restaurant_id: opened.walls.r11 })
    const body = { old_password: PASSWORD, new_password: next }
    expect((await elsewhere(changePassword, { body })).error).toBe(SAY.wrong_password)
    opened.world.clock.set(11 * MINUTE)
    expect((await change(person, next)).error).toBe(SAY.wrong_password)
    opened.world.clock.set(0)
  })

  test('P16: two people with one password have two hashes', async () => {
    const [one, other] = [await opened.newcomer(), await opened.newcomer()]
    for (const person of [one, other]) await change(person, 'одинаковый-ключ')
    expect(await hashOf(one)).not.toBe(await hashOf(other))
  })

  test('P04: may not take the same again', async () => {
    const person = await opened.newcomer()
    expect(await change(person, PASSWORD)).toEqual({ ok: false, error: SAY.same_password })
  })

  test('of two changes at once one wins', async () => {
    const person = await opened.newcomer()
    await atFullCost(opened.world.sql)
    const answers = await Promise.all([change(person, 'первый-ключ-1'), change(person, 'второй-ключ-2')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test.each([8, 64, 128, 256])('P05: %i characters will do', async (length) => {
    const person = await opened.newcomer()
    const next = 'щитабука'.repeat(32).slice(0, length)
    expect(await change(person, next)).toEqual({ ok: true, error: null })
    expect(await signsIn(person.login, next)).toBe(true)
  })

  test.each([
    ['7 characters', 'щитабук', 'Пароль должен быть не менее 8 символов'],
    ['257 characters', 'щ'.repeat(257), 'Пароль должен быть не более 256 символов'],
    ['257 emoji, beyond 1,024 bytes', '😀'.repeat(257), 'Пароль должен быть не более 256 символов'],
    ['a NUL', 'щитабук\u0000', 'В тексте есть недопустимые символы'],
    ['nothing', '', 'Введите новый пароль'],
  ])('P05: %s will not', async (_name, new_password, text) => {
    const person = await opened.newcomer()
    const refused = change(person, new_password)
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: { new_password: text } })
    expect(await signsIn(person.login, PASSWORD)).toBe(true)
  })

  test.each(['😀😃😄😁😆😅😂🤣', 'щитабука', 'aaaaaaaabbbb', '        текст', 'correct horse battery'])(
    'P06, P15: %j will do: code points are counted, and nothing is demanded of them',
    async (next) => {
      const person = await opened.newcomer()
      expect(await change(person, next)).toEqual({ ok: true, error: null })
      expect(await signsIn(person.login, next)).toBe(true)
    },
  )

  test('one password composed and decomposed is one, and nothing else is folded', async () => {
    const person = await opened.newcomer()
    const next = 'ёлочный йогурт'
    await change(person, next.normalize('NFD'))
    expect(await signsIn(person.login, next.normalize('NFC'))).toBe(true)
    expect(await signsIn(person.login, next.toUpperCase())).toBe(false)
    expect(await signsIn(person.login, ` ${next}`)).toBe(false)
  })
})

describe('P07: what attackers try first', () => {
  test.each([
    'qwertyui',
    '12345678',
    'йцукенгш',
    'пароль123',
    'Пароль123!',
    'PASSWORD1',
    'подмога2026',
    'Podmoga2026',
    'Podmoga-2026!!',
    'qwerty123',
    'iloveyou',
    '1q2w3e4r5t',
    '11111111',
    'Ташкент2026',
    'gfhjkm123',
  ])('%s is refused with a reason', async (next) => {
    const person = await opened.newcomer()
    expect(await change(person, next)).toEqual({ ok: false, error: SAY.common_password })
    expect(await signsIn(person.login, PASSWORD)).toBe(true)
  })

  test('so is what the profile says', () => {
    const config = { PASSWORD_MIN: 8, BRAND: 'Подмога' }
    const person = {
      email: 'gulnoza.k@mail.uz',
      phone: '+998901234567',
      first_name: 'Гульноза',
      last_name: 'Ким',
    }
    for (const own of [
      'гульноза',
      'Гульноза1990',
      'gulnoza.k@mail.uz',
      'gulnoza.k2024',
      '901234567',
      '+998901234567',
    ])
      expect(faultOf(own, { config, person }), own).toBe(SAY.own_password)
    for (const fine of ['гульноза и чай', '8905551234', 'кимоно-вечером'])
      expect(faultOf(fine, { config, person }), fine).toBeNull()
  })

  test('a longer least length may be asked for', () => {
    const config = { PASSWORD_MIN: 15, BRAND: 'Подмога' }
    expect(faultOf('четырнадцать 1', { config, person: null })).toBe(
      'Пароль должен быть не менее 15 символов',
    )
    expect(faultOf('четырнадцать 12', { config, person: null })).toBeNull()
  })
})

describe('whoever guesses', () => {
  test('P02: is told that the old password is wrong, and it still works', async () => {
    const person = await opened.newcomer()
    expect(await change(person, 'щитабука-1', 'Not-my-password')).toEqual({
      ok: false,
      error: SAY.wrong_password,
    })
    expect(await signsIn(person.login, PASSWORD)).toBe(true)
    expect(await auditOf(opened.world, person.id)).toEqual(['old_password_wrong'])
  })

  test('P03: waits after five, with the right one too, while the session lives on', async () => {
    const person = await opened.newcomer()
    for (let i = 0; i < 5; i += 1)
      expect((await change(person, 'щитабука-1', `guess-${i}`)).error).toBe(SAY.wrong_password)
    expect((await auditOf(opened.world, person.id)).at(-1)).toBe('old_password_throttled')
    for (const old of ['guess-6', PASSWORD]) {
      const held = await change(person, 'щитабука-1', old)
      expect(held).toMatchObject({ ok: false, error: expect.stringMatching(/^Слишком много попыток/) })
    }
    expect((await person.call(getProfile, {})).details.id).toBe(person.id)
    opened.world.clock.move(16 * MINUTE)
    expect(await change(person, 'щитабука-1')).toMatchObject({ ok: true })
  })

  test('P03: a hundred at once are five', async () => {
    const person = await opened.newcomer()
    await atFullCost(opened.world.sql)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => change(person, 'щитабука-1', `guess-${i}`)),
    )
    expect(answers.filter(({ error }) => error === SAY.wrong_password)).toHaveLength(5)
    expect(answers.filter(({ ok }) => ok)).toEqual([])
  })
})
