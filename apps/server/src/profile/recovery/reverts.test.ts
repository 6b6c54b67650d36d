import { changePassword, getProfile, readRevert, revertChange } from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../testing.ts'
import { lastCode } from '../profile.testing.sent.ts'
import {
  auditOf,
  confirmEmail,
  confirmPhone,
  openProfileWorld,
  revertTokenTo,
  type Somebody,
  sendEmail,
  sendPhone,
} from '../profile.testing.ts'
import { SAY } from '../profile.texts.ts'

const HOUR = 3600_000
const GONE = { ok: false, error: SAY.revert_gone }

let opened: Awaited<ReturnType<typeof openProfileWorld>>

beforeAll(async () => {
  opened = await openProfileWorld()
})
afterAll(() => opened.world.close())

const moveTo = async (person: Somebody, email: string): Promise<void> => {
  await sendEmail(person.call, email)
  expect(await confirmEmail(person.call, email, lastCode(opened.world, email))).toMatchObject({ ok: true })
}
/** A person whose address was changed twice, a minute apart; returns the token of the first notice. */
const movedTwice = async (first: string, second: string) => {
  const person = await opened.newcomer()
  await moveTo(person, first)
  const owner_token = await revertTokenTo(opened.world, person.login)
  opened.world.clock.move(60_000)
  await moveTo(person, second)
  return { person, owner_token }
}
const revert = (token: string) => opened.world.as({})(revertChange, { body: { token } })
const signsIn = (login: string, password = PASSWORD): Promise<boolean> =>
  opened.world.signIn(login, password).then(
    () => true,
    () => false,
  )

describe('O35: «это не я»', () => {
  test('gives the old e-mail back as it was, and ends every session', async () => {
    const person = await opened.newcomer()
    await moveTo(person, 'hijacked@new.test')
    const token = await revertTokenTo(opened.world, person.login)
    const call = opened.world.as({})
    const read = await call(readRevert, { body: { token } })
    expect(read).toMatchObject({ ok: true, kind: 'email' })
    expect(Date.parse(String(read.expires_at)) - Date.parse(String(read.changed_at))).toBe(72 * HOUR)
    expect((await person.call(getProfile, {})).details.email).toBe('hijacked@new.test')

    expect(await revert(token)).toEqual({ ok: true, error: null, kind: 'email' })
    await expect(person.call(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await signsIn('hijacked@new.test')).toBe(false)
    const back = await opened.enter(person)
    const { details } = await back.call(getProfile, {})
    expect(details).toMatchObject({ email: person.login, is_email_verified: false })
    expect(await auditOf(opened.world, person.id)).toEqual(['email_changed', 'email_reverted'])
  })

  test('works once', async () => {
    const person = await opened.newcomer()
    await moveTo(person, 'once@new.test')
    const token = await revertTokenTo(opened.world, person.login)
    const answers = await Promise.all([revert(token), revert(token), revert(token)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await revert(token)).toEqual(GONE)
    expect(await opened.world.as({})(readRevert, { body: { token } })).toEqual(GONE)
  })

  test('works for 72 hours and not a second longer', async () => {
    const [early, late] = [await opened.newcomer(), await opened.newcomer()]
    await moveTo(early, 'early@new.test')
    await moveTo(late, 'late@new.test')
    const tokens = [
      await revertTokenTo(opened.world, early.login),
      await revertTokenTo(opened.world, late.login),
    ]
    opened.world.clock.move(72 * HOUR - 60_000)
    expect(await revert(tokens[0] ?? '')).toMatchObject({ ok: true })
    opened.world.clock.move(61_000)
    expect(await revert(tokens[1] ?? '')).toEqual(GONE)
  })

  test('gives the old phone back', async () => {
    const person = await opened.newcomer({ phone: '+998906660001' })
    await sendPhone(person.call, '+998906660002')
    await confirmPhone(person.call, '+998906660002', lastCode(opened.world, '+998906660002'))
    const token = await revertTokenTo(opened.world, '+998906660001')
    expect(await revert(token)).toMatchObject({ ok: true, kind: 'phone' })
    expect((await (await opened.enter(person)).call(getProfile, {})).details.phone).toBe('+998906660001')
  })

  test('a first phone is told by e-mail, and taken away', async () => {
    const person = await opened.newcomer()
    await sendPhone(person.call, '+998906660003')
    await confirmPhone(person.call, '+998906660003', lastCode(opened.world, '+998906660003'))
    expect(await revert(await revertTokenTo(opened.world, person.login))).toMatchObject({ ok: true })
    expect((await (await opened.enter(person)).call(getProfile, {})).details.phone).toBeNull()
  })

  test('gives the password before back', async () => {
    const person = await opened.newcomer()
    const taken = 'чужой-новый-ключ'
    await person.call(changePassword, { body: { old_password: PASSWORD, new_password: taken } })
    expect(await revert(await revertTokenTo(opened.world, person.login))).toMatchObject({ kind: 'password' })
    expect([await signsIn(person.login, taken), await signsIn(person.login)]).toEqual([false, true])
  })

  test('whoever was there first has the last word: links of later changes die with the first', async () => {
    const { person, owner_token } = await movedTwice('thief@new.test', 'thief-second@new.test')
    const thief_token = await revertTokenTo(opened.world, 'thief@new.test')
    expect(await revert(owner_token)).toMatchObject({ ok: true })
    expect(await revert(thief_token)).toEqual(GONE)
    expect(await signsIn(person.login)).toBe(true)
  })

  test('a later link leaves the earlier one alive', async () => {
    const { person, owner_token } = await movedTwice('first@new.test', 'second@new.test')
    expect(await revert(await revertTokenTo(opened.world, 'first@new.test'))).toMatchObject({ ok: true })
    expect(await revert(owner_token)).toMatchObject({ ok: true })
    expect(await signsIn(person.login)).toBe(true)
  })

  test('an address that went to somebody else meanwhile stays theirs', async () => {
    const [person, other] = [await opened.newcomer(), await opened.newcomer()]
    await moveTo(person, 'moved@new.test')
    const token = await revertTokenTo(opened.world, person.login)
    await moveTo(other, person.login)
    expect(await revert(token)).toEqual({ ok: false, error: SAY.revert_taken })
  })

  test('a token that is none tells nothing, and one that cannot be is a 400', async () => {
    expect(await revert('A'.repeat(43))).toEqual(GONE)
    await expect(revert('A'.repeat(42))).rejects.toMatchObject({ code: 'invalid' })
  })

  test('the database keeps no token', async () => {
    const person = await opened.newcomer()
    await moveTo(person, 'kept@new.test')
    const token = await revertTokenTo(opened.world, person.login)
    const [dump] = await opened.world.sql<{ text: string }[]>`
      select (select string_agg(r::text, ' ') from reverts r) || (select string_agg(o::text, ' ') from outbox o) as text`
    expect(dump?.text).not.toContain(token)
    expect(JSON.stringify(opened.world.log())).not.toContain(token)
  })
})
