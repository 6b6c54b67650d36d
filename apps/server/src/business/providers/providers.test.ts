import { randomUUID } from 'node:crypto'
import { confirm } from '@podmoga/contract/confirmation'
import { listJournal } from '@podmoga/contract/desk/journal'
import * as calls from '@podmoga/contract/desk/providers'
import { listSignInProviders } from '@podmoga/contract/providers'
import { beginTotp, enableTotp } from '@podmoga/contract/second-step'
import { getPlaces } from '@podmoga/contract/session'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLIENT, startEvilProvider, startOidcProvider } from '../../ports/testing-oidc.ts'
import { addPerson, disablePerson } from '../../session/session.testing.ts'
import { openWorld, PASSWORD, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

const BACK = 'http://localhost:3000/intranet/callback'

type Company = Awaited<ReturnType<typeof startOidcProvider>>
let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let company: Company
let other: Company
let evil: Awaited<ReturnType<typeof startEvilProvider>>
/** A provider that omits `iss` in its answers. */
let quiet: Company
/** The first business's provider at `company`, and the second's at `other`. */
let first: string
let second: string
/** The first business's provider at `quiet`, and the second's at `evil`. */
let silent: string
let trap: string

const admin = async (whose: 'admin' | 'admin2' = 'admin') =>
  world.as({ token: await world.signIn(walls[whose].login) })

const RULE = { is_enabled: true, creates: false, restaurant: null, domains: [] }

/** One browser request with its cookies, as sent by our page. */
const ask = async (path: string, payload: object, { cookie = '', origin = 'http://localhost:3000' } = {}) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/auth/providers/${path}`,
    headers: { origin, ...(cookie === '' ? {} : { cookie }) },
    payload,
  })
  const body = answer.json<{ code?: string; error?: string; url?: string; access_token?: string }>()
  const set = answer.cookies.find(({ name }) => name === 'podmoga_provider')
  return {
    status: answer.statusCode,
    body,
    cookie: set === undefined ? '' : `podmoga_provider=${set.value}`,
    set,
  }
}
const begin = async (id: string) => {
  const { body, cookie, set } = await ask(`${id}/begin/`, {})
  return { url: body.url ?? '', cookie, set }
}
/** `at`: the provider at whose redirect URI the browser has returned; null: the URI once shared by all. */
const finish = (query: string, cookie: string, code?: string, at: string | null = first) =>
  ask(
    'finish/',
    { query, ...(code === undefined ? {} : { code }), ...(at === null ? {} : { provider: at }) },
    { cookie },
  )
/** The whole sign-in: redirect, the provider's own pages, and return. */
const signIn = async (id: string, sub: string, at: Company = company) => {
  const { url, cookie } = await begin(id)
  const query = await at.walk(url, sub)
  return { ...(await finish(query, cookie, undefined, id)), query, cookie }
}
const whoIs = async (token: string | undefined) => {
  const { first_name, restaurants } = await world.as({ token: token ?? '' })(getPlaces, {})
  return { first_name, restaurants: restaurants.map(({ id }) => id) }
}
const verify = (person_id: string) =>
  world.sql`update people set email_verified_at = now() where id = ${person_id}`

beforeAll(async () => {
  company = await startOidcProvider(BACK)
  other = await startOidcProvider(BACK)
  quiet = await startOidcProvider(BACK, { names_itself: false })
  evil = await startEvilProvider()
  world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '86400',
    PROVIDER_INSIDE_HOSTS: [company, other, quiet, evil].map(({ issuer }) => new URL(issuer).host).join(', '),
  })
  walls = await seedPeopleManagers(world)
  const add = async (
    whose: 'admin' | 'admin2',
    at: { issuer: string; register?: Company['register'] },
    name: string,
  ) => {
    const body = { ...RULE, ...CLIENT, issuer: at.issuer, name }
    const { id } = await (await admin(whose))(calls.addProvider, { body })
    at.register?.(`${BACK}/${id}`)
    return id
  }
  first = await add('admin', company, 'Компания')
  second = await add('admin2', other, 'Чужая компания')
  silent = await add('admin', quiet, 'Тихая')
  trap = await add('admin2', evil, 'Ловушка')
})
afterAll(async () => {
  await world.close()
  await company.close()
  await other.close()
  await quiet.close()
  await evil.close()
})
beforeEach(() => company.accounts.clear())

describe('an admin’s providers', () => {
  test('the secret is sealed, never shown again and stands in no journal; another business does not see them', async () => {
    const call = await admin()
    const { providers, sign_in_url } = await call(calls.listProviders, {})
    expect(providers).toMatchObject([
      {
        id: first,
        name: 'Компания',
        issuer: company.issuer,
        is_enabled: true,
        redirect_uri: `${BACK}/${first}`,
        shared_redirect_uri: null,
      },
      { id: silent, redirect_uri: `${BACK}/${silent}` },
    ])
    expect(sign_in_url).toBe('http://localhost:3000/intranet/?network=n1')
    const [row] = await world.sql<{ all: string }[]>`
      select concat((select string_agg(p::text, '') from identity_providers p),
        (select string_agg(a::text, '') from audit a), ${JSON.stringify(providers)}::text) as all`
    expect(row?.all).not.toContain(CLIENT.client_secret)
    expect(row?.all).not.toContain(Buffer.from(CLIENT.client_secret).toString('hex'))
    const { providers: theirs } = await (await admin('admin2'))(calls.listProviders, {})
    expect(theirs.map(({ id }) => id)).toEqual([second, trap])
    expect(
      (await call(listJournal, { query: { event: 'provider_added' } })).results[0]?.changes,
    ).toContainEqual(expect.objectContaining({ name: 'Адрес провайдера', after: quiet.issuer }))
  })

  test('a test tells what is wrong in Russian, and that all is well', async () => {
    const call = await admin()
    const test = async (more: object) => {
      const body = { ...RULE, ...CLIENT, issuer: company.issuer, name: `Проверка ${Math.random()}`, ...more }
      const { id } = await call(calls.addProvider, { body })
      const result = await call(calls.testProvider, { params: { providerId: id } })
      await call(calls.removeProvider, { params: { providerId: id } })
      return result
    }
    expect(await call(calls.testProvider, { params: { providerId: first } })).toEqual({
      ok: true,
      error: null,
    })
    // The same client again is an existing provider.
    await expect(test({})).rejects.toMatchObject({ code: 'name_taken' })
    const { host, port } = new URL(company.issuer)
    for (const [more, error] of [
      [{ client_id: 'nobody' }, /client id или секрет/],
      [{ issuer: `${company.issuer}/deeper`, client_id: 'a' }, /нет описания OpenID/],
      [{ issuer: 'https://169.254.169.254', client_id: 'b' }, /внутренней сети/],
      [{ issuer: `https://127.0.0.1:${port}`, client_id: 'c' }, /внутренней сети/],
      [{ issuer: 'http://example.com', client_id: 'd' }, /https/],
      // No OpenID provider listens on that port.
      [{ issuer: `https://${host}`, client_id: 'e' }, /не отвечает|нет описания/],
    ] as const)
      expect(await test(more), JSON.stringify(more)).toMatchObject({
        ok: false,
        error: expect.stringMatching(error),
      })
  })

  test('what is asked of the form, and a restaurant of another business', async () => {
    const call = await admin()
    const body = { ...RULE, ...CLIENT, issuer: 'https://login.example.uz', name: 'Новый' }
    for (const [more, refusal] of [
      [{ issuer: 'javascript:alert(1)' }, { code: 'invalid', fields: { issuer: expect.any(String) } }],
      [{ issuer: 'https://user:pass@x.uz' }, { code: 'invalid', fields: { issuer: expect.any(String) } }],
      [{ domains: ['не домен'] }, { code: 'invalid', fields: { domains: expect.any(String) } }],
      [
        { creates: true, restaurant: walls.r11 },
        { code: 'invalid', fields: { domains: expect.any(String) } },
      ],
      [
        { creates: true, domains: ['x.uz'] },
        { code: 'invalid', fields: { restaurant: expect.any(String) } },
      ],
      [{ creates: true, domains: ['x.uz'], restaurant: walls.r21 }, { code: 'not_found' }],
      [{ name: 'компания' }, { code: 'name_taken' }],
    ] satisfies [object, object][])
      await expect(
        call(calls.addProvider, { body: { ...body, ...more } }),
        JSON.stringify(more),
      ).rejects.toMatchObject(refusal)
    world.clock.move(11 * 60_000)
    await expect(call(calls.addProvider, { body })).rejects.toMatchObject({ code: 'confirmation_needed' })
    await call(confirm, { body: { password: PASSWORD } })
  })

  test('I02 one added again after a lost answer is the same one', async () => {
    const call = await admin('admin')
    const idempotency_key = randomUUID()
    const body = { ...RULE, ...CLIENT, issuer: company.issuer, client_id: 'повтор', name: 'Повтор' }
    const add = () => call(calls.addProvider, { body }, { idempotency_key })
    const [first, again] = [await add(), await add()]
    expect(again).toEqual(first)
    const { providers } = await call(calls.listProviders, {})
    expect(providers.filter(({ name }) => name === 'Повтор')).toHaveLength(1)
    const kept = await world.sql<{ text: string }[]>`select i::text as text from idempotency i`
    expect(kept.map(({ text }) => text).join()).not.toContain(CLIENT.client_secret)
    await call(calls.removeProvider, { params: { providerId: first.id } })
  })

  test('the page of sign-in shows the providers of the network that it names', async () => {
    const look = (network?: string) =>
      world.as({})(listSignInProviders, { query: network === undefined ? {} : { network } })
    expect(await look()).toEqual({ providers: [], asks_network: true })
    expect((await look('N1 ')).providers).toEqual([
      { id: first, name: 'Компания' },
      { id: silent, name: 'Тихая' },
    ])
    expect((await look('nobody')).providers).toEqual([])
  })
})

describe('sign-in through the company', () => {
  test('finds a person by an address that both have proved, then by the provider’s own name for them', async () => {
    await verify(walls.A.id)
    company.accounts.set('a-1', { email: walls.A.login.toUpperCase(), email_verified: true })
    const entered = await signIn(first, 'a-1')
    expect(entered.status).toBe(200)
    expect(await whoIs(entered.body.access_token)).toEqual({
      first_name: 'A',
      restaurants: [walls.r11, walls.r12],
    })
    // An admin created a new way to sign in: its owner is notified once.
    const notices = () =>
      world.mail.sent.filter(({ to }) => to === walls.A.login).map(({ subject }) => subject)
    await expect.poll(notices).toEqual([expect.stringContaining('Подключён вход через компанию')])
    // The company changes their address; they remain the same person.
    company.accounts.set('a-1', { email: 'married@walls.test', email_verified: false })
    expect((await whoIs((await signIn(first, 'a-1')).body.access_token)).first_name).toBe('A')
    // The company gave the address to another person, who is not this one.
    company.accounts.set('a-2', { email: walls.A.login, email_verified: true })
    expect((await signIn(first, 'a-2')).body).toMatchObject({
      code: 'not_admitted',
      error: expect.stringContaining('другой человек'),
    })
    expect(
      await world.sql`select from outbox where to_address = ${walls.A.login} and sent_at is null`,
    ).toHaveLength(0)
    expect(notices()).toHaveLength(1)
    const { results } = await (await admin())(listJournal, { query: { whom: walls.A.id } })
    expect(results.map(({ event }) => event)).toEqual(['provider_refused', 'provider_linked'])
  })

  test('somebody invited is here with their first sign-in, and their link is worth nothing any more', async () => {
    const [row] = await world.sql<{ id: string }[]>`
      insert into people (business_id, email, first_name, joined_at)
      values (${walls.businesses.n1}, 'invited@walls.test', 'Новая', null) returning id`
    const id = row?.id ?? ''
    await world.sql`
      insert into invitations (business_id, person_id, purpose, key_hash, created_by, expires_at)
      values (${walls.businesses.n1}, ${id}, 'join', '\\x01', ${walls.admin.id}, now() + interval '1 day')`
    company.accounts.set('i-1', { email: 'invited@walls.test', email_verified: true })
    expect((await signIn(first, 'i-1')).status).toBe(200)
    const [state] = await world.sql`
      select joined_at is not null as joined, email_verified_at is not null as proved,
        (select revoked_at is not null from invitations where person_id = people.id) as revoked
      from people where id = ${id}`
    expect(state).toEqual({ joined: true, proved: true, revoked: true })
  })

  test('refuses, each with a sentence: unknown, unproved at either side, elsewhere, disabled, the operator', async () => {
    await verify(walls.D.id)
    await verify(walls.operator.id)
    await verify(walls.E.id)
    await disablePerson(world.sql, walls.E.id)
    // The provider's admin would get into the other business.
    const both = { business_id: walls.businesses.n1, email: 'both@walls.test' }
    const desk = [{ role: 'agent' as const, business_id: walls.businesses.n2 }]
    await verify((await addPerson(world.sql, { ...both, desk })).id)
    const [before] = await world.sql<{ count: number }[]>`select count(*)::int as count from sessions`
    for (const [sub, email, email_verified, error] of [
      ['u', 'nobody@walls.test', true, 'Вас нет среди сотрудников «Первый бизнес»'],
      ['n', undefined, true, 'не назвал вашу почту'],
      ['v', walls.C.login, false, 'не подтвердил'],
      ['h', walls.B.login, true, 'Почта в вашем профиле не подтверждена'],
      ['d', walls.D.login, true, 'занял другой человек'],
      ['e', walls.E.login, true, 'отключён'],
      ['b', 'both@walls.test', true, 'в другом бизнесе'],
      ['o', walls.operator.login, true, 'войдите паролем'],
    ] as const) {
      company.accounts.set(sub, { ...(email === undefined ? {} : { email }), email_verified })
      const { status, body } = await signIn(first, sub)
      expect([sub, status, body.code], body.error).toEqual([sub, 403, 'not_admitted'])
      expect(body.error).toContain(error)
    }
    const [after] = await world.sql<{ count: number }[]>`select count(*)::int as count from sessions`
    expect(after).toEqual(before)
    const { results } = await (await admin())(listJournal, { query: { event: 'provider_refused' } })
    expect(results[0]?.changes).toContainEqual({
      name: 'Причина',
      before: null,
      after: 'оператор входит только паролем',
    })
  })

  test('Entra’s people are known by `sub`; a sign-in name is no address, and an address without a proof is none', async () => {
    await verify(walls.A.id)
    const entra = { name: 'A', preferred_username: walls.A.login, oid: 'f3a1', tid: '5f0c' }
    for (const [claims, error] of [
      [entra, 'не назвал вашу почту'],
      [{ ...entra, email: walls.A.login }, 'не подтвердил'],
      // `xms_edov` is accepted from Microsoft only.
      [{ ...entra, email: walls.A.login, xms_edov: true }, 'не подтвердил'],
    ] as const) {
      company.accounts.set('pairwise-1', claims)
      expect((await signIn(first, 'pairwise-1')).body).toMatchObject({
        code: 'not_admitted',
        error: expect.stringContaining(error),
      })
    }
    await world.sql`insert into person_identities (provider_id, subject, person_id, linked_at)
      values (${first}, 'pairwise-9', ${walls.C.id}, now())`
    company.accounts.set('pairwise-9', { ...entra, preferred_username: walls.B.login, email: walls.B.login })
    expect((await whoIs((await signIn(first, 'pairwise-9')).body.access_token)).first_name).toBe('C')
  })

  test('makes newcomers by the rule, as staff of one restaurant, as far as the terms go', async () => {
    const call = await admin()
    await call(confirm, { body: { password: PASSWORD } })
    const params = { providerId: first }
    const rule = { ...RULE, name: 'Компания', client_secret: null }
    const body = { ...rule, creates: true, restaurant: walls.r12, domains: ['Corp.uz'] }
    await call(calls.changeProvider, { params, body })
    company.accounts.set('n-1', {
      email: 'new@corp.uz',
      email_verified: true,
      given_name: 'Лола',
      family_name: 'Юсупова',
    })
    company.accounts.set('n-2', { email: 'new@evil-corp.uz', email_verified: true })
    company.accounts.set('n-3', { email: 'more@corp.uz', email_verified: true })
    expect(await whoIs((await signIn(first, 'n-1')).body.access_token)).toEqual({
      first_name: 'Лола',
      restaurants: [walls.r12],
    })
    const [made] = await world.sql`
      select p.last_name, p.password_hash, m.role, (select count(*)::int from desk_members d where d.person_id = p.id) as desk
      from people p join memberships m on m.person_id = p.id where p.email = 'new@corp.uz'`
    expect(made).toEqual({ last_name: 'Юсупова', password_hash: null, role: 'staff', desk: 0 })
    expect((await signIn(first, 'n-2')).body.code).toBe('not_admitted')
    await world.sql`update businesses set people_max = 1 where id = ${walls.businesses.n1}`
    expect((await signIn(first, 'n-3')).body.code).toBe('limit_reached')
    await world.sql`update businesses set people_max = null where id = ${walls.businesses.n1}`
    // Two concurrent sign-ins create one person.
    const both = await Promise.all([signIn(first, 'n-3'), signIn(first, 'n-3')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.sql`select from people where email = 'more@corp.uz'`).toHaveLength(1)
    await call(calls.changeProvider, { params, body: rule })
  })

  test('asks the second step of whoever has one, and takes it once', async () => {
    const person = await addPerson(world.sql, { business_id: walls.businesses.n1, email: 'two@walls.test' })
    await verify(person.id)
    const call = world.as({ token: await world.signIn(person.login) })
    const { secret } = await call(beginTotp, {})
    const totpNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
    await call(enableTotp, { body: { code: totpNow() } })
    world.clock.move(30_000)
    company.accounts.set('two', { email: 'two@walls.test', email_verified: true })
    const { query, cookie, body } = await signIn(first, 'two')
    expect(body.code).toBe('second_step_needed')
    expect((await finish(query, cookie, '000000')).body.code).toBe('invalid')
    // Another browser has the page's address, but not the cookie.
    const stolen = await begin(first)
    expect((await finish(query, stolen.cookie, totpNow())).body.code).toBe('provider_failed')
    expect((await finish(query, cookie, totpNow())).status).toBe(200)
    expect((await finish(query, cookie, totpNow())).body.code).toBe('provider_failed')
  })
})

describe('tampering with the return from the provider', () => {
  const known = { email: 'f1@walls.test', email_verified: true }
  beforeAll(async () => {
    await verify((await addPerson(world.sql, { business_id: walls.businesses.n1, email: known.email })).id)
  })
  beforeEach(() => company.accounts.set('f', known))
  const isRefused = async (query: string, cookie: string) =>
    expect((await finish(query, cookie)).body, query).toMatchObject({
      code: 'provider_failed',
      error: expect.stringMatching(/[а-я]/),
    })

  test('a state twice, of another browser, without a cookie, made up, twice over, or too late', async () => {
    const done = await signIn(first, 'f')
    expect(done.status).toBe(200)
    await isRefused(done.query, done.cookie)
    const one = await begin(first)
    const two = await begin(first)
    const query = await company.walk(one.url, 'f')
    await isRefused(query, two.cookie)
    await isRefused(query, '')
    await isRefused(`${query}&state=${new URLSearchParams(query).get('state')}`, one.cookie)
    await isRefused(query.replace(/state=[^&]+/, 'state=made-up'), one.cookie)
    await isRefused('error=access_denied', one.cookie)
    world.clock.move(10 * 60_000 + 1)
    await isRefused(query, one.cookie)
  })

  test('another nonce, another verifier, a code of nobody’s, a refusal', async () => {
    for (const [name, value] of [
      ['nonce', 'a-nonce-of-somebody-else-0123456789'],
      ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ] as const) {
      const { url, cookie } = await begin(first)
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      await isRefused(await company.walk(changed.href, 'f'), cookie)
    }
    const { url, cookie } = await begin(first)
    await isRefused((await company.walk(url, 'f')).replace(/code=[^&]+/, 'code=nobodys'), cookie)
    const declined = await begin(first)
    const state = new URL(declined.url).searchParams.get('state')
    const { body } = await finish(`error=access_denied&state=${state}&iss=${company.issuer}`, declined.cookie)
    expect(body).toMatchObject({ code: 'provider_failed', error: expect.stringContaining('не впустил') })
  })

  test('an answer of another issuer, and a person of another business', async () => {
    const { url, cookie } = await begin(first)
    const query = new URLSearchParams(await company.walk(url, 'f'))
    expect(query.get('iss')).toBe(company.issuer)
    query.set('iss', other.issuer)
    await isRefused(query.toString(), cookie)
    // The other provider's answer to an attempt begun with it is refused in an attempt with this one.
    const mixed = await begin(first)
    const theirs = new URL((await begin(second)).url)
    theirs.searchParams.set('state', new URL(mixed.url).searchParams.get('state') ?? '')
    await isRefused(await other.walk(theirs.href, 'f'), mixed.cookie)
    // The second business's provider signs in no one of the first.
    other.accounts.set('thief', known)
    expect((await signIn(second, 'thief', other)).body.code).toBe('not_admitted')
  })

  test('a provider that names itself in its answers is not believed without, nor in a refusal', async () => {
    const { url, cookie } = await begin(first)
    const query = new URLSearchParams(await company.walk(url, 'f'))
    query.delete('iss')
    await isRefused(query.toString(), cookie)
    const declined = await begin(first)
    const state = new URL(declined.url).searchParams.get('state')
    const { body } = await finish(`error=access_denied&state=${state}`, declined.cookie)
    expect(body.error).not.toContain('не впустил')
    // A provider that never sends `iss` is identified by its own redirect URI alone.
    quiet.accounts.set('f', known)
    expect((await signIn(silent, 'f', quiet)).status).toBe(200)
  })

  describe('an evil provider that leads its victim through another’s', () => {
    /**
     * The attacker begins a sign-in too; the evil provider redirects the victim to the attacker's authorization URL.
     */
    const lead = async () => {
      quiet.accounts.set('f', known)
      evil.taken.length = 0
      const attacker = await begin(silent)
      const victim = await begin(trap)
      const forged = new URL(attacker.url)
      forged.searchParams.set('state', new URL(victim.url).searchParams.get('state') ?? '')
      const back = await quiet.arrive(forged.href, 'f')
      const stolen = new URLSearchParams(back.search)
      stolen.set('state', new URL(attacker.url).searchParams.get('state') ?? '')
      return { attacker, victim, back, query: back.search.slice(1), stolen: stolen.toString() }
    }
    const share = (ids: string[], shared: boolean) =>
      world.sql`update identity_providers set shared_redirect = ${shared} where id = any(${ids}::bigint[])`

    test('N03: learns no code: each has an address of its own, and an answer at another’s is nobody’s', async () => {
      const { victim, back, query } = await lead()
      expect(back.pathname).toBe(`/intranet/callback/${silent}`)
      expect((await finish(query, victim.cookie, undefined, silent)).body.code).toBe('provider_failed')
      expect(evil.taken).toEqual([])
      // An attempt once refused stays refused, whatever redirect URI is claimed.
      expect((await finish(query, victim.cookie, undefined, trap)).body.code).toBe('provider_failed')
      expect(evil.taken).toEqual([])
    })

    test('N03: learns none from a provider at the shared address either, because it is newer than that address', async () => {
      await share([silent], true)
      const { victim, back, query } = await lead()
      expect(back.pathname).toBe('/intranet/callback')
      expect((await finish(query, victim.cookie, undefined, null)).body.code).toBe('provider_failed')
      expect(evil.taken).toEqual([])
      // A provider registered with the shared URI still works there, and only there.
      const own = await begin(silent)
      const answer = await quiet.walk(own.url, 'f')
      expect((await finish(answer, own.cookie, undefined, silent)).body.code).toBe('provider_failed')
      const again = await begin(silent)
      const right = await quiet.walk(again.url, 'f')
      expect((await finish(right, again.cookie, undefined, null)).status).toBe(200)
      await share([silent], false)
    })

    test('N03: gains nothing by a code from the shared address: one that was brought once is taken by nobody else', async () => {
      await share([silent, trap], true)
      const { attacker, victim, query, stolen } = await lead()
      expect((await finish(query, victim.cookie, undefined, null)).body.code).toBe('provider_failed')
      expect(evil.taken).toEqual([new URLSearchParams(query).get('code')])
      expect((await finish(stolen, attacker.cookie, undefined, null)).body.code).toBe('provider_failed')
      await share([silent, trap], false)
    })
  })

  test('one that shares an address moves to its own, and not back', async () => {
    await world.sql`update identity_providers set shared_redirect = true where id = ${silent}`
    const call = await admin()
    await call(confirm, { body: { password: PASSWORD } })
    const find = async () => (await call(calls.listProviders, {})).providers.find(({ id }) => id === silent)
    expect(await find()).toMatchObject({ redirect_uri: `${BACK}/${silent}`, shared_redirect_uri: BACK })
    const params = { providerId: silent }
    const body = { ...RULE, name: 'Тихая', client_secret: null }
    await call(calls.changeProvider, { params, body })
    expect((await find())?.shared_redirect_uri).toBe(BACK)
    await call(calls.changeProvider, { params, body: { ...body, own_redirect: true } })
    expect((await find())?.shared_redirect_uri).toBeNull()
    await call(calls.changeProvider, { params, body })
    expect((await find())?.shared_redirect_uri).toBeNull()
    const out = new URL((await begin(silent)).url)
    expect(out.searchParams.get('redirect_uri')).toBe(`${BACK}/${silent}`)
  })

  test('a provider that was turned off or taken away, and a page that is not ours', async () => {
    const call = await admin()
    await call(confirm, { body: { password: PASSWORD } })
    const params = { providerId: first }
    const rule = { ...RULE, name: 'Компания', client_secret: null }
    const { url, cookie } = await begin(first)
    const query = await company.walk(url, 'f')
    await call(calls.changeProvider, { params, body: { ...rule, is_enabled: false } })
    await isRefused(query, cookie)
    expect((await ask(`${first}/begin/`, {})).body.code).toBe('not_found')
    const { providers } = await world.as({})(listSignInProviders, { query: { network: 'n1' } })
    expect(providers.map(({ id }) => id)).toEqual([silent])
    await call(calls.changeProvider, { params, body: rule })
    const elsewhere = { origin: 'https://evil.example' }
    expect((await ask(`${first}/begin/`, {}, elsewhere)).body.code).toBe('bad_origin')
    expect((await ask('finish/', { query }, elsewhere)).body.code).toBe('bad_origin')
    // The browser is redirected to the chosen provider, and returns only to us.
    const out = new URL((await begin(first)).url)
    expect(out.origin).toBe(company.issuer)
    expect(out.searchParams.get('redirect_uri')).toBe(`${BACK}/${first}`)
    expect((await begin(first)).set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth/' })
    await call(calls.removeProvider, { params })
    expect((await ask(`${first}/begin/`, {})).body.code).toBe('not_found')
  })
})
