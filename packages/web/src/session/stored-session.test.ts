import { beforeEach, expect, test, vi } from 'vitest'

const page = { cookie: '', getElementById: () => null }
const kept = new Map<string, string>()
vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'http:', origin: 'http://localhost' })
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
})

const { knownNetwork, readSession } = await import('./stored-session.ts')

const store = (session: object) => {
  page.cookie = `user_tokens=${encodeURIComponent(JSON.stringify(session))}`
}

beforeEach(() => {
  kept.clear()
  page.cookie = ''
})

test.each([
  ['a token that will expire', 'a.b.c'],
  ['a token that cannot be read', 'nonsense'],
])('the network of a session that another app has written outlives it: %s', (_, access_token) => {
  store({ access_token, business: { id: '1', name: 'Навруз', network: 'navruz' }, id: '1' })
  expect(readSession()?.access_token).toBe(access_token)
  page.cookie = ''
  expect(readSession()).toBeNull()
  expect(knownNetwork()).toBe('navruz')
})

test('without any session yet there is none', () => {
  expect(readSession()).toBeNull()
  expect(knownNetwork()).toBeNull()
})
