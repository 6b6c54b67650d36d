import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sanitizeHtml from 'sanitize-html'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoImagePath, readDemoKnowledge } from './demo.testing.ts'

const { sections } = await readDemoKnowledge()
const subcategories = sections.flatMap((section) => section.subcategories)
const articles = sections.flatMap((section) =>
  section.subcategories.flatMap((part) =>
    part.articles.map((article) => ({ ...article, section: section.slug })),
  ),
)
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '')
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length

const allowed = {
  allowedTags:
    'h2 h3 p ul ol li strong em a table thead tbody tr th td blockquote code pre br hr img figure figcaption aside'.split(
      ' ',
    ),
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], aside: ['class'] },
  allowedClasses: {
    aside: ['callout', 'callout-info', 'callout-warning', 'callout-danger', 'callout-success'],
  },
  allowedSchemes: ['article', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['image'] },
}

test('sections, subcategories and articles are as many as promised', async () => {
  expect(sections.length).toBeGreaterThanOrEqual(8)
  for (const { name, subcategories } of sections) {
    expect(subcategories.length, name).toBeGreaterThanOrEqual(2)
    expect(subcategories.length, name).toBeLessThanOrEqual(4)
  }
  for (const { name, articles } of subcategories) expect(articles.length, name).toBeGreaterThan(0)
  expect(articles.length).toBeGreaterThanOrEqual(66)
  const folders = await Promise.all(
    (await readdir(new URL('./', import.meta.url)))
      .filter((name) => /^\d\d-/.test(name))
      .map((name) => readdir(new URL(name, import.meta.url))),
  )
  expect(folders.flat().filter((name) => name.endsWith('.html')).length, 'an article of no subcategory').toBe(
    articles.length,
  )
})

test('twelve questions are asked often, each in its own place', () => {
  const positions = articles.flatMap(({ faq }) => (faq === null ? [] : [faq])).sort((a, b) => a - b)
  expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('titles and addresses do not repeat', () => {
  expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
  expect(new Set(articles.map(({ section, slug }) => `${section}/${slug}`)).size).toBe(articles.length)
  expect(new Set(sections.map(({ slug }) => slug)).size).toBe(sections.length)
})

test.each(articles)('$section/$slug is plain, long enough and leads somewhere', ({ section, slug, html }) => {
  const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(squeeze(sanitizeHtml(html, allowed))).toBe(squeeze(html))
  expect(words(html)).toBeGreaterThanOrEqual(120)
  expect(words(html)).toBeLessThanOrEqual(600)
  const links = all(html, /href="([^"]*)"/g)
  expect(links.length, 'no link to another article').toBeGreaterThan(0)
  const known = articles.map((article) => `article:${article.section}/${article.slug}`)
  for (const link of links) {
    expect(known).toContain(link)
    expect(link).not.toBe(`article:${section}/${slug}`)
  }
})

test('every picture exists, says what it shows and carries its own size', async () => {
  const images = articles.flatMap(({ html }) => all(html, /(<img[^>]*>)/g))
  expect(images.length).toBeGreaterThanOrEqual(20)
  for (const image of images) {
    const [, file = '', alt = '', width, height] =
      /src="image:([^"]+)" alt="([^"]+)" width="(\d+)" height="(\d+)"/.exec(image) ?? []
    expect(alt.length, image).toBeGreaterThan(15)
    const real = await sharp(demoImagePath(file)).metadata()
    expect([real.width, real.height]).toEqual([Number(width), Number(height)])
  }
  const drawn = await readdir(new URL('images', import.meta.url))
  const shown = new Set(images.map((image) => /image:([^"]+)/.exec(image)?.[1]))
  expect(
    drawn.filter((file) => !shown.has(file)),
    'drawn but shown nowhere',
  ).toEqual([])
})

test('covers are 16 : 7 and light', async () => {
  const covers = articles.flatMap(({ cover }) => (cover ? [cover] : []))
  expect(new Set(covers.map(({ path }) => path)).size).toBeGreaterThanOrEqual(20)
  for (const { path, width, height } of covers) {
    expect([width, height], path).toEqual([1600, 700])
    expect((await stat(path)).size, path).toBeLessThanOrEqual(60 * 1024)
  }
})

test('attached files are what their names say', async () => {
  const files = articles.flatMap(({ files }) => files)
  expect(files.length).toBeGreaterThanOrEqual(10)
  for (const { path, name } of files) {
    const type = await fileTypeFromBuffer(await readFile(path))
    expect(type?.ext, path).toBe(basename(path).split('.').at(-1))
    expect(name.endsWith(`.${type?.ext}`), name).toBe(true)
  }
})
