import { ENDPOINTS } from '@podmoga/contract/all'
import { type Call, pathOf } from '@podmoga/contract/client'
import { getTree } from '@podmoga/contract/desk/knowledge'
import * as forWhom from '@podmoga/contract/desk/material/audience'
import * as desk from '@podmoga/contract/desk/materials'
import { getPublished, getPublishedTree, searchPublished } from '@podmoga/contract/desk/reading'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import { giveFeedback } from '@podmoga/contract/feedback'
import * as staff from '@podmoga/contract/knowledge'
import { kindsOf } from '@podmoga/contract/rights'
import { OLD_BROWSER } from '@podmoga/contract/staff-pages'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMaterial, addSubcategory, openKnowledgeWorld } from './knowledge.testing.ts'

/** Occurs in everything of the hidden material (title, text, section, file), but in no request. */
const MARK = 'Метка7f3a91'
const CODE = 'a'.repeat(22)

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
let hidden: { id: string; section: string; subcategory: string }
let open: string
/** A reader in the second restaurant. */
let C: Call

const setAudience = async (
  materialId: string,
  who: Partial<Record<'roles' | 'restaurants' | 'groups', string[]>>,
) => {
  const params = { materialId }
  const { revision } = await it.editor(forWhom.getAudience, { params })
  const body = { roles: [], restaurants: [], groups: [], ...who, revision }
  return it.editor(forWhom.setAudience, { params, body: body as never })
}

beforeAll(async () => {
  it = await openKnowledgeWorld({ REQUESTS_PER_MINUTE: '100000' })
  const { world, walls } = it
  C = world.as({ token: await world.signIn(walls.C.login), restaurant_id: walls.r12 })
  await world.sql`update memberships set role = 'manager' where person_id = ${walls.G.id}`
  await world.sql`update restaurants set groups = '{Центр}' where id = ${walls.r12}`
  await world.sql`select setval(pg_get_serial_sequence('materials', 'id'), 770077000)`
  const place = await addSubcategory(world, walls.businesses.n1, MARK)
  const { id } = await it.editor(desk.createMaterial, {
    body: { subcategory: place.subcategory_id, title: `Премия зимой ${MARK}` },
  })
  const params = { materialId: id }
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const picture = new File([new Uint8Array(bytes)], `${MARK}.png`)
  const cover = await it.editor(desk.uploadPicture, { params, form: { kind: 'cover' }, files: [picture] })
  const content = `<p>Премия зимой: ${MARK}</p>`
  const { revision } = await it.editor(desk.saveDraft, {
    params,
    body: { revision: 1, title: `Премия зимой ${MARK}`, content, cover: cover.id, files: [] },
  })
  await it.editor(desk.publishMaterial, { params, body: { revision } })
  await it.world.sql`update materials set faq_position = 1 where id = ${id}`
  hidden = { id, section: place.section_id, subcategory: place.subcategory_id }
  open = await addMaterial(world, it.subcategory, {
    title: 'Отпуск летом',
    html: `<p>Отпуск и <a data-material="${id}">премия</a></p>`,
    faq_position: 2,
  })
  for (const restaurant_id of [walls.r11, walls.r12])
    await world.sql`
      insert into devices (business_id, restaurant_id, code, kind, name, model, serial, place, created_at)
      values (${walls.businesses.n1}, ${restaurant_id}, ${restaurant_id === walls.r11 ? CODE : 'b'.repeat(22)}, 'till',
        'Касса', 'Премия зимой', '', '', now())`
})
afterAll(() => it.world.close())

/** Inputs of a call that could lead to the material. */
const inputsOf = (call: EndpointDeclaration, restaurant: string): object[] => {
  const ids: Record<string, string> = {
    materialId: hidden.id,
    sectionId: hidden.section,
    subcategoryId: hidden.subcategory,
    code: restaurant === it.walls.r11 ? CODE : 'b'.repeat(22),
    restaurantId: restaurant,
  }
  const params = Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name] ?? '999999']),
  )
  const viewer = { width: '390', height: '844', offset: '300' }
  const section = `/${restaurant}/section/${hidden.section}`
  const queries: object[] =
    call.name === 'getScreen'
      ? [
          `/${restaurant}`,
          section,
          `${section}/material/${hidden.id}`,
          `/${restaurant}/device/${ids.code}`,
        ].map((path) => ({ path, ...viewer }))
      : ['', 'премия зимой', 'преми', 'зимой премия отпуск'].map((query) => ({
          search: query,
          q: query,
          text: query,
          page: '1',
          page_size: '100',
        }))
  return queries.map((query) => ({ params, query }))
}

const ofPeople = (auth: string): boolean => ['public', 'person', 'staff', 'manager'].includes(auth)
const CALLS: EndpointDeclaration[] = ENDPOINTS.filter(
  (call) => kindsOf(call).some(ofPeople) && !/^(signOut|end\w*Session)/.test(call.name),
)

/** Makes every call open to restaurant staff. Returns the names of those whose answers show the material. */
const walk = async (login: string, restaurant: string): Promise<string[]> => {
  const { world } = it
  const token = await world.signIn(login)
  const shown = new Set<string>()
  for (const call of CALLS)
    for (const input of inputsOf(call, restaurant)) {
      const answer = await world.app.inject({
        method: call.method,
        url: `/api/${pathOf(call, input)}`,
        headers: { 'accept-language': 'ru', authorization: `Bearer ${token}`, authrestaurantid: restaurant },
        ...(call.name === 'giveFeedback' && { payload: { helpful: false, text: null } }),
      })
      // An id given in the request may be returned.
      const tells =
        answer.body.includes(MARK) ||
        (!JSON.stringify(input).includes(hidden.id) && answer.body.includes(hidden.id))
      if (tells || (call.name === 'giveFeedback' && answer.statusCode === 200)) shown.add(call.name)
    }
  const page = await world.app.inject({
    url: OLD_BROWSER,
    headers: {
      cookie: `user_tokens=${encodeURIComponent(JSON.stringify({ access_token: token, id: restaurant }))}`,
    },
  })
  expect(page.body).toContain('Отпуск летом')
  if (page.body.includes(MARK)) shown.add('old browser')
  return [...shown].sort()
}

/** All calls that show materials. A new one must be added here, and is then checked below. */
const SHOWING = [
  ...['getDevice', 'getMaterial', 'getScreen', 'getSection', 'giveFeedback', 'listMaterials', 'listSections'],
  ...['listSubcategoryMaterials', 'old browser'],
]

describe('whoever is outside the audience finds nothing of it by any call', () => {
  test.each([
    ['by role', { roles: ['manager'] }, 'G', 'r11', 'B', 'r11'],
    ['by restaurant', { restaurants: ['r12'] }, 'C', 'r12', 'B', 'r11'],
    ['by group', { groups: ['Центр'] }, 'C', 'r12', 'G', 'r11'],
    ['one person, two restaurants', { groups: ['Центр'] }, 'A', 'r12', 'A', 'r11'],
    ['by role and restaurant', { roles: ['manager'], restaurants: ['r11'] }, 'G', 'r11', 'C', 'r12'],
  ] as const)('%s', async (_, who, inside, at, outside, elsewhere) => {
    const { walls } = it
    const restaurants = 'restaurants' in who ? who.restaurants.map((name) => walls[name]) : []
    await setAudience(hidden.id, {
      roles: 'roles' in who ? [...who.roles] : [],
      groups: 'groups' in who ? [...who.groups] : [],
      restaurants,
    })
    expect(await walk(walls[inside].login, walls[at])).toEqual(SHOWING)
    expect(await walk(walls[outside].login, walls[elsewhere])).toEqual([])
  })

  test('a hidden material looks as if it did not exist: the same errors, its links are plain text, its section is absent', async () => {
    await setAudience(hidden.id, { roles: ['manager'] })
    const asked = ({ id, section, subcategory }: typeof hidden) =>
      Promise.all(
        [
          it.B(staff.getMaterial, { params: { materialId: id } }),
          it.B(staff.getSection, { params: { sectionId: section } }),
          it.B(staff.listSubcategories, { params: { sectionId: section } }),
          it.B(staff.listSubcategoryMaterials, { params: { subcategoryId: subcategory } }),
          it.B(giveFeedback, { params: { materialId: id }, body: { helpful: true, text: null } }),
        ].map((one) => one.catch(({ code, status, message }) => ({ code, status, message }))),
      )
    const never = await asked({ id: '987654321', section: '987654321', subcategory: '987654321' })
    expect(never.map((one) => (one as { code: string }).code)).toEqual(never.map(() => 'not_found'))
    expect(await asked(hidden)).toEqual(never)
    const { content } = await it.B(staff.getMaterial, { params: { materialId: open } })
    expect(content).toContain('премия')
    expect(content).not.toMatch(/href|7700/)
  })

  test('a search is the one of a base that has never had it, to the last score; as it was for everybody after', async () => {
    const search = (call: Call, query: string) => call(staff.listMaterials, { query: { search: query } })
    const queries = ['премия', 'премия отпуск', 'отпуск летом', 'преммия', 'ghtvbz']
    await it.editor(desk.unpublishMaterial, { params: { materialId: hidden.id } })
    const without = await Promise.all(queries.map((one) => search(it.B, one)))
    const { revision } = await it.editor(desk.getDeskMaterial, { params: { materialId: hidden.id } })
    await it.editor(desk.publishMaterial, { params: { materialId: hidden.id }, body: { revision } })
    await setAudience(hidden.id, { roles: ['manager'] })
    expect(await Promise.all(queries.map((one) => search(it.B, one)))).toEqual(without)
    await setAudience(hidden.id, {})
    expect((await search(it.B, 'премия'))[0]?.id).toBe(hidden.id)
    expect(await walk(it.walls.B.login, it.walls.r11)).toEqual(SHOWING)
  })
})

describe('the desk', () => {
  const query = () => ({ restaurant: it.walls.r11 })

  test('agents and editors see all of it, and for whom it is', async () => {
    await setAudience(hidden.id, {
      roles: ['manager'],
      restaurants: [it.walls.r12],
      groups: ['Центр', 'Аэропорт'],
    })
    const text = 'Только управляющие: группа «Аэропорт», группа «Центр», «Ресторан 12»'
    const { sections } = await it.agent(getPublishedTree, { query: query() })
    const items = sections.flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
    expect(items.find(({ id }) => id === hidden.id)).toMatchObject({ audience: text })
    expect(items.find(({ id }) => id === open)).toMatchObject({ audience: null })
    const found = await it.agent(searchPublished, { query: { ...query(), search: 'премия зимой' } })
    expect(found[0]).toMatchObject({ id: hidden.id, audience: text })
    const seen = await it.agent(getPublished, { params: { materialId: hidden.id }, query: query() })
    expect(seen).toMatchObject({ audience: text, title: `Премия зимой ${MARK}` })
    const tree = await it.editor(getTree, {})
    const edited = tree.sections.flatMap(({ subcategories }) =>
      subcategories.flatMap(({ materials }) => materials),
    )
    expect(edited.find(({ id }) => id === hidden.id)).toMatchObject({ audience: text })
  })

  test('every role is no choice; a foreign restaurant is refused; what another has set is not written over', async () => {
    await setAudience(hidden.id, { roles: ['staff', 'manager'] })
    const params = { materialId: hidden.id }
    const before = await it.editor(forWhom.getAudience, { params })
    expect(before).toMatchObject({ roles: [], restaurants: [], groups: [], text: null })
    const body = { roles: [], groups: [], restaurants: [it.walls.r21], revision: before.revision }
    await expect(it.editor(forWhom.setAudience, { params, body })).rejects.toMatchObject({ code: 'invalid' })
    await setAudience(hidden.id, { restaurants: [it.walls.r11] })
    // A retry after a lost answer is not another editor's change.
    const again = { ...body, restaurants: [it.walls.r11] }
    expect(await it.editor(forWhom.setAudience, { params, body: again })).toMatchObject({
      text: 'Только «Ресторан 11»',
    })
    await expect(
      it.editor(forWhom.setAudience, { params, body: { ...body, restaurants: [] } }),
    ).rejects.toMatchObject({ code: 'stale_draft' })
    await expect(it.editor2(forWhom.getAudience, { params })).rejects.toMatchObject({ code: 'not_found' })
    expect(await it.editor(forWhom.getAudience, { params })).toMatchObject({
      restaurants: [{ id: it.walls.r11, name: 'Ресторан 11' }],
      text: 'Только «Ресторан 11»',
    })
  })

  test('an editor is told of a link to what not all readers of a material may see, and of no other', async () => {
    const problems = async () =>
      (await it.editor(desk.getDeskMaterial, { params: { materialId: open } })).problems.map(
        ({ text }) => text,
      )
    const problem = [
      `Ссылка «премия» ведёт на материал «Премия зимой ${MARK}»: его видят не все, кому виден этот.`,
    ]
    const [one, two] = [it.walls.r11, it.walls.r12]
    const cases: [Parameters<typeof setAudience>[1], Parameters<typeof setAudience>[1], boolean][] = [
      [{}, {}, false],
      [{}, { roles: ['manager'] }, true],
      [{ roles: ['manager'] }, { roles: ['manager'] }, false],
      [{ roles: ['staff'] }, { roles: ['manager'] }, true],
      [{ roles: ['manager'] }, { restaurants: [one] }, true],
      [{ restaurants: [one] }, { restaurants: [one, two] }, false],
      [{ restaurants: [one, two] }, { restaurants: [one] }, true],
      [{ groups: ['Центр'] }, { restaurants: [two] }, false],
      [{ restaurants: [one] }, { groups: ['Центр'] }, true],
      [{ restaurants: [one] }, {}, false],
    ]
    for (const [from, to, isExpected] of cases) {
      await setAudience(open, from)
      await setAudience(hidden.id, to)
      expect([from, to, await problems()]).toEqual([from, to, isExpected ? problem : []])
    }
    await setAudience(open, {})
    await setAudience(hidden.id, {})
  })

  test('the choices are the open restaurants of the business, with their groups', async () => {
    const { restaurants } = await it.editor(forWhom.listAudienceChoices, {})
    expect(restaurants).toEqual([
      { id: it.walls.r11, name: 'Ресторан 11', groups: [] },
      { id: it.walls.r12, name: 'Ресторан 12', groups: ['Центр'] },
    ])
  })
})

test('a restaurant that comes to the group, and a person who comes to keep people, see it at once', async () => {
  await setAudience(hidden.id, { roles: ['manager'], groups: ['Новая'] })
  const read = () => C(staff.getMaterial, { params: { materialId: hidden.id } })
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  await it.world.sql`update restaurants set groups = '{Новая}' where id = ${it.walls.r12}`
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  await it.world.sql`update memberships set role = 'manager' where person_id = ${it.walls.C.id}`
  expect((await read()).title).toContain(MARK)
})
