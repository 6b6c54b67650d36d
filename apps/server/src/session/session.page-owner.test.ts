import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { openWorld, PASSWORD } from '../testing.ts'
import { seedWalls, useWalls } from './session.testing.ts'

const ORIGIN = 'http://localhost:3000'

const t = useWalls()

const enter = async (login: string) => {
  const answer = await t.world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    payload: { login, password: PASSWORD },
  })
  const { access_token } = answer.json()
  const renewal = answer.cookies.find(({ name }) => name === 'podmoga_renewal')?.value ?? ''
  return { subject: decodeJwt(access_token).sub ?? '', renewal }
}
const renew = (cookie: string, subject?: string) =>
  t.world.app.inject({
    method: 'POST',
    url: '/api/auth/renew/',
    headers: { origin: ORIGIN, cookie },
    ...(subject === undefined ? {} : { payload: { subject } }),
  })

test('a page gets only its own person’s session, and another person’s stays unchanged', async () => {
  const [mine, thrown_in] = [await enter(t.walls.A.login), await enter(t.walls.B.login)]
  const cookie = `podmoga_renewal=${thrown_in.renewal}`
  const refused = await renew(cookie, mine.subject)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'other_person'])
  expect(refused.json().error).toBe(
    'В этом браузере вошёл другой человек. Войдите ещё раз, чтобы продолжить.',
  )
  expect(refused.cookies).toEqual([])
  expect((await renew(cookie, thrown_in.subject)).statusCode).toBe(200)
})

test('its own token is found behind a planted one', async () => {
  const [mine, thrown_in] = [await enter(t.walls.A.login), await enter(t.walls.B.login)]
  const cookie = `podmoga_renewal=${thrown_in.renewal}; other=1; podmoga_renewal=${mine.renewal}`
  const answer = await renew(cookie, mine.subject)
  expect(answer.statusCode).toBe(200)
  expect(decodeJwt(answer.json().access_token).sub).toBe(mine.subject)
})

test('a page that names no person is renewed as before, and an ended session stays ended', async () => {
  const mine = await enter(t.walls.A.login)
  expect((await renew(`podmoga_renewal=${mine.renewal}`)).statusCode).toBe(200)
  expect((await renew('podmoga_renewal=nobody', mine.subject)).statusCode).toBe(401)
  expect((await renew('', mine.subject)).statusCode).toBe(401)
})

test('a page of an unknown person, and one with a made-up token before its own, are renewed', async () => {
  const [mine, other] = [await enter(t.walls.A.login), await enter(t.walls.A.login)]
  expect((await renew(`podmoga_renewal=${mine.renewal}`, 'nobody')).statusCode).toBe(200)
  const cookie = `podmoga_renewal=made-up; podmoga_renewal=${other.renewal}`
  expect((await renew(cookie)).statusCode).toBe(200)
})

test('signing out ends its own session also behind a planted token', async () => {
  const [mine, thrown_in] = [await enter(t.walls.A.login), await enter(t.walls.B.login)]
  const cookie = `podmoga_renewal=${thrown_in.renewal}; podmoga_renewal=${mine.renewal}`
  const left = await t.world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-out/',
    headers: { origin: ORIGIN, cookie },
  })
  expect(left.json()).toEqual({ ok: true })
  expect((await renew(`podmoga_renewal=${mine.renewal}`)).statusCode).toBe(401)
})

test('over https without a shared domain the cookie cannot be planted by another host', async () => {
  const secure = await openWorld({ PUBLIC_URL: 'https://help.example.uz' })
  const { A } = await seedWalls(secure.sql)
  const signed = await secure.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    payload: { login: A.login, password: PASSWORD },
  })
  const cookie = signed.cookies[1]
  expect(cookie).toMatchObject({ name: '__Host-podmoga_renewal', path: '/', secure: true, httpOnly: true })
  expect(cookie).not.toHaveProperty('domain')
  const ask = (cookie: string) =>
    secure.app.inject({
      method: 'POST',
      url: '/api/auth/renew/',
      headers: { origin: 'https://help.example.uz', cookie },
    })
  expect((await ask(`__Host-podmoga_renewal=x; podmoga_renewal=${cookie?.value}`)).statusCode).toBe(401)
  expect((await ask(`__Host-podmoga_renewal=${cookie?.value}`)).statusCode).toBe(200)
  // A session opened before the cookie was renamed stays valid and gets the new cookie.
  const old = await ask(`podmoga_renewal=${cookie?.value}`)
  expect(old.statusCode).toBe(200)
  expect(old.cookies).toMatchObject([
    { name: 'user_tokens' },
    { name: '__Host-podmoga_renewal', path: '/' },
    { name: 'podmoga_renewal', value: '', path: '/api/auth/', expires: new Date(0) },
  ])
  await secure.close()
})
