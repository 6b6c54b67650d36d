import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

export type DemoArticle = {
  slug: string
  title: string
  /** Links lead to `article:<section slug>/<article slug>`, pictures to `image:<file>`. */
  html: string
  /** The place among the twelve frequently asked questions, or null. */
  faq: number | null
  cover?: { path: string; width: number; height: number }
  files: { path: string; name: string }[]
}
export type DemoSubcategory = { slug: string; name: string; position: number; articles: DemoArticle[] }
export type DemoSection = { slug: string; name: string; position: number; subcategories: DemoSubcategory[] }

type SectionFile = { name: string; subcategories: { slug: string; name: string }[] }
type ArticleFile = {
  title: string
  subcategory: string
  faq: number | null
  cover: string | null
  files: { file: string; name: string }[]
}

const home = new URL('./', import.meta.url)
const ARTICLE = /^\d\d-(.+)\.html$/
const SECTION = /^(\d\d)-(.+)$/

/** The absolute path of the picture that an article names `image:<file>`. */
export function demoImagePath(file: string): string {
  return fileURLToPath(new URL(`images/${file}`, home))
}

/**
 * Reads the demo knowledge base from the folders beside this file, in the editor's order:
 * positions count from 1. Paths of covers and files are absolute.
 */
export async function readDemoKnowledge(): Promise<{ sections: DemoSection[] }> {
  const names = (await readdir(home)).filter((name) => SECTION.test(name)).sort()
  return { sections: await Promise.all(names.map(readSection)) }
}

async function readSection(folder: string, index: number): Promise<DemoSection> {
  const root = new URL(`${folder}/`, home)
  const { name, subcategories }: SectionFile = await readJson(new URL('section.json', root))
  const pages = (await readdir(root)).filter((file) => ARTICLE.test(file)).sort()
  const articles = await Promise.all(pages.map((file) => readArticle(root, file)))
  const of = (slug: string) => articles.filter((it) => it.subcategory === slug).map((it) => it.article)
  return {
    slug: folder.replace(SECTION, '$2'),
    name,
    position: index + 1,
    subcategories: subcategories.map((it, place) => ({ ...it, position: place + 1, articles: of(it.slug) })),
  }
}

async function readArticle(root: URL, file: string): Promise<{ subcategory: string; article: DemoArticle }> {
  const about: ArticleFile = await readJson(new URL(file.replace('.html', '.json'), root))
  const html = await readFile(new URL(file, root), 'utf8')
  const { title, subcategory, faq } = about
  const files = about.files.map((it) => ({
    path: fileURLToPath(new URL(`files/${it.file}`, home)),
    name: it.name,
  }))
  const article: DemoArticle = { slug: file.replace(ARTICLE, '$1'), title, html, faq, files }
  if (about.cover) article.cover = await readCover(about.cover)
  return { subcategory, article }
}

async function readCover(file: string): Promise<{ path: string; width: number; height: number }> {
  const path = fileURLToPath(new URL(`covers/${file}`, home))
  const { width, height } = await sharp(path).metadata()
  return { path, width, height }
}

async function readJson<T>(file: URL): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'))
}
