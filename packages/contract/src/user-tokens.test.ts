import { expect, test } from 'vitest'
import { readToken } from './access-token.ts'
import { decodeTokens, encodeTokens, tokensIn } from './user-tokens.ts'

const session = {
  access_token: 'a.b.c',
  business: { id: '1', name: 'Навруз; сеть', network: 'demo' },
  id: '2',
}

test('a session survives the cookie', () => {
  expect(decodeTokens(encodeTokens(session))).toEqual(session)
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
