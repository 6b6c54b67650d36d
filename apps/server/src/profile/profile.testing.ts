import type { Call } from '@podmoga/contract/client'
import { sendEmailUpdateCode, sendPhoneUpdateCode, verifyEmail, verifyPhone } from '@podmoga/contract/profile'
import { expect } from 'vitest'
import { addPerson, seedWalls, type TestPerson } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { lettersTo, messagesTo } from './profile.testing.sent.ts'

export interface Somebody extends TestPerson {
  call: Call
  token: string
}

/** A world for profile tests, with tokens that outlive every move of the clock. */
export const openProfileWorld = async (env: Record<string, string> = {}) => {
  const world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '31536000',
    SESSION_DAYS: '3000',
    SIGN_IN_FAILURES_ADDRESS: '100000',
    RECOVERIES_PER_ADDRESS: '100000',
    ...env,
  })
  const walls = await seedWalls(world.sql)
  let count = 0
  /** A new person in R11, signed in. */
  const newcomer = async (more: { phone?: string; email?: string } = {}): Promise<Somebody> => {
    count += 1
    const person = await addPerson(world.sql, {
      business_id: walls.businesses.n1,
      email: more.email ?? `new${count}@profile.test`,
      first_name: 'Нодира',
      phone: more.phone ?? null,
      restaurants: [walls.r11],
    })
    return enter(person)
  }
  /** Signs a person in again, in another session. */
  const enter = async (person: TestPerson): Promise<Somebody> => {
    const token = await world.signIn(person.login)
    return { ...person, token, call: world.as({ token, restaurant_id: walls.r11 }) }
  }
  return { world, walls, newcomer, enter }
}

/** Waits for the notice of a change; returns its token. */
export const revertTokenTo = async (world: TestWorld, to: string): Promise<string> => {
  const found = () =>
    [...lettersTo(world, to), ...messagesTo(world, to)]
      .map(({ text }) => /\/intranet\/revert\?token=([\w-]{43})/.exec(text)?.[1])
      .filter((token) => token !== undefined)
      .at(-1)
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

export const sendEmail = (call: Call, email: string) => call(sendEmailUpdateCode, { body: { email } })
export const confirmEmail = (call: Call, email: string, code: string) =>
  call(verifyEmail, { body: { email, code } })
export const sendPhone = (call: Call, phone: string) => call(sendPhoneUpdateCode, { body: { phone } })
export const confirmPhone = (call: Call, phone: string, code: string) =>
  call(verifyPhone, { body: { phone, code } })

export const auditOf = async (world: TestWorld, person_id: string): Promise<string[]> => {
  const rows = await world.sql<{ event: string }[]>`
    select event from audit where person_id = ${person_id} and event not in ('signed_in', 'session_ended')
    order by id`
  return rows.map(({ event }) => event)
}
