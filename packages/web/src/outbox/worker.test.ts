import { encodeTokens } from '@podmoga/contract/user-tokens'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxItem } from './item.ts'
import {
  type RecordedRequest,
  type Renewal,
  renewalOf,
  type StoredRequest,
} from './recorded-request.shapes.ts'
import { makeOutboxStore } from './store.ts'
import { listenForSync, sendKept } from './worker.ts'

const store = makeOutboxStore('test-worker')
const { db } = store

const part = (value: object) => btoa(JSON.stringify(value))
const tokenOf = (sub: string, seconds = 900) =>
  `${part({ alg: 'none' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + seconds, n: Math.random() })}.x`

/** The browser's session cookie. */
let cookie: string | null
const signedIn = (token: string) => {
  cookie = encodeTokens({ id: '1', access_token: token, business: { id: '1', network: 'plov' } })
}
const cookies = {
  getAll: async () => (cookie === null ? [] : [{ value: cookie }]),
  set: vi.fn(async ({ value }: Record<string, unknown>) => {
    cookie = String(value)
  }),
}
const tokenHere = () => JSON.parse(decodeURIComponent(cookie ?? '')).access_token as string

interface Heard {
  url: string
  token: string | undefined
  restaurant: string | undefined
  key: string | undefined
  body: unknown
}
let received: Heard[]
/** The server's answer to a request; by default it accepts it. */
let answer: (url: string, token: string | undefined) => number | Response | Promise<Response>
const renewals = () => received.filter(({ url }) => url.includes('renew'))
const bodies = () => received.filter(({ url }) => !url.includes('renew')).map(({ body }) => body)

const written = (url: string, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  url: `https://x.test/${url}`,
  headers: {},
  body: url,
  form: null,
  ...more,
})
let last = 0
const put = async (name: string, item: OutboxItem, request: RecordedRequest) => {
  await db.put('outbox', name, item)
  await db.put('requests', name, { key: item.key, request } satisfies StoredRequest)
}
const write = async (person: string, text: string, more: Partial<OutboxItem> = {}, restaurant = '1') => {
  last += 1
  const item: OutboxItem = {
    id: `i${last}`,
    kind: 'reply',
    queue: 't1',
    key: `k${last}`,
    data: text,
    files: [],
    state: 'waiting',
    resend: 'never',
    created_at: new Date(last).toISOString(),
    sent_bytes: 0,
    total_bytes: 0,
    problem: null,
    receipt: null,
    ...more,
  }
  const name = `${person}/${restaurant}/${item.id}`
  await put(name, item, written(text, { headers: { 'Idempotency-Key': item.key } }))
  return { item, name }
}
const say = (person: string, text: string, at: number) =>
  write(person, text, {
    id: `read/${text}`,
    kind: 'read',
    queue: 'actions',
    key: String(at),
    resend: 'always',
    created_at: new Date(at).toISOString(),
  })
const left = async () =>
  (await db.list<OutboxItem>('outbox', '')).map(({ data, state }) => `${data} ${state}`)
const headersOf = (scopeKey: string) => ({ AuthRestaurantId: scopeKey })
const run = (isSeen = (_: string) => false) => sendKept({ store, cookies, headersOf }, isSeen)

beforeEach(async () => {
  received = []
  answer = () => 200
  cookies.set.mockClear()
  signedIn(tokenOf('p1'))
  await store.forget('')
  for (const person of ['p1', 'p2'])
    await db.put('renewals', renewalOf(person), {
      renewal: written('renew', { body: JSON.stringify({ subject: person }) }),
      cookie_domain: '',
    } satisfies Renewal)
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, body }: { headers: Record<string, string>; body: unknown }) => {
      const token = headers.Authorization?.slice(7)
      received.push({
        url,
        token,
        restaurant: headers.AuthRestaurantId,
        key: headers['Idempotency-Key'],
        body,
      })
      const given = await answer(url, token)
      return given instanceof Response
        ? given
        : new Response('{}', { status: given, headers: { 'content-type': 'application/json' } })
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('what waits goes in its order, each once, under its key, in its restaurant and in nobody else’s name', async () => {
  await write('p1', 'first')
  await write('p1', 'elsewhere', {}, '2')
  const { item } = await write('p1', 'second')
  await write('p2', 'another’s')
  await say('p1', 'read later', 2)
  await say('p1', 'read', 1)
  await say('p2', 'read by another', 1)
  await Promise.all([run(), run()])
  expect(bodies()).toEqual(expect.arrayContaining(['first', 'second', 'elsewhere', 'read', 'read later']))
  expect(bodies()).toHaveLength(5)
  expect(bodies().filter((one) => one === 'first' || one === 'second')).toEqual(['first', 'second'])
  expect(bodies().filter((one) => String(one).startsWith('read'))).toEqual(['read', 'read later'])
  expect(received.find(({ body }) => body === 'elsewhere')?.restaurant).toBe('2')
  expect(received.find(({ body }) => body === 'second')).toMatchObject({ key: item.key, token: tokenHere() })
  expect(await left()).toEqual(['another’s waiting', 'read by another waiting'])
  await run()
  expect(bodies()).toHaveLength(5)
})

test('words that were changed while the earlier ones were on their way are said too', async () => {
  await say('p1', 'helped', 1)
  answer = () => {
    answer = () => 200
    return say('p1', 'helped', 2).then(() => Response.json({}))
  }
  await run()
  expect(bodies()).toEqual(['helped', 'helped'])
  expect(await left()).toEqual([])
})

test('files go with their request, in the order of the message', async () => {
  const files = ['a.png', 'b.png'].map((name) => new File([name], name))
  const { item, name } = await write('p1', 'x', { queue: 'new', files })
  const form = [
    ['initial_message', 'x'],
    ['files', null],
    ['files', null],
  ] as const
  await put(name, item, written('x', { body: null, form: [...form] }))
  await run()
  const body = received[0]?.body as FormData
  expect(body.get('initial_message')).toBe('x')
  expect(body.getAll('files').map((one) => (one as File).name)).toEqual(['a.png', 'b.png'])
})

test('without a network everything stays as it was, and the browser is asked to try again', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await write('p1', 'one')
  await write('p1', 'two')
  await expect(run()).rejects.toThrow('no network')
  expect(await left()).toEqual(['one waiting', 'two waiting'])
  expect(bodies()).toEqual(['one'])
  for (const passing of [429, 503]) {
    answer = () => passing
    await expect(run()).rejects.toThrow()
  }
  // The page of a captive portal.
  answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
  await expect(run()).rejects.toThrow()
  expect(await left()).toEqual(['one waiting', 'two waiting'])
})

test('what is refused waits for its page, and whatever follows it waits too', async () => {
  answer = () => 400
  await write('p1', 'one')
  await write('p1', 'two')
  await say('p1', 'read', 1)
  await run()
  expect(bodies()).toEqual(['one', 'read'])
  expect(await left()).toEqual(['one waiting', 'two waiting', 'read waiting'])
})

test('a token that has run out is renewed once, in its person’s name, and kept where the pages keep it', async () => {
  signedIn(tokenOf('p1', -5))
  const fresh = tokenOf('p1')
  answer = (url) => (url.includes('renew') ? Response.json({ access_token: fresh }) : 200)
  await write('p1', 'one')
  await write('p1', 'two')
  await run()
  expect(renewals().map(({ body }) => body)).toEqual(['{"subject":"p1"}'])
  expect(received.slice(1).map(({ token }) => token)).toEqual([fresh, fresh])
  expect(JSON.parse(decodeURIComponent(cookie ?? ''))).toEqual({
    id: '1',
    access_token: fresh,
    business: { id: '1', network: 'plov' },
  })
})

test('a token that only this clock believes in is renewed once; a session that has ended leaves all to the page', async () => {
  const fresh = tokenOf('p1')
  answer = (url, token) =>
    url.includes('renew') ? Response.json({ access_token: fresh }) : token === fresh ? 200 : 401
  await write('p1', 'one')
  await run()
  expect(await left()).toEqual([])
  await write('p1', 'two')
  answer = () => 401
  received = []
  await run()
  expect(await left()).toEqual(['two waiting'])
  expect(renewals()).toHaveLength(1)
  expect(tokenHere()).toBe(fresh)
  expect(cookies.set).toHaveBeenCalledTimes(1)
})

test('a sign-out, or another person, that comes while the session is renewed is never undone', async () => {
  for (const next of [null, tokenOf('p2')]) {
    signedIn(tokenOf('p1', -5))
    await write('p1', 'one')
    answer = () => {
      if (next === null) cookie = null
      else signedIn(next)
      return Response.json({ access_token: tokenOf('p1') })
    }
    received = []
    await run()
    expect(received).toHaveLength(1)
    expect(cookies.set).not.toHaveBeenCalled()
    if (next === null) expect(cookie).toBeNull()
    else expect(tokenHere()).toBe(next)
  }
  // Nobody or another person is signed in: no request is sent.
  received = []
  cookie = null
  await run()
  signedIn(tokenOf('p2'))
  await run()
  cookie = '%7Bbroken'
  await run()
  expect(received).toEqual([])
})

test('what is taken back or forgotten while it is on its way does not come back', async () => {
  const { name } = await write('p1', 'one')
  answer = async () => {
    await db.remove('outbox', name)
    return new Response('', { status: 503 })
  }
  await expect(run()).rejects.toThrow()
  expect(await left()).toEqual([])
})

test('a reply that was broken off is its person’s to send again, a new ticket goes on; changed words need a page', async () => {
  await write('p1', 'broken reply', { state: 'sending', created_at: new Date().toISOString() })
  await write('p1', 'broken ticket', {
    state: 'sending',
    queue: 'new',
    resend: 'while_key_lives',
    created_at: new Date().toISOString(),
  })
  const { name, item } = await write('p1', 'changed', { queue: 't2' })
  await db.put('outbox', name, { ...item, key: 'another' })
  await write('p1', 'after it', { queue: 't2' })
  await run()
  expect(bodies()).toEqual(['broken ticket'])
  expect(await left()).toEqual(['broken reply sending', 'changed waiting', 'after it waiting'])
})

test('whoever looks at a restaurant sends there themselves: their page is told', async () => {
  await write('p1', 'here')
  await write('p1', 'there', {}, '2')
  const listeners: ((event: object) => void)[] = []
  const page = (url: string, visibilityState: string) => ({ url, visibilityState, postMessage: vi.fn() })
  const pages = [page('https://x.test/1/tickets', 'visible'), page('https://x.test/2', 'hidden')]
  listenForSync(
    {
      cookieStore: cookies,
      clients: { matchAll: async () => pages },
      addEventListener: (_: string, listen: (event: never) => void) => listeners.push(listen as never),
    },
    { store, headersOf },
  )
  const fire = async (tag: string) => {
    let work: Promise<unknown> | undefined
    listeners[0]?.({ tag, waitUntil: (given: Promise<unknown>) => (work = given) })
    await work
  }
  await fire('another')
  expect(received).toEqual([])
  await fire('dispatch')
  expect(bodies()).toEqual(['there'])
  for (const one of pages) expect(one.postMessage).toHaveBeenCalledExactlyOnceWith({ sync: true })
})
