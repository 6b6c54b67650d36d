import { acceptInvitation, lookAtInvitation, lookAtSetup, setUp } from '@podmoga/contract/business'
import { STICKER_PATH } from '@podmoga/contract/devices'
import { readRevert, revertChange } from '@podmoga/contract/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, PASSWORD, type TestWorld } from '../testing.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const key = 'x'.repeat(43)
const revert = { token: key }
const business = { business_name: 'Кафе', network: 'cafe', restaurant_name: 'Кафе', first_name: 'Кто' }
const doors: [string, (at: number) => { url: string; payload?: object }][] = [
  ...(
    [
      [lookAtSetup, { key }],
      [setUp, { ...business, key, login: 'who@cafe.test', password: PASSWORD }],
      [lookAtInvitation, { key }],
      [acceptInvitation, { key, password: PASSWORD }],
      [readRevert, revert],
      [revertChange, revert],
    ] as const
  ).map(([{ path }, payload]): (typeof doors)[number] => [path, () => ({ url: `/api/${path}`, payload })]),
  [STICKER_PATH, () => ({ url: `${STICKER_PATH}${'A'.repeat(22)}` })],
  ['/status/', (at) => ({ url: `/status/nobody-${at}` })],
]

test.each(doors)('R01, N12: guesses at %s from one IPv6 network are one guesser’s', async (name, asked) => {
  const network = `2001:db8:0:${doors.findIndex(([door]) => door === name) + 1}`
  const guess = async (at: number, from = `${network}::${(at + 1).toString(16)}`) => {
    const { payload, ...rest } = asked(at)
    const request =
      payload === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', payload } as const)
    return (await world.app.inject({ ...request, ...rest, remoteAddress: from })).statusCode
  }
  let at = 0
  while (at <= 60 && (await guess(at)) !== 429) at += 1
  expect(at).toBeLessThanOrEqual(60)
  expect(await guess(at, '2001:db8:1::1')).not.toBe(429)
})
