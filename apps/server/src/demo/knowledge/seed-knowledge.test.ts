import {
  getMaterial,
  getSection,
  listMaterials,
  listSections,
  listSubcategories,
  listSubcategoryMaterials,
} from '@podmoga/contract/knowledge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { readDemoKnowledge } from './demo.testing.ts'

let world: TestWorld
let call: ReturnType<TestWorld['as']>

beforeAll(async () => {
  world = await openWorld({ SEED: 'demo' })
  const token = await world.signIn('aziza@demo.test', 'Demo-pass-1')
  call = world.as({ token, restaurant_id: '1', network: 'demo' })
})
afterAll(() => world.close())

test('the demo is read whole: sections, subcategories and articles in the order of the folders', async () => {
  const { sections } = await readDemoKnowledge()
  const shown = await call(listSections, {})
  expect(shown.map(({ name }) => name)).toEqual(sections.map(({ name }) => name))
  for (const [index, section] of shown.entries()) {
    expect(await call(getSection, { params: { sectionId: section.id } })).toEqual(section)
    expect(await call(listSubcategories, { params: { sectionId: section.id } })).toEqual(
      section.subcategories,
    )
    const folder = sections[index]?.subcategories ?? []
    expect(section.subcategories.map(({ name }) => name)).toEqual(folder.map(({ name }) => name))
    for (const [position, { id }] of section.subcategories.entries()) {
      const materials = await call(listSubcategoryMaterials, { params: { subcategoryId: id } })
      expect(materials.map(({ title }) => title)).toEqual(folder[position]?.articles.map(({ title }) => title))
    }
  }
})

test('twelve questions asked often, in their order, each where it stands', async () => {
  const { sections } = await readDemoKnowledge()
  const asked = sections
    .flatMap(({ subcategories }) => subcategories.flatMap(({ articles }) => articles))
    .filter(({ faq }) => faq !== null)
    .sort((one, other) => (one.faq ?? 0) - (other.faq ?? 0))
  const faq = await call(listMaterials, {})
  expect(faq.map(({ title }) => title)).toEqual(asked.map(({ title }) => title))
  expect(faq.length).toBe(12)
  for (const item of faq) {
    const material = await call(getMaterial, { params: { materialId: item.id } })
    expect(material.section).toEqual({ id: item.section, name: item.section_name })
    expect(material.subcategory).toEqual({ id: item.subcategory, name: item.subcategory_name })
  }
})

test('every article shows its cover, pictures, links and files, and each of them opens', async () => {
  const { sections } = await readDemoKnowledge()
  const articles = new Map(
    sections
      .flatMap(({ subcategories }) => subcategories.flatMap(({ articles }) => articles))
      .map((article) => [article.title, article]),
  )
  const opens = async (url: string | null | undefined, type: RegExp): Promise<void> => {
    const answer = await world.app.inject(url ?? '')
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect(answer.headers['content-type']).toMatch(type)
  }
  for (const section of await call(listSections, {}))
    for (const { id } of section.subcategories)
      for (const item of await call(listSubcategoryMaterials, { params: { subcategoryId: id } })) {
        const material = await call(getMaterial, { params: { materialId: item.id } })
        const article = articles.get(material.title)
        const { content } = material
        const counts = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0
        expect(counts(content, /<a href="\/1\/section\/\d+\/material\/\d+">/g), material.title).toBe(
          counts(article?.html ?? '', /<a href="article:/g),
        )
        expect(content).not.toMatch(/data-|article:|image:/)
        for (const [, url] of content.matchAll(/<img src="([^"]+)"/g)) await opens(url, /^image\/webp$/)
        expect(counts(content, /<img /g)).toBe(counts(article?.html ?? '', /<img /g))
        expect(material.files.map(({ file_name }) => file_name)).toEqual(
          article?.files.map(({ name }) => name),
        )
        for (const { file_url } of material.files) await opens(file_url, /officedocument/)
        if (article?.cover !== undefined) await opens(material.cover, /^image\/webp$/)
        else expect(material.cover).toBe(null)
      }
})
