import {
  changePassword,
  getProfile,
  recoverPassword,
  revertChange,
  sendRecoveryCode,
} from '@podmoga/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../testing.ts'
import { lastCode } from './profile.testing.sent.ts'
import {
  confirmEmail,
  confirmPhone,
  openProfileWorld,
  revertTokenTo,
  type Somebody,
  sendEmail,
  sendPhone,
} from './profile.testing.ts'
import { SAY } from './profile.texts.ts'

const STOLEN = 'пароль-чужой-человек'
const MINUTE = 60_000

let opened: Awaited<ReturnType<typeof openProfileWorld>>
let count = 0

beforeAll(async () => {
  opened = await openProfileWorld()
})
afterAll(() => opened.world.close())

const thiefMail = (): string => `thief${++count}@attack.test`
const thiefPhone = (): string => `+9989055${String(10_000 + ++count)}`

const moveMail = async (who: Somebody, email: string): Promise<void> => {
  await sendEmail(who.call, email)
  expect(await confirmEmail(who.call, email, lastCode(opened.world, email))).toMatchObject({ ok: true })
  opened.world.clock.move(MINUTE)
}
const movePhone = async (who: Somebody, phone: string): Promise<void> => {
  await sendPhone(who.call, phone)
  expect(await confirmPhone(who.call, phone, lastCode(opened.world, phone))).toMatchObject({ ok: true })
  opened.world.clock.move(MINUTE)
}
const setPassword = async (who: Somebody, old_password: string, new_password: string): Promise<void> => {
  expect(await who.call(changePassword, { body: { old_password, new_password } })).toMatchObject({ ok: true })
  opened.world.clock.move(MINUTE)
}
/** Sets a new password by a code sent to an address. */
const recover = async (login: string, new_password: string): Promise<void> => {
  const call = opened.world.as({})
  const before = codesTo(login)
  await call(sendRecoveryCode, { body: { login } })
  await expect.poll(() => codesTo(login)).toBe(before + 1)
  const body = { login, code: lastCode(opened.world, login), new_password }
  expect(await call(recoverPassword, { body })).toEqual({ ok: true, error: null })
  opened.world.clock.move(MINUTE)
}
const codesTo = (to: string): number =>
  [...opened.world.mail.sent, ...opened.world.sms.sent].filter(
    (message) => message.to === to && /(?<!\d)\d{6}(?!\d)/.test(message.text),
  ).length

const revert = (token: string, by?: Somebody) =>
  opened.world.as(by === undefined ? {} : { token: by.token })(revertChange, { body: { token } })
const signsIn = (login: string, password: string): Promise<boolean> =>
  opened.world.signIn(login, password).then(
    () => true,
    () => false,
  )
const isAlive = ({ call }: Somebody): Promise<boolean> =>
  call(getProfile, {}).then(
    () => true,
    () => false,
  )

/** The account is the owner's again, and every way in that the thief had is closed. */
const expectGivenBack = async (owner: Somebody, ways: { logins: string[]; passwords: string[] }) => {
  const details = await opened.world.sql<{ email: string; phone: string | null }[]>`
    select email, phone from people where id = ${owner.id}`
  expect(details).toEqual([{ email: owner.login, phone: null }])
  for (const login of [owner.login, ...ways.logins])
    for (const password of ways.passwords) expect(await signsIn(login, password), login).toBe(false)
  for (const login of ways.logins) expect(await signsIn(login, PASSWORD), login).toBe(false)
  expect(await signsIn(owner.login, PASSWORD)).toBe(true)
}

describe('an account that was taken over comes back whole', () => {
  test('mail, phone, password by the phone, mail again: the first warning takes all of it back', async () => {
    const owner = await opened.newcomer()
    const thief = await opened.enter(owner)
    const [mail, phone, last] = [thiefMail(), thiefPhone(), thiefMail()]
    await moveMail(thief, mail)
    const warning = await revertTokenTo(opened.world, owner.login)
    await movePhone(thief, phone)
    await recover(phone, STOLEN)
    const thief_again = { ...thief, token: await opened.world.signIn(mail, STOLEN) }
    thief_again.call = opened.world.as({ token: thief_again.token, restaurant_id: opened.walls.r11 })
    await moveMail(thief_again, last)
    const link = await revertTokenTo(opened.world, mail)

    expect(await revert(warning)).toEqual({ ok: true, error: null, kind: 'email' })
    expect(await isAlive(thief_again)).toBe(false)
    await expectGivenBack(owner, { logins: [mail, phone, last], passwords: [STOLEN] })
    expect(await revert(link)).toEqual({ ok: false, error: SAY.revert_gone })
  })

  test('password, then mail: the second warning alone shuts the thief out, whose session made both', async () => {
    const owner = await opened.newcomer()
    const thief = await opened.enter(owner)
    await setPassword(thief, PASSWORD, STOLEN)
    const first = await revertTokenTo(opened.world, owner.login)
    const mail = thiefMail()
    await moveMail(thief, mail)
    await expect.poll(() => revertTokenTo(opened.world, owner.login)).not.toBe(first)
    expect(await revert(await revertTokenTo(opened.world, owner.login))).toMatchObject({ ok: true })
    await expectGivenBack(owner, { logins: [mail], passwords: [STOLEN] })
    expect(await revert(first)).toEqual({ ok: false, error: SAY.revert_gone })
  })

  test('two warnings: the later first, then the earlier', async () => {
    const owner = await opened.newcomer({ phone: '+998905500001' })
    const thief = await opened.enter(owner)
    const [mail, phone] = [thiefMail(), thiefPhone()]
    await moveMail(thief, mail)
    await movePhone(thief, phone)
    const by_mail = await revertTokenTo(opened.world, owner.login)
    const by_sms = await revertTokenTo(opened.world, '+998905500001')
    expect(await revert(by_sms)).toMatchObject({ ok: true, kind: 'phone' })
    // Meanwhile the thief still controls the mail, and uses it.
    await recover(mail, STOLEN)
    expect(await revert(by_mail)).toMatchObject({ ok: true, kind: 'email' })
    const rows = await opened.world.sql`select email, phone from people where id = ${owner.id}`
    expect([...rows]).toEqual([{ email: owner.login, phone: '+998905500001' }])
    expect([await signsIn(owner.login, STOLEN), await signsIn(owner.login, PASSWORD)]).toEqual([false, true])
  })

  test('what the thief takes back first does not keep the owner out', async () => {
    const owner = await opened.newcomer()
    const thief = await opened.enter(owner)
    const [mail, second] = [thiefMail(), thiefMail()]
    await moveMail(thief, mail)
    const warning = await revertTokenTo(opened.world, owner.login)
    await moveMail(thief, second)
    expect(await revert(await revertTokenTo(opened.world, mail))).toMatchObject({ ok: true })
    await recover(mail, STOLEN)
    expect(await revert(warning)).toMatchObject({ ok: true })
    await expectGivenBack(owner, { logins: [mail, second], passwords: [STOLEN] })
  })

  test('a phone of theirs that somebody else has by now does not keep the thief’s', async () => {
    const owner = await opened.newcomer({ phone: '+998905500002' })
    const other = await opened.newcomer()
    const thief = await opened.enter(owner)
    const [mail, phone] = [thiefMail(), thiefPhone()]
    await moveMail(thief, mail)
    await movePhone(thief, phone)
    await movePhone(other, '+998905500002')
    expect(await revert(await revertTokenTo(opened.world, owner.login))).toMatchObject({ ok: true })
    await expectGivenBack(owner, { logins: [mail, phone], passwords: [] })
  })

  test('an address that is somebody else’s by now: the thief is out all the same, and the link stays good', async () => {
    const owner = await opened.newcomer()
    const other = await opened.newcomer()
    const thief = await opened.enter(owner)
    const mail = thiefMail()
    await moveMail(thief, mail)
    const warning = await revertTokenTo(opened.world, owner.login)
    await moveMail(other, owner.login)
    const taken = { ok: false, error: SAY.revert_taken }
    expect(await revert(warning)).toEqual(taken)
    expect([await isAlive(thief), await signsIn(mail, PASSWORD)]).toEqual([false, false])
    expect(await revert(warning)).toEqual(taken)
    await moveMail(other, thiefMail())
    expect(await revert(warning)).toMatchObject({ ok: true })
    expect(await signsIn(owner.login, PASSWORD)).toBe(true)
  })
})

describe('sessions and codes of a taken account', () => {
  test('every session ends but the one that brings the link, if it is older and had no part in it', async () => {
    const owner = await opened.newcomer()
    const elsewhere = await opened.enter(owner)
    opened.world.clock.move(MINUTE)
    const thief = await opened.enter(owner)
    await moveMail(thief, thiefMail())
    expect(await revert(await revertTokenTo(opened.world, owner.login), owner)).toMatchObject({ ok: true })
    expect([await isAlive(owner), await isAlive(elsewhere), await isAlive(thief)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a session that made the change, is newer, or is another person’s ends too', async () => {
    const stranger = await opened.newcomer()
    for (const by of ['maker', 'newer', 'stranger'] as const) {
      const owner = await opened.newcomer()
      const mail = thiefMail()
      await moveMail(owner, mail)
      const newer = await opened.enter({ ...owner, login: mail })
      const bringing = { maker: owner, newer, stranger }[by]
      expect(await revert(await revertTokenTo(opened.world, owner.login), bringing)).toMatchObject({
        ok: true,
      })
      expect([await isAlive(owner), await isAlive(newer)], by).toEqual([false, false])
    }
    expect(await isAlive(stranger)).toBe(true)
  })

  test('codes that were open are dead after it', async () => {
    const owner = await opened.newcomer()
    const thief = await opened.enter(owner)
    await moveMail(thief, thiefMail())
    const [mail, phone] = [thiefMail(), thiefPhone()]
    await sendEmail(thief.call, mail)
    await sendPhone(thief.call, phone)
    await revert(await revertTokenTo(opened.world, owner.login))
    const again = await opened.enter(owner)
    const wrong = { ok: false, otp_token: null, message: SAY.wrong_code }
    expect(await confirmEmail(again.call, mail, lastCode(opened.world, mail))).toEqual(wrong)
    expect(await confirmPhone(again.call, phone, lastCode(opened.world, phone))).toEqual(wrong)
  })

  test('a code asked for before a change of password is dead after it', async () => {
    for (const by of ['the old one', 'a code'] as const) {
      const owner = await opened.newcomer()
      const [mail, phone] = [thiefMail(), thiefPhone()]
      await sendEmail(owner.call, mail)
      await sendPhone(owner.call, phone)
      if (by === 'the old one') await setPassword(owner, PASSWORD, STOLEN)
      else await recover(owner.login, STOLEN)
      const call = opened.world.as({
        token: await opened.world.signIn(owner.login, STOLEN),
        restaurant_id: opened.walls.r11,
      })
      const wrong = { ok: false, message: SAY.wrong_code }
      expect(await confirmEmail(call, mail, lastCode(opened.world, mail)), by).toMatchObject(wrong)
      expect(await confirmPhone(call, phone, lastCode(opened.world, phone)), by).toMatchObject(wrong)
    }
  })
})
