import { brotliDecompressSync } from 'node:zlib'
import type { Call } from '@podmoga/contract/client'
import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import { getScreen, type Screen } from '@podmoga/contract/screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
  for (let n = 1; n <= 12; n += 1)
    await addMaterial(it.world, it.subcategory, { title: `Вопрос ${n} <b>&`, faq_position: n })
  await addMaterial(it.world, it.subcategory2, { title: 'Чужой вопрос', faq_position: 1 })
})
afterAll(() => it.world.close())

const viewer = { width: '390', height: '844', offset: '300' }
const screen = (call: Call, path: string) => call(getScreen, { query: { path, ...viewer } })
const answerOf = ({ answers }: Screen, ...key: string[]) =>
  answers.find((answer) => JSON.stringify(answer.key) === JSON.stringify(key))?.data

test('the home is the answers of its two calls', async () => {
  const { r11 } = it.walls
  const home = await screen(it.A, `/${r11}`)
  expect(answerOf(home, 'knowledge', r11, 'faq')).toHaveLength(12)
  expect(answerOf(home, 'knowledge', r11, 'faq')).toEqual(await it.A(listMaterials, {}))
  expect(answerOf(home, 'knowledge', r11, 'sections')).toEqual(await it.A(listSections, {}))
})

test('what is drawn holds the lists as text, and nothing of another business', async () => {
  const { r11, r21 } = it.walls
  const { html } = await screen(it.A, `/${r11}/`)
  expect(html).toContain('Вопрос 12 &lt;b&gt;&amp;')
  expect(html).not.toContain('Чужой')
  expect(html).not.toMatch(/<script|\son\w+=|javascript:| style=/i)
  expect(html).not.toMatch(/<(?:a|input|button|textarea)(?! tabindex="-1")[ >]/)
  expect((await screen(it.D, `/${r21}`)).html).toContain('Чужой вопрос')
})

test('an article is drawn with its text, under its section’s address too', async () => {
  const { r11 } = it.walls
  const [first] = await it.A(listMaterials, {})
  const path = `/${r11}/section/${first?.section}/`
  const [drawn, placed] = await Promise.all([
    screen(it.A, `${path}material/${first?.id}`),
    screen(it.A, path),
  ])
  expect(drawn.html).toContain('Вопрос 1 &lt;b&gt;&amp;</h1>')
  expect(answerOf(drawn, 'knowledge', r11, 'material', String(first?.id))).toMatchObject({ id: first?.id })
  expect(placed.html).toContain('</h1>')
})

test('another restaurant’s address, a page without a screen and a refused answer are left to the app', async () => {
  const { r11, r21 } = it.walls
  const nothing = { answers: [], html: null }
  for (const path of [`/${r21}`, `/${r11}/nowhere/at/all`, `/${r11}/section/999999/`, '//x', 'http://[', ''])
    expect(await screen(it.A, path)).toEqual(nothing)
})

test('a viewer who is none is refused', async () => {
  for (const bad of [{ width: '-1' }, { height: 'x' }, { offset: '1e9' }, { path: 'x'.repeat(2001) }])
    await expect(it.A(getScreen, { query: { path: '/1', ...viewer, ...bad } })).rejects.toMatchObject({
      code: 'invalid',
    })
})

test('long answers come compressed to whoever takes it', async () => {
  const { app } = it.world
  const token = await it.world.signIn(it.walls.A.login)
  const ask = (encoding: string) =>
    app.inject({
      url: `/api/help_desk/screen/?${new URLSearchParams({ path: `/${it.walls.r11}`, ...viewer })}`,
      headers: {
        authorization: `Bearer ${token}`,
        authrestaurantid: it.walls.r11,
        'accept-encoding': encoding,
      },
    })
  const [packed, refused, plain] = await Promise.all([ask('gzip, br'), ask('br;q=0'), ask('identity')])
  expect([packed, refused, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    undefined,
    undefined,
  ])
  expect(packed.headers.vary).toMatch(/accept-encoding/i)
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
  expect(packed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
  const unpacked = JSON.parse(brotliDecompressSync(packed.rawPayload).toString()) as Screen
  expect(unpacked).toEqual(plain.json())
})
