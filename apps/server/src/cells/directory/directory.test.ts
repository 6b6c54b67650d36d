import { createHash, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { beginPasskeySignIn } from '@podmoga/contract/passkeys'
import { encodeTokens } from '@podmoga/contract/user-tokens'
import { openSql } from '@podmoga/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness, addPerson, addRestaurant, type TestPerson } from '../../session/session.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { openTicketWorld } from '../../tickets/tickets.testing.ts'
import { makeCell, moveBetween } from '../cells.testing.ts'
import { CellSilent, findCell, type Listed, PUBLIC_CALLS, type Request } from './find-cell.ts'
import { writeMap } from './nginx-map.ts'
import { makeDirectory } from './serve-directory.ts'
import { ANYWHERE, WAYS } from './ways.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const KEY = `podmoga_01234567_${'k'.repeat(43)}`
const CODE = 'c'.repeat(22)
const CREDENTIAL = 'credential-of-there'

let t: Awaited<ReturnType<typeof openTicketWorld>>
let there: TestWorld
let cells: [Listed, Listed]
let business_id: string
let restaurant_id: string
let person: TestPerson
let provider_id: string
let poster_id: string

beforeAll(async () => {
  t = await openTicketWorld()
  there = await openWorld({ RATE_LIMITS: 'off' }, { like: t.world })
  await makeCell(t.world, 0n)
  await makeCell(there, 1n)
  cells = [
    { number: 0n, sql: t.world.sql },
    { number: 1n, sql: there.sql },
  ]
  const { sql } = there
  business_id = await addBusiness(sql, { network: 'there' })
  restaurant_id = await addRestaurant(sql, { business_id })
  person = await addPerson(sql, {
    business_id,
    email: 'There@cells.test',
    phone: '+998901112233',
    restaurants: [restaurant_id],
  })
  const soon = new Date(Date.now() + 3_600_000)
  await sql`insert into invitations (business_id, person_id, purpose, key_hash, expires_at)
    values (${business_id}, ${person.id}, 'join', ${hashOf('invitation')}, ${soon})`
  const [poster] = await sql<{ id: string }[]>`
    insert into posters (business_id, restaurant_id, created_at, expires_at)
    values (${business_id}, ${restaurant_id}, now(), ${soon}) returning id`
  poster_id = poster?.id ?? ''
  await sql`insert into join_requests (business_id, restaurant_id, poster_id, token_hash, first_name, phone, created_at)
    values (${business_id}, ${restaurant_id}, ${poster_id}, ${hashOf('joining')}, 'Новичок', '+998900000001', now())`
  await sql`insert into reverts (token_hash, person_id, kind, expires_at)
    values (${hashOf('revert')}, ${person.id}, 'email', ${soon})`
  const [provider] = await sql<{ id: string }[]>`
    insert into identity_providers (business_id, name, issuer, client_id, sealed, is_enabled, creates)
    values (${business_id}, 'Вход', 'https://id.test', 'podmoga', '\\x00', true, false) returning id`
  provider_id = provider?.id ?? ''
  await sql`insert into provider_attempts (state_hash, browser_hash, provider_id, sealed, expires_at)
    values (${hashOf('state')}, '\\x00', ${provider_id}, '\\x00', ${soon})`
  await sql`insert into setup_keys (key_hash, expires_at) values (${hashOf('setup')}, ${soon})`
  await sql`insert into passkeys (person_id, credential_id, public_key, counter, transports, name, synced, is_step)
    values (${person.id}, ${CREDENTIAL}, '\\x00', 0, '{}', 'Ключ', false, false)`
  await sql`insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
    values (${business_id}, ${person.id}, 'Обмен', 'podmoga_01234567', ${hashOf(KEY)}, '{agent}')`
  await sql`insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
    values (${business_id}, ${restaurant_id}, ${CODE}, 'pos', 'Касса', '', '', '', now())`
})
afterAll(async () => {
  await t.world.close()
  await there.close()
})

const post = (path: string, body: object, headers: Request['headers'] = {}): Request => ({
  method: 'POST',
  url: `/api/${path}`,
  headers,
  body: JSON.stringify(body),
})
const get = (url: string, headers: Request['headers'] = {}): Request => ({
  method: 'GET',
  url,
  headers,
  body: '',
})
const numberOf = async (request: Request, among: readonly Listed[] = cells) =>
  (await findCell(among, request))?.number ?? null

test('every public call has a way to its cell, or may go to any cell', () => {
  expect([...Object.keys(WAYS), ...Object.keys(ANYWHERE)].toSorted()).toEqual(
    PUBLIC_CALLS.map(({ name }) => name).toSorted(),
  )
})

test('a request without a session is routed by its content', async () => {
  const led: Request[] = [
    post('auth/sign-in/', { login: ' there@CELLS.test ', password: 'x' }),
    post('auth/sign-in/', { login: '90 111 22 33', password: 'x' }),
    post('auth/recover/send/', { login: person.login }),
    post('auth/recover/confirm/', { login: person.login, code: '123456', new_password: 'x' }),
    post('invitations/look/', { key: 'invitation' }),
    post('invitations/accept/', { key: 'invitation', password: 'x' }),
    post('posters/look/', { key: `${poster_id}-signature` }),
    post('joining/', { key: `${poster_id}-signature`, phone: '+998900000002' }),
    post('joining/code/', { token: 'joining' }),
    post('joining/confirm/', { token: 'joining', code: '123456' }),
    post('joining/look/', { token: 'joining' }),
    post('joining/finish/', { token: 'joining', password: 'x' }),
    post('auth/revert/read/', { token: 'revert' }),
    post('auth/revert/', { token: 'revert' }),
    post(`auth/providers/${provider_id}/begin/`, {}),
    post('auth/providers/finish/', { query: '?code=x&state=state' }),
    get('/api/auth/providers/?network=There'),
    post('setup/look/', { key: 'setup' }),
    post('setup/', { key: 'setup' }),
    get('/status/there'),
    get('/status/there/'),
    get(`/d/${CODE}`),
  ]
  for (const request of led) expect(await numberOf(request), request.url + request.body).toBe(1n)
  expect(await numberOf(post('auth/sign-in/', { login: t.walls.A.login, password: 'x' }))).toBe(0n)
})

test('an unknown or malformed request may go to any cell', async () => {
  const lost: Request[] = [
    post('auth/sign-in/', { login: 'nobody@cells.test', password: 'x' }),
    post('auth/sign-in/', { login: { $: 1 }, password: [] }),
    { ...post('auth/sign-in/', {}), body: '\u0000{"login":' },
    { ...post('auth/sign-in/', {}), body: '[1]' },
    post('invitations/look/', { key: 'other' }),
    post('posters/look/', { key: "1' or 1=1 --" }),
    post('auth/sign-in/', { login: 'a\u0000b@cells.test' }),
    get('/status/%00'),
    get('/api/help_desk/tickets/', { authorization: 'Bearer x.y.z' }),
    get('/api/help_desk/tickets/', {
      authorization: 'Bearer e30.W10.',
      cookie: 'user_tokens=%7B%7D; podmoga_renewal=',
    }),
    get('/'),
    get('//intranet'),
  ]
  for (const request of lost) expect(await numberOf(request), request.url + request.body).toBeNull()
})

test('any part of a session routes to its cell; signing in ignores the browser’s earlier session', async () => {
  const signed = await there.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/',
    payload: { login: person.login, password: PASSWORD },
  })
  expect(signed.statusCode, signed.body).toBe(200)
  const { access_token } = signed.json() as { access_token: string }
  const authorization = `Bearer ${access_token}`
  const cookies = signed.cookies.map(({ name, value }) => ({ name, value }))
  const renewal = cookies.find(({ name }) => name.endsWith('podmoga_renewal'))
  const cookie = `a=b; ${renewal?.name}=${renewal?.value}`
  const page = `user_tokens=${encodeTokens({ access_token: 'x', business: { id: business_id } })}`
  expect(await numberOf(get('/api/help_desk/tickets/', { authorization }))).toBe(1n)
  expect(await numberOf(post('auth/renew/', {}, { cookie }))).toBe(1n)
  expect(await numberOf(post('auth/sign-out/', {}, { cookie }))).toBe(1n)
  expect(await numberOf(get('/', { cookie: `user_tokens=broken; ${page}` }))).toBe(1n)
  expect(await numberOf(get('/api/desk/people/', { authorization: `Bearer ${KEY}` }))).toBe(1n)
  // A person of another cell's business signs in on the same tablet.
  expect(await numberOf(post('auth/sign-in/', { login: t.walls.A.login }, { cookie: page }))).toBe(0n)
})

test('a cell that is silent stops only those who may be there', async () => {
  const sql = openSql({ ...there.sql.connection, port: 1, path: '/nowhere' }, 1, { connect_ms: 200 })
  const among = [{ number: 2n, sql }, ...cells]
  expect(await numberOf(post('auth/sign-in/', { login: person.login }), among)).toBe(1n)
  await expect(numberOf(post('auth/sign-in/', { login: 'nobody@cells.test' }), among)).rejects.toThrow(
    CellSilent,
  )
  expect(await numberOf(get('/intranet/'), among)).toBeNull()
  await sql.end()
})

test('a passkey challenge is routed to the cell of the person who responds', async () => {
  const origin = new URL(t.world.config.public_url).origin
  const asked = await t.world.app.inject({
    method: 'POST',
    url: `/api/${beginPasskeySignIn.path}`,
    headers: { origin },
  })
  expect(asked.statusCode).toBe(200)
  const [browser] = asked.cookies
  const cookie = `a=b; ${browser?.name}=${browser?.value}`
  const request = post('auth/passkeys/sign-in/', { passkey: { id: CREDENTIAL } }, { cookie })
  expect(await numberOf(request)).toBe(1n)
  const questions = async ({ sql }: TestWorld) => (await sql`select from passkey_challenges`).length
  expect([await questions(t.world), await questions(there)]).toEqual([0, 1])
  // Repeated, as a page does when it retries: still found.
  expect(await numberOf(request)).toBe(1n)
  expect(await questions(there)).toBe(1)
})

test('nginx gets the cell in a header; a failure is answered with 503 and Retry-After', async () => {
  const lines: string[] = []
  const server = makeDirectory(cells, (line) => lines.push(line))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (path: string, body?: string) =>
    fetch(url + path, body === undefined ? {} : { method: 'POST', body })
  const where = async (path: string, body?: string) => (await ask(path, body)).headers.get('x-accel-redirect')
  const login = JSON.stringify({ login: person.login })
  expect(await where('/api/auth/sign-in/', login)).toBe('@podmoga_cell_1')
  expect(await where('/api/auth/sign-in/', login + ' '.repeat(70_000))).toBe('@podmoga_anywhere')
  expect(await where('/intranet/')).toBe('@podmoga_anywhere')
  await new Promise((resolve) => server.close(resolve))
  expect(lines).toEqual([])
})

test('while a business is in two cells, requests and the nginx map lead only to the new one', async () => {
  const [from, to] = [await makeCell(t.world, 0n), await makeCell(there, 1n)]
  const { n1, n2 } = t.walls.businesses
  const request = post('auth/sign-in/', { login: t.walls.D.login })
  expect(await numberOf(request)).toBe(0n)
  const seen: string[] = []
  await moveBetween(from, to, ['n2'], {
    lead: async () => {
      seen.push(String(await numberOf(request)), await writeMap(cells))
    },
  })
  const [number, map = ''] = seen
  expect(number).toBe('1')
  const led = (key: string) => new RegExp(`^ +${key} (.*);$`, 'm').exec(map)?.[1]
  expect([led(`b:${n1}`), led('n:n1'), led(`b:${n2}`), led('n:n2'), led('n:there')]).toEqual([
    ...['podmoga_cell_0', 'podmoga_cell_0', 'podmoga_cell_1', 'podmoga_cell_1', 'podmoga_cell_1'],
  ])
  expect(map.match(/ b:\d+ /g)).toHaveLength(new Set(map.match(/ b:\d+ /g)).size)
  expect(await writeMap(cells)).toBe(map)
  // Every public call that nginx sends to the directory even if someone is signed in is one that the directory can resolve
  // otherwise.
  const directed = [...map.matchAll(/^ +~(\S+) 1;$/gm)].map(([, pattern = '']) => new RegExp(pattern))
  for (const { path, name } of PUBLIC_CALLS) {
    const url = `/api/${path.replace(/:\w+/g, randomUUID())}`
    expect(
      directed.some((pattern) => pattern.test(url)),
      name,
    ).toBe(WAYS[name] !== undefined)
  }
})
