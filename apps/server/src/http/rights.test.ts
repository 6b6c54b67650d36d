import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@podmoga/contract/all'
import { pathOf } from '@podmoga/contract/client'
import { addApiKey } from '@podmoga/contract/desk/keys'
import type { Auth, EndpointDeclaration } from '@podmoga/contract/endpoint'
import { KEY_SCOPES, keyScopesOf, kindsOf, MAY, mayCall } from '@podmoga/contract/rights'
import type { Role } from '@podmoga/contract/roles'
import { createTicket } from '@podmoga/contract/tickets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedPeopleManagers } from '../business/business.testing.ts'
import { addMaterial } from '../knowledge/knowledge.testing.ts'
import { apiKeyHash, newApiKey } from '../session/session.api-keys.ts'
import { openWorld, type TestWorld } from '../testing.ts'

/** Part of every text of the other business; it must not appear in any response to this one. */
const FOREIGN = 'Чужое-7f3a91'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let tokens: Record<Role, string>
let foreign: Record<string, string>

const idOf = async (rows: PromiseLike<{ id: string }[]>): Promise<string> => {
  const [row] = await rows
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/**
 * Creates an API key directly in the database: any role's rights can be given to a key, although only admins create keys on the
 * page.
 */
const keyOf = async (person_id: string, business_id: string, scopes: readonly string[]): Promise<string> => {
  const { key, prefix } = newApiKey()
  await world.sql`
    insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
    values (${business_id}, ${person_id}, 'Обмен', ${prefix}, ${apiKeyHash(key)}, ${[...scopes]}::text[])`
  return key
}

/** Creates one object of every kind that a call may name, all in the other business. */
const makeForeign = async (): Promise<Record<string, string>> => {
  const { sql } = world
  const { n2 } = walls.businesses
  const D = world.as({ token: await world.signIn(walls.D.login), restaurant_id: walls.r21 })
  const { id: ticketId = '' } = await D(createTicket, {
    form: { category: 'other', initial_message: FOREIGN },
  })
  const sectionId = await idOf(sql<{ id: string }[]>`
    insert into sections (business_id, name, slug, position) values (${n2}, ${FOREIGN}, 'foreign', 1) returning id`)
  const subcategoryId = await idOf(sql<{ id: string }[]>`
    insert into subcategories (section_id, name, slug, position)
    values (${sectionId}, ${FOREIGN}, 'foreign', 1) returning id`)
  const location = { business_id: n2, section_id: sectionId, subcategory_id: subcategoryId }
  const materialId = await addMaterial(world, location, { title: FOREIGN, published: true })
  await sql`update people set last_name = ${FOREIGN} where business_id = ${n2}`
  await sql`update restaurants set name = ${FOREIGN} where business_id = ${n2}`
  const importId = await idOf(sql<{ id: string }[]>`
    insert into people_imports (business_id, created_by, file_name)
    values (${n2}, ${walls.admin2.id}, ${FOREIGN}) returning id`)
  const gapId = await idOf(sql<{ id: string }[]>`
    insert into knowledge_gaps (business_id, kind, query) values (${n2}, 'search', ${FOREIGN}) returning id`)
  const { prefix } = newApiKey()
  const keyId = await idOf(sql<{ id: string }[]>`
    insert into api_keys (business_id, person_id, name, prefix, key_hash, scopes)
    values (${n2}, ${walls.admin2.id}, ${FOREIGN}, ${prefix}, ${apiKeyHash(FOREIGN)}, '{admin}') returning id`)
  const posterId = await idOf(sql<{ id: string }[]>`
    insert into posters (business_id, restaurant_id, created_at, expires_at)
    values (${n2}, ${walls.r21}, now(), now() + interval '1 day') returning id`)
  const requestId = await idOf(sql<{ id: string }[]>`
    insert into join_requests (business_id, restaurant_id, poster_id, token_hash, first_name, phone, state, created_at)
    values (${n2}, ${walls.r21}, ${posterId}, ${apiKeyHash('newcomer')}, ${FOREIGN}, '+998901112233', 'waiting', now())
    returning id`)
  const cannedId = await idOf(sql<{ id: string }[]>`
    insert into canned_replies (business_id, author_id, is_shared, title, text)
    values (${n2}, ${walls.agent2.id}, true, ${FOREIGN}, ${FOREIGN}) returning id`)
  const macroId = await idOf(sql<{ id: string }[]>`
    insert into macros (business_id, name, acts) values (${n2}, ${FOREIGN}, '{}') returning id`)
  const runId = await idOf(sql<{ id: string }[]>`
    insert into macro_runs (person_id, business_ids, name, acts, tickets, due_at)
    values (${walls.agent2.id}, array[${n2}]::bigint[], ${FOREIGN}, '{}', '[]', 'infinity') returning id`)
  const providerId = await idOf(sql<{ id: string }[]>`
    insert into identity_providers (business_id, name, issuer, client_id, sealed, is_enabled, creates)
    values (${n2}, ${FOREIGN}, 'https://login.example.uz', ${FOREIGN}, '\\x00', true, false) returning id`)
  const viewId = await idOf(sql<{ id: string }[]>`
    insert into saved_views (business_id, author_id, is_shared, name, filters, position)
    values (${n2}, ${walls.agent2.id}, true, ${FOREIGN}, ${sql.json({ tab: 'open' })}, 1) returning id`)
  const handoverId = await idOf(sql<{ id: string }[]>`
    insert into handovers (restaurant_id, author_id, note, created_at)
    values (${walls.r21}, ${walls.D.id}, ${FOREIGN}, now()) returning id`)
  const code = 'd'.repeat(22)
  const deviceId = await idOf(sql<{ id: string }[]>`
    insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
    values (${n2}, ${walls.r21}, ${code}, 'till', ${FOREIGN}, ${FOREIGN}, ${FOREIGN}, ${FOREIGN}, now()) returning id`)
  const incidentId = await idOf(sql<{ id: string }[]>`
    insert into incidents (business_id, title, text, everywhere, since, created_at, created_by)
    values (${n2}, ${FOREIGN}, ${FOREIGN}, true, now(), now(), ${walls.agent2.id}) returning id`)
  const proposalId = await idOf(sql<{ id: string }[]>`
    insert into incident_proposals (business_id, words, ticket_ids, made_at, seen_at)
    values (${n2}, ${[FOREIGN]}, '{}', now(), now()) returning id`)
  const reviewId = await idOf(sql<{ id: string }[]>`
    insert into quality_reviews (business_id, ticket_id, week, reason)
    values (${n2}, ${ticketId}, now(), 'bad') returning id`)
  return {
    ticketId,
    deviceId,
    code,
    reviewId,
    handoverId,
    incidentId,
    proposalId,
    cannedId,
    macroId,
    runId,
    fileId: randomUUID(),
    providerId,
    viewId,
    sectionId,
    subcategoryId,
    materialId,
    importId,
    gapId,
    keyId,
    requestId,
    personId: walls.D.id,
    restaurantId: walls.r21,
  }
}

beforeAll(async () => {
  world = await openWorld({
    RATE_LIMITS: 'off',
    ACCESS_TOKEN_SECONDS: '86400',
    REQUESTS_PER_MINUTE: '100000',
  })
  walls = await seedPeopleManagers(world)
  await signInAll()
  foreign = await makeForeign()
})
afterAll(() => world.close())

const signInAll = async (): Promise<void> => {
  tokens = {
    staff: await world.signIn(walls.A.login),
    manager: await world.signIn(walls.manager.login),
    agent: await world.signIn(walls.agent.login),
    editor: await world.signIn(walls.editor.login),
    admin: await world.signIn(walls.admin.login),
    operator: await world.signIn(walls.operator.login),
  }
}

interface Asked {
  token?: string | undefined
  restaurant_id?: string
  payload?: object | undefined
}

/** Sends one call and returns the code of its refusal, or `ok`. */
const ask = async (call: EndpointDeclaration, input: object, { token, restaurant_id, payload }: Asked) => {
  const answer = await world.app.inject({
    method: call.method,
    url: `/api/${pathOf(call, input)}`,
    headers: {
      'accept-language': 'ru',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(restaurant_id === undefined ? {} : { authrestaurantid: restaurant_id }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const { code, base64 = '' } = answer.json<{ code?: string; base64?: string }>()
  return {
    code: answer.statusCode === 200 ? 'ok' : (code ?? 'none'),
    text: answer.body + Buffer.from(base64, 'base64').toString(),
    status: answer.statusCode,
  }
}

const WALLS = ['unauthorized', 'token_expired', 'forbidden']
/** Any id will do, since only access is checked. The call that ends the session comes last. */
const params = (call: EndpointDeclaration) =>
  Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '999999']))
const LAST = ['signOut']
const CALLS = ENDPOINTS.toSorted((a, b) => Number(LAST.includes(a.name)) - Number(LAST.includes(b.name)))

describe('the table of rights', () => {
  test('every call lets in whom the contract names, and nobody else', async () => {
    const wrong: string[] = []
    for (const call of CALLS)
      for (const who of Object.keys(MAY) as (keyof typeof MAY)[]) {
        const restaurant_id = call.auth === 'staff' ? walls.r11 : undefined
        const token = who === 'nobody' ? undefined : tokens[who]
        const { code, status } = await ask(
          call,
          { params: params(call) },
          { token, ...(restaurant_id !== undefined && { restaurant_id }) },
        )
        const isIn = !WALLS.includes(code)
        const may = mayCall(who, call)
        // `renewSession` is authorized by a cookie; `getDesk` checks the caller itself.
        const hasOwnWall = call.name === 'renewSession' || (call.name === 'getDesk' && who === 'staff')
        const expected = who === 'nobody' ? 'unauthorized' : 'forbidden'
        if (status >= 500) wrong.push(`${call.name}, ${who}: ${status}`)
        else if (may ? !isIn && !hasOwnWall : code !== expected) wrong.push(`${call.name}, ${who}: ${code}`)
      }
    expect(wrong).toEqual([])
  })

  test('N04: an API key opens what its scopes and its maker’s roles both open, and nothing else', async () => {
    const { n1 } = walls.businesses
    const keys = [
      { key: await keyOf(walls.admin.id, n1, KEY_SCOPES), roles: ['manager', 'admin'], scopes: KEY_SCOPES },
      { key: await keyOf(walls.agent.id, n1, KEY_SCOPES), roles: ['agent'], scopes: KEY_SCOPES },
      { key: await keyOf(walls.editor.id, n1, KEY_SCOPES), roles: ['editor'], scopes: KEY_SCOPES },
      { key: await keyOf(walls.manager.id, n1, KEY_SCOPES), roles: ['manager'], scopes: KEY_SCOPES },
      { key: await keyOf(walls.admin.id, n1, ['admin']), roles: ['manager', 'admin'], scopes: ['admin'] },
      { key: await keyOf(walls.admin.id, n1, ['manager']), roles: ['manager', 'admin'], scopes: ['manager'] },
      { key: await keyOf(walls.admin.id, n1, ['roles']), roles: [], scopes: ['roles'] },
      // A key for a business in which its maker has no role.
      { key: await keyOf(walls.admin.id, walls.businesses.n2, KEY_SCOPES), roles: [], scopes: KEY_SCOPES },
    ]
    const wrong: string[] = []
    for (const call of CALLS.filter(({ auth }) => auth !== 'public'))
      for (const [at, { key, roles, scopes }] of keys.entries()) {
        const { code, status } = await ask(
          call,
          { params: params(call) },
          { token: key, ...(call.auth === 'staff' && { restaurant_id: walls.r11 }) },
        )
        const asked = keyScopesOf(call)
        const isLent = kindsOf(call).some(
          (kind) =>
            roles.includes(kind) &&
            keyScopesOf({ ...call, auth: kind }).some((scope) => scopes.includes(scope)),
        )
        const isWeighty = call.confirmed === 'always' && !scopes.includes('roles')
        const expected = asked.length === 0 ? 'unauthorized' : isLent && !isWeighty ? 'in' : 'forbidden'
        const got = WALLS.includes(code) ? code : 'in'
        if (status >= 500 || got !== expected)
          wrong.push(`${call.name}, key ${at}: ${status} ${code}, not ${expected}`)
      }
    expect(wrong).toEqual([])
  })
})

/** Values for each name of a body or a query, so that a request is valid; ids are those of the other business. */
const values = (): Record<string, unknown> => ({
  text: 'Текст',
  helpful: true,
  close: false,
  word: 'Слово',
  issuer: 'https://login.example.uz',
  client_id: 'podmoga',
  client_secret: 'secret',
  is_enabled: false,
  creates: false,
  domains: [],
  assignee: foreign.personId,
  customer: foreign.personId,
  material: foreign.materialId,
  materials: [foreign.materialId],
  seen: '0',
  business: walls.businesses.n2,
  section: foreign.sectionId,
  subcategory: foreign.subcategoryId,
  restaurant: foreign.restaurantId,
  restaurant_id: foreign.restaurantId,
  restaurants: [{ id: foreign.restaurantId }],
  ids: [foreign.personId],
  add: [foreign.restaurantId],
  person: foreign.personId,
  name: 'Название',
  title: 'Название',
  first_name: 'Имя',
  email: 'nobody-at-all@walls.test',
  position: 1,
  groups: [['касса', 'терминал']],
  group: 'equipment',
  on: true,
  revision: 1,
  content: '<p>Текст</p>',
  cover: null,
  files: [],
  also_asked: ['как'],
  timezone: 'Asia/Tashkent',
  hours: null,
  send: 'link',
  search: 'касса',
  until: new Date(Date.now() + 3_600_000).toISOString(),
  into: foreign.ticketId,
  to: foreign.ticketId,
  doing: 'looking',
  follow: 'on',
  tickets: [foreign.ticketId],
  act: { do: 'priority', priority: 'high' },
  filters: { tab: 'open' },
  works: true,
  is_linked: true,
  version: 1,
})

const NAMES_SOMETHING = [
  'assignee',
  'business',
  'section',
  'subcategory',
  'material',
  'materials',
  'restaurant',
  'restaurant_id',
  'restaurants',
  'ids',
  'add',
  'person',
  'into',
  'to',
  'message',
]
/** Params that do not identify an object of a business. */
const NO_IDS = ['kind', 'code', 'number']
/** Calls that silently skip foreign objects. Each has its own test. */
const SILENT = [
  'readMessages',
  'takeNext',
  'listQueue',
  'listJournal',
  'exportJournal',
  'listPeople',
  'countPeople',
  'changeMany',
  'orderSavedViews',
  'readSignals',
]

/** Calls in which a name needs another value than in the others. */
const OTHERWISE: Record<string, object> = {
  addDevice: { kind: 'till' },
  openTicketForCaller: { category: 'other' },
  changeDevice: { kind: 'till' },
  reviewTicket: { answers: [2, 2, 2, 2, 2] },
  getFigures: { from: '2026-01-01', to: '2026-01-31' },
  getOwnFigures: { from: '2026-01-01', to: '2026-01-31' },
  exportFigures: { from: '2026-01-01', to: '2026-01-31' },
  exportOwnFigures: { from: '2026-01-01', to: '2026-01-31' },
  exportTickets: { from: '2026-01-01', to: '2026-01-31' },
  listFigureTickets: { from: '2026-01-01', to: '2026-01-31', what: 'opened' },
  listOwnFigureTickets: { from: '2026-01-01', to: '2026-01-31', what: 'opened' },
  changeRestaurant: { groups: ['Центр'] },
  setGroups: { groups: [], version: '0' },
  setRules: { rules: [], version: '0' },
  setOwnPresence: { state: 'off' },
  setOwnSchedule: { schedule: null },
  editMacro: { acts: { text: null, tags: [], priority: null, assignee: null, close: true } },
  runMacro: { seen: {} },
  setFaq: { seen: [] },
  setAlsoAsked: { seen: [] },
  markChecked: { seen: null },
  setAudience: { roles: ['manager'], restaurants: [], groups: [], revision: '0' },
  approveReview: { seen: '2026-01-01T00:00:00.000Z' },
  returnReview: { seen: '2026-01-01T00:00:00.000Z' },
  scheduleMaterial: { at: '2999-01-01T09:00' },
  setSynonyms: { revision: '0' },
  createIncident: { restaurants: ['999999'] },
  splitTicket: { message: '999999' },
}

const pick = (shape: object | undefined): Record<string, unknown> => {
  const known = values()
  return Object.fromEntries(
    Object.keys(shape ?? {})
      .filter((name) => name in known)
      .map((name) => [name, known[name]]),
  )
}

/** Digests of all rows of one business by table, without the tables that the server writes on a schedule. */
const digest = async (business_id: string): Promise<Record<string, string>> => {
  const tables = await world.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' and table_name not in ('audit', 'quality_draws')
    order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await world.sql<{ all: string }[]>`
      select md5(query_to_xml(format('select * from %I where business_id = %s order by 1', ${name}::text,
        ${business_id}::bigint), true, false, '')::text) as all`
    found[name] = row?.all ?? ''
  }
  return found
}

test('N08: nothing that may stand in an address breaks a call', async () => {
  await signInAll()
  const broken: string[] = []
  const asked: string[] = []
  for (const call of CALLS) {
    const who = (Object.keys(MAY) as (keyof typeof MAY)[]).findLast((one) => mayCall(one, call))
    const token = who === undefined || who === 'nobody' ? undefined : tokens[who]
    const of = { token, ...(call.auth === 'staff' && { restaurant_id: walls.r11 }) }
    for (const name of Object.keys(call.query?.shape ?? {}))
      for (const value of [
        '\u0000',
        'x\u0000y',
        '-1',
        '9223372036854775808',
        '2026-13-45',
        '+275760-09-13T00:00:00Z',
      ]) {
        const { status } = await ask(call, { params: params(call), query: { [name]: value } }, of)
        asked.push(call.name)
        if (status >= 500) broken.push(`${call.name} ?${name}=${JSON.stringify(value)}: ${status}`)
      }
  }
  expect(broken).toEqual([])
  expect(new Set(asked).size).toBeGreaterThan(20)
})

describe('the wall between businesses', () => {
  // The test above has signed everyone out.
  beforeAll(signInAll)

  test('N11: no call reads, names or changes anything of the other business', async () => {
    const before = await digest(walls.businesses.n2)
    const caller: Partial<Record<Auth, Role>> = {
      staff: 'staff',
      agent: 'agent',
      editor: 'editor',
      desk: 'editor',
      manager: 'admin',
      admin: 'admin',
    }
    const wrong: string[] = []
    for (const [call, kind] of CALLS.flatMap((one) => kindsOf(one).map((each) => [one, each] as const))) {
      const role = caller[kind]
      if (role === undefined || call.name === 'endOtherSessions') continue
      const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const ids = names.filter((name) => !NO_IDS.includes(name))
      const unknown = ids.filter((name) => !(name in foreign))
      if (unknown.length > 0) {
        wrong.push(`${call.name}: teach this walk what ":${unknown.join(', :')}" names`)
        continue
      }
      const body = { ...pick(call.body?.shape), ...pick(call.form?.shape), ...OTHERWISE[call.name] }
      const query = { ...pick(call.query?.shape), ...(call.method === 'GET' && OTHERWISE[call.name]) }
      const fields = [...Object.keys(body), ...Object.keys(query)]
      const input = {
        params: { ...foreign, kind: 'module', code: 'UZ', number: '1' },
        query,
      }
      const isForm = call.form !== undefined || call.files !== undefined
      const { code, text, status } = await ask(call, input, {
        token: tokens[role],
        ...(call.auth === 'staff' && { restaurant_id: walls.r11 }),
        ...(isForm || call.body === undefined ? {} : { payload: body }),
      })
      if (status >= 500) wrong.push(`${call.name}: ${status}`)
      if (text.includes(FOREIGN)) wrong.push(`${call.name} tells of the other business`)
      const refers = ids.length > 0 || fields.some((name) => NAMES_SOMETHING.includes(name))
      if (!refers || SILENT.includes(call.name)) continue
      const isWall = ['not_found', 'forbidden', 'above_you'].includes(code)
      // The form is validated before the object is looked up; the isolation of these calls is tested in their own domains.
      const isUnread = isForm && code === 'unsupported_type'
      if (!isWall && !isUnread) wrong.push(`${call.name}: ${code} ${text.slice(0, 160)}`)
    }
    expect(wrong).toEqual([])
    expect(await digest(walls.businesses.n2)).toEqual(before)
  })

  test('a key of one business opens nothing of another', async () => {
    const admin = world.as({ token: tokens.admin })
    const { key } = await admin(addApiKey, { body: { name: 'Обмен', scopes: ['admin', 'roles'], days: 30 } })
    for (const call of CALLS.filter((one) => mayCall('admin', one) && one.path.startsWith('desk/'))) {
      const input = { params: { ...foreign, kind: 'module' }, query: {} }
      expect((await ask(call, input, { token: key })).text, call.name).not.toContain(FOREIGN)
    }
  })
})
