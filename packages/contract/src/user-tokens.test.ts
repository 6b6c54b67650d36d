import { expect, test } from 'vitest'
import { readToken } from './access-token.ts'
import { UserTokens } from './session.ts'
import { decodeTokens, encodeTokens, tokensIn } from './user-tokens.ts'

const session = {
  access_token: 'a.b.c',
  business: { id: '1', name: 'Навруз; сеть', network: 'demo' },
  id: '2',
}

test('a session survives the cookie', () => {
  expect(decodeTokens(encodeTokens(session))).toEqual(session)
})

const token = { access_token: 'a.b.c' }

test.each([
  session,
  token,
  { ...session, id: 2, business: { id: 1 } },
  { ...token, more: true, business: { id: '1', more: true } },
  { ...token, id: '' },
  { ...token, business: { id: '1', name: '' } },
  {},
  [],
  null,
  'a.b.c',
  7,
  [token],
  { access_token: '' },
  { access_token: 7 },
  { ...token, id: true },
  { ...token, business: [] },
  { ...token, business: {} },
  { ...token, business: { network: 'demo' } },
  { ...token, business: { id: true, network: 'demo' } },
  { ...token, business: { id: '1', name: 7 } },
  { ...token, business: { id: '1', network: 7 } },
])('%j is read as its schema reads it', (value) => {
  expect(decodeTokens(encodeURIComponent(JSON.stringify(value)))).toEqual(
    UserTokens.safeParse(value).data ?? null,
  )
})

test.each([
  [
    { ...session, id: null },
    { ...token, business: session.business },
  ],
  [{ ...token, business: null }, token],
  [
    { ...token, business: { id: '1', name: null, network: null } },
    { ...token, business: { id: '1' } },
  ],
  [
    { ...token, business: { id: '1', network: '' } },
    { ...token, business: { id: '1' } },
  ],
])('%j: what is null is absent, and so is a network without a name', (value, read) => {
  expect(decodeTokens(encodeURIComponent(JSON.stringify(value)))).toEqual(read)
})

test('a business of which only the network is said is one: another site need not know our id', () => {
  const written = { ...token, business: { network: 'demo' }, id: '2' }
  expect(decodeTokens(encodeTokens(written))).toEqual(written)
  expect(decodeTokens(encodeURIComponent(JSON.stringify({ ...token, business: { id: null } })))).toEqual({
    ...token,
    business: {},
  })
})

test('the session is found among other cookies, past one that cannot be read', () => {
  const cookies = `theme=dark; user_tokens=%7Bbroken; user_tokens=${encodeTokens(session)}; other=1`
  expect(tokensIn(cookies)).toEqual(session)
  expect(tokensIn('theme=dark')).toBeNull()
})

test('a token tells whose it is and until when', () => {
  const payload = btoa(JSON.stringify({ sub: 'p-1', exp: 1_800_000_000, iat: 1_799_999_100 }))
  expect(readToken(`h.${payload}.s`)).toEqual({ sub: 'p-1', exp: 1_800_000_000, iat: 1_799_999_100 })
  expect(readToken('nonsense')).toBeNull()
  expect(readToken(`h.${btoa('{"sub":"p-1"}')}.s`)).toBeNull()
})
