import type { Call } from '@podmoga/contract/client'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import * as calls from '@podmoga/contract/knowledge'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { faqQuery, materialQuery, materialsQuery, sectionQuery, subcategoriesQuery } from './knowledge.api.ts'

const { isOnline } = vi.hoisted(() => ({ isOnline: vi.fn(() => true) }))
vi.mock('@podmoga/web/connectivity', () => ({ isOnline, onConnectivityChange: () => () => undefined }))
const droppedPictures = vi.fn(async (_: string) => true)

const QUERIES = Object.fromEntries(
  ['faq', 'section', 'sections', 'subcategories', 'materials', 'material'].map((kind) => [
    `knowledge ${kind}`,
    Number.POSITIVE_INFINITY,
  ]),
)

/** The server's materials for this user, by subcategory; 10 and 11 belong to one section, 20 to another. */
let base: Record<string, { id: string; title: string }[]>
/** Imported anew for each test, since identity with it is compared. */
let client: typeof import('@podmoga/contract/client')
/** The call that fails with a network error. */
let lost: EndpointDeclaration | null

const sectionsNow = () =>
  Object.entries({ 1: ['10', '11'], 2: ['20'] }).flatMap(([id, ids]) => {
    const subcategories = ids.filter((key) => key in base).map((key) => ({ id: key, name: key }))
    return subcategories.length > 0 ? [{ id, name: `Раздел ${id}`, subcategories }] : []
  })
const answers = (name: string, path: string): unknown => {
  const [id = ''] = path.match(/\d+/) ?? []
  if (name === calls.listSections.name) return sectionsNow()
  if (name === calls.getSection.name) return sectionsNow().find((one) => one.id === id)
  if (name === calls.listSubcategories.name) return sectionsNow().find((one) => one.id === id)?.subcategories
  if (name === calls.listSubcategoryMaterials.name) return base[id]
  if (name === calls.listMaterials.name)
    return (base['10'] ?? []).map((one) => ({ ...one, section: '1', subcategory: '10' }))
  const found = Object.values(base)
    .flat()
    .find((one) => one.id === id)
  return found && { ...found, section: '1', subcategory: '10', content: `<img src="/files/${id}.webp">` }
}
const call: Call = (declaration, input, options) =>
  client.makeCall({
    base_url: '/api/',
    headers: () => ({}),
    transport: async ({ url }) => {
      if (declaration.name === lost?.name) throw new TypeError('Failed to fetch')
      const answer = answers(declaration.name, url)
      const body = answer ?? { error: 'Не найдено', code: 'not_found' }
      return { status: answer === undefined ? 404 : 200, header: () => null, text: JSON.stringify(body) }
    },
  })(declaration, input, options)
const scope = { person: 'p1', restaurantId: '1', call }

let kept: typeof import('../lib/offline/kept-answers.ts')
let steps: typeof import('./fetch-knowledge.ts')['knowledgeSteps']
beforeEach(async () => {
  stubDisk()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { hidden: false, getElementById: () => null })
  vi.stubGlobal('caches', {
    delete: async () => true,
    open: async () => ({ delete: droppedPictures, keys: async () => [], match: async () => undefined }),
  })
  isOnline.mockReturnValue(true)
  lost = null
  base = {
    10: [
      { id: '100', title: 'Смена' },
      { id: '101', title: 'Премия' },
    ],
    11: [{ id: '110', title: 'Сейф' }],
    20: [{ id: '200', title: 'Меню' }],
  }
  vi.resetModules()
  client = await import('@podmoga/contract/client')
  kept = await import('../lib/offline/kept-answers.ts')
  steps = (await import('./fetch-knowledge.ts')).knowledgeSteps
})
afterEach(() => {
  vi.unstubAllGlobals()
  droppedPictures.mockClear()
})

/** A visit: its answers are kept, and the offline data is prefetched. */
const visit = async (read: (client: QueryClient) => Promise<unknown> = async () => null) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = kept.keepAnswers(scope, client, QUERIES)
  await read(client)
  for (const step of steps(scope, client).slice(0, 2)) await step().catch(() => null)
  stop()
}
const away = async () => {
  isOnline.mockReturnValue(false)
  const client = new QueryClient()
  const stop = kept.keepAnswers(scope, client, QUERIES)
  await vi.waitFor(() => expect(client.getQueryData(faqQuery(scope).queryKey)).toBeDefined())
  stop()
  isOnline.mockReturnValue(true)
  return JSON.stringify(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
}
const readAll = async (client: QueryClient) => {
  for (const id of ['100', '101', '110', '200']) await client.fetchQuery(materialQuery(scope, id))
  await client.fetchQuery(sectionQuery(scope, '1'))
  await client.fetchQuery(subcategoriesQuery(scope, '1'))
}

test('what was kept and is for others now leaves the device, its section, its title and its pictures too', async () => {
  await visit(readAll)
  for (const title of ['Смена', 'Премия', 'Сейф', 'Меню']) expect(await away()).toContain(title)
  base = { 10: [{ id: '100', title: 'Смена' }] }
  await visit()
  const left = await away()
  expect(left).toContain('Смена')
  expect(left).not.toMatch(/Премия|Сейф|Меню|Раздел 2|"11"/)
  expect(droppedPictures.mock.calls.flat().sort()).toEqual([
    '/files/101.webp',
    '/files/110.webp',
    '/files/200.webp',
  ])
})

test('a visit that has not seen every list takes nothing', async () => {
  await visit(readAll)
  base = { 10: [{ id: '100', title: 'Смена' }], 11: [] }
  lost = calls.listSubcategoryMaterials
  await visit()
  expect(await away()).toContain('Сейф')
})

test('an article that is opened and is not there is not kept either', async () => {
  await visit(readAll)
  base = { ...base, 11: [] }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = kept.keepAnswers(scope, client, QUERIES)
  await expect(client.fetchQuery(materialQuery(scope, '110'))).rejects.toMatchObject({ code: 'not_found' })
  await client.fetchQuery(materialsQuery(scope, '11'))
  stop()
  await vi.waitFor(async () => expect(await away()).not.toContain('Сейф'))
})
