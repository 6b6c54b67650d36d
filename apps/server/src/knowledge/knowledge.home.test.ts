import { brotliDecompressSync } from 'node:zlib'
import { getHome, type Home } from '@podmoga/contract/home'
import { listMaterials, listSections } from '@podmoga/contract/knowledge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMaterial, openKnowledgeWorld } from './knowledge.testing.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
  for (let n = 1; n <= 12; n += 1)
    await addMaterial(it.world, it.shelf, { title: `Вопрос ${n} <b>&`, faq_position: n })
  await addMaterial(it.world, it.shelf2, { title: 'Чужой вопрос', faq_position: 1 })
})
afterAll(() => it.world.close())

test('the home is the answers of its two calls', async () => {
  const { faq, sections } = await it.A(getHome, {})
  expect(faq).toHaveLength(12)
  expect(faq).toEqual(await it.A(listMaterials, {}))
  expect(sections).toEqual(await it.A(listSections, {}))
})

test('what is drawn holds the lists as text, and nothing of another business', async () => {
  const { html } = await it.A(getHome, {})
  expect(html).toContain('Вопрос 12 &lt;b&gt;&amp;')
  expect(html).not.toContain('Чужой')
  expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
  expect(html).not.toMatch(/<(?:a|input) (?!tabindex="-1")/)
  expect((await it.D(getHome, {})).html).toContain('Чужой вопрос')
})

test('long answers come compressed to whoever takes it', async () => {
  const { app } = it.world
  const token = await it.world.signIn(it.walls.A.login)
  const ask = (encoding: string) =>
    app.inject({
      url: '/api/help_desk/home/',
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
  const unpacked = JSON.parse(brotliDecompressSync(packed.rawPayload).toString()) as Home
  expect(unpacked).toEqual(plain.json())
})
