import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CheckDay } from '@podmoga/contract/desk/material/care'
import { cutCardNumbers } from '@podmoga/contract/fields/card-number'
import { sizeLimit } from '@podmoga/contract/fields/size-limit'
import { z } from 'zod'
import { pageOf, resolveAddresses, slugOfName } from './folder.links.ts'
import { readPage } from './folder.text.ts'
import {
  type FolderArticle,
  FolderError,
  type FolderSection,
  type FolderText,
  type KnowledgeFolder,
  pathIn,
  pictureIn,
  readFileOf,
  readJson,
} from './folder.ts'
import { ARTICLE, type FoundPage, freeName, nameOfPage, walkFolder } from './folder.walk.ts'

const Words = z.string().transform(cutCardNumbers)
const Name = z.string().min(1).transform(cutCardNumbers)
const Text = z.object({
  title: Name,
  cover: z.string().nullable().default(null),
  files: z.array(z.object({ file: z.string(), name: Words })).default([]),
})
const ArticleFile = Text.partial({ title: true }).extend({
  subcategory: z.string().optional(),
  faq: z.number().int().positive().nullable().default(null),
  published: z.boolean().default(true),
  also_asked: z.array(Words).optional(),
  draft: Text.optional(),
  audience: z
    .object({
      roles: z.array(z.string()).default([]),
      groups: z.array(z.string()).default([]),
      restaurants: z.array(z.string()).default([]),
    })
    .optional(),
  care: z
    .object({
      owner: z.string().nullable().default(null),
      check_on: CheckDay.nullable().default(null),
      check_months: z.number().int().min(1).max(24).nullable().default(null),
    })
    .optional(),
})
const SectionFile = z.object({
  name: Name,
  subcategories: z.array(z.object({ slug: z.string().min(1), name: Name })),
})
/** Folder metadata of Docusaurus (`_category_.json`). */
const Category = z.object({ label: Name.optional(), position: z.number().optional() })

const Synonyms = z.array(z.array(Words))

const COMMON = { slug: 'common', name: 'Общее' }
/** Files that belong to the site itself, although their types look like content. */
const OF_SITE =
  /(?:^|\/)(?:(?:requirements|robots|humans|llms)[^/]*\.txt|(?:favicon|logo|apple-touch-icon)[^/]*)$/i
/** Types of files that are meant as content; reported if no article refers to them. */
const BESIDE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|heic|pdf|docx?|xlsx?|pptx?|odt|ods|rtf|txt|csv|zip|mp4|mov|webm|mp3|exe|apk)$/i
const LONGEST_TITLE = 300
const MOST_BYTES = 5 * 1024 * 1024

interface ReadArticle {
  page: FoundPage
  subcategory: string | undefined
  position: number | undefined
  article: FolderArticle
}

interface Expansion {
  dir: string
  files: ReadonlySet<string>
  pages: ReadonlyMap<string, string>
  left_out: string[]
}

/**
 * Reads a knowledge base: a folder for each section with `section.json` and, for each article, `NN-slug.html` or `.md` with
 * `NN-slug.json`; the names give the order. Without the JSON files a section is named after its folder, and an article by its
 * own title or file name. Folders in a section become subcategories, and deeper ones are merged into them. A bad file is
 * skipped and reported. Throws {@link FolderError} if nothing is left.
 */
export const readKnowledgeFolder = async (dir: string): Promise<KnowledgeFolder> => {
  const tree = await walkFolder(dir).catch(() => {
    throw new FolderError(`Папка ${dir} не читается.`)
  })
  if (tree.pages.length === 0) throw new FolderError(`В папке ${dir} нет разделов со статьями.`)
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const page of tree.pages) {
    const name = freeName(nameOfPage(page), taken)
    taken.add(name)
    names.set(page.path, name)
  }
  const pages = new Map([...names].map(([path, name]) => [pageOf(path), name]))
  const reading: Expansion = { dir, files: tree.files, pages, left_out: tree.left_out }
  const read: ReadArticle[] = []
  for (const page of tree.pages) {
    try {
      read.push(await readArticle(reading, page, names.get(page.path) ?? ''))
    } catch (error) {
      tree.left_out.push(`${page.path}: ${reasonOf(error)}`)
    }
  }
  const sections = await readSections(reading, read)
  if (sections.every(({ subcategories }) => subcategories.every(({ articles }) => articles.length === 0)))
    throw new FolderError(`В папке ${dir} нечего взять:\n${tree.left_out.join('\n')}`)
  const synonyms = await readJson(join(dir, 'synonyms.json'), Synonyms.nullable(), null).catch((error) => {
    tree.left_out.push(reasonOf(error))
    return null
  })
  const used = usedIn(dir, sections)
  for (const path of tree.files)
    if (BESIDE.test(path) && !OF_SITE.test(path) && !used.has(join(dir, path)))
      tree.left_out.push(`${path}: на этот файл не ссылается ни одна статья`)
  return { dir, sections, synonyms, left_out: tree.left_out }
}

/** Returns the paths of the files that the articles refer to. */
const usedIn = (dir: string, sections: readonly FolderSection[]): ReadonlySet<string> => {
  const articles = sections.flatMap(({ subcategories }) => subcategories.flatMap((one) => one.articles))
  const texts = articles.flatMap((one) => [one, ...(one.draft === undefined ? [] : [one.draft])])
  const used = new Set<string>()
  for (const { html, cover, files } of texts) {
    for (const { path } of [...files, ...(cover === undefined ? [] : [cover])]) used.add(path)
    for (const [, scheme, name = ''] of html.matchAll(/="(image|file):([^"]*)"/g)) {
      const kind = scheme === 'image' ? 'picture' : 'file'
      try {
        used.add(pathIn(dir, kind, decodeURIComponent(name)))
      } catch {
        // An invalid name is reported where it is read.
      }
    }
  }
  return used
}

const reasonOf = (error: unknown): string =>
  error instanceof FolderError ? error.message : 'файл не читается'

const readSections = async (reading: Expansion, read: readonly ReadArticle[]): Promise<FolderSection[]> => {
  const sections: (FolderSection & { at: number })[] = []
  const taken = new Set<string>()
  for (const folder of new Set(read.map(({ page }) => page.section))) {
    const slug = freeName(folder === '' ? 'common' : slugOfName(folder), taken)
    taken.add(slug)
    const own = read.filter(({ page }) => page.section === folder)
    const category = await categoryOf(reading, folder)
    const name = folder === '' ? COMMON.name : (category.label ?? slugOfName(folder))
    const about = await readJson(
      join(reading.dir, folder, 'section.json'),
      SectionFile.nullable(),
      null,
    ).catch((error) => {
      reading.left_out.push(reasonOf(error))
      return null
    })
    const subcategories = await readSubcategories(reading, about?.subcategories, own)
    sections.push({ slug, name: about?.name ?? name, position: 0, subcategories, at: category.position ?? 0 })
  }
  return sections
    .sort((one, other) => one.at - other.at)
    .map(({ at, ...section }, index) => ({ ...section, position: index + 1 }))
}

const categoryOf = (reading: Expansion, folder: string): Promise<z.output<typeof Category>> =>
  readJson(join(reading.dir, folder, '_category_.json'), Category, {}).catch((error) => {
    reading.left_out.push(reasonOf(error))
    return {}
  })

const readSubcategories = async (
  reading: Expansion,
  declared: { slug: string; name: string }[] | undefined,
  read: readonly ReadArticle[],
): Promise<FolderSection['subcategories']> => {
  const known = new Map((declared ?? []).map(({ slug, name }) => [slug, name]))
  const first = declared?.[0]?.slug ?? COMMON.slug
  const places = new Map<string, ReadArticle[]>([...known.keys()].map((slug) => [slug, []]))
  const put = (slug: string, name: string, it: ReadArticle): void => {
    if (!known.has(slug)) known.set(slug, name)
    places.set(slug, [...(places.get(slug) ?? []), it])
  }
  for (const it of read) {
    const { page, subcategory } = it
    if (subcategory !== undefined && declared?.some(({ slug }) => slug === subcategory) !== true)
      reading.left_out.push(`${page.path}: подраздела ${subcategory} нет в section.json.`)
    else if (subcategory !== undefined) put(subcategory, subcategory, it)
    else if (page.subcategory === '') put(first, COMMON.name, it)
    else {
      const folder = `${page.section}/${page.subcategory}`
      const name = (await categoryOf(reading, folder)).label ?? slugOfName(page.subcategory)
      put(slugOfName(page.subcategory), name, it)
    }
  }
  return [...places].map(([slug, its], index) => ({
    slug,
    name: known.get(slug) ?? slug,
    position: index + 1,
    // Sorted by explicit positions; the rest keep the order of their files.
    articles: [...its]
      .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .map(({ article }) => article),
  }))
}

const readArticle = async (reading: Expansion, page: FoundPage, slug: string): Promise<ReadArticle> => {
  const { dir } = reading
  const base = join(dir, page.path.replace(ARTICLE, ''))
  const about = await readJson(`${base}.json`, ArticleFile, ArticleFile.parse({}))
  const bytes = await readFileOf(dir, join(dir, page.path))
  if (bytes.length > MOST_BYTES) throw new FolderError(`больше ${sizeLimit(MOST_BYTES)}`)
  const text = readPage(page.path, bytes.toString('utf8'))
  for (const what of text.left_out) reading.left_out.push(`${page.path}: ${what}`)
  const title = cutCardNumbers(about.title ?? text.title ?? titleOfName(page)).slice(0, LONGEST_TITLE)
  const { subcategory, faq, published, also_asked, draft, audience, care } = about
  const article: FolderArticle = {
    slug,
    ...(await readText(reading, page, { ...about, title }, text.html)),
    faq,
    published: published && text.published,
    ...(also_asked === undefined ? {} : { also_asked }),
    ...(audience === undefined ? {} : { audience }),
    ...(care === undefined ? {} : { care }),
    ...(draft === undefined
      ? {}
      : { draft: await readText(reading, page, draft, await readFile(`${base}.draft.html`, 'utf8')) }),
  }
  return { page, subcategory, position: text.position, article }
}

const titleOfName = ({ path }: FoundPage): string => slugOfName(basename(path).replace(ARTICLE, ''))

const readText = async (
  reading: Expansion,
  page: FoundPage,
  about: z.output<typeof Text>,
  source: string,
): Promise<FolderText> => {
  const { html, left_out } = resolveAddresses(source, page.path, reading)
  for (const what of left_out) reading.left_out.push(`${page.path}: ${what}`)
  const cover =
    about.cover === null
      ? undefined
      : await pictureIn(reading.dir, 'cover', about.cover).catch((error) => {
          reading.left_out.push(`${page.path}: ${reasonOf(error)}`)
          return undefined
        })
  return {
    title: about.title,
    html,
    files: about.files.map(({ file, name }) => ({ path: pathIn(reading.dir, 'file', file), name })),
    ...(cover === undefined ? {} : { cover }),
  }
}
