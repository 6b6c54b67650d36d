import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { htmlOfFile, slugOfName, takeTitle } from './knowledge.folder.text.ts'

/** A picture on disk; sizes in pixels. */
export interface FolderPicture {
  path: string
  width: number
  height: number
}

/**
 * A text of an article. In `html` links lead to `article:<section slug>/<article slug>`, pictures to `image:<file>`
 * of the folder images, other files to `file:<file>` of the folder files.
 */
export interface FolderText {
  title: string
  html: string
  cover?: FolderPicture
  /** The chips under the article: where each lies, and what it is called. */
  files: { path: string; name: string }[]
}

export interface FolderArticle extends FolderText {
  slug: string
  /** Its place among the frequently asked questions, or null. */
  faq: number | null
  /** False: only editors know of it. */
  published: boolean
  /** What people ask when they need it, in their own words. */
  also_asked?: readonly string[]
  /** What was written since it was published. */
  draft?: FolderText
}

export interface FolderSubcategory {
  slug: string
  name: string
  /** From 1. */
  position: number
  articles: FolderArticle[]
}

export interface FolderSection {
  slug: string
  name: string
  position: number
  subcategories: FolderSubcategory[]
}

/** A whole knowledge base in files, as an import takes it and an export writes it. */
export interface KnowledgeFolder {
  dir: string
  sections: FolderSection[]
  /** Groups of words that the search holds for the same; null when the folder says nothing of them. */
  synonyms: string[][] | null
}

/** A folder that cannot be read; the message says in Russian what is wrong where. */
export class FolderError extends Error {}

const Text = z.object({
  title: z.string().min(1),
  cover: z.string().nullable().default(null),
  files: z.array(z.object({ file: z.string(), name: z.string() })).default([]),
})
const ArticleFile = Text.partial({ title: true }).extend({
  subcategory: z.string().optional(),
  faq: z.number().int().positive().nullable().default(null),
  published: z.boolean().default(true),
  also_asked: z.array(z.string()).optional(),
  draft: Text.optional(),
})
const SectionFile = z.object({
  name: z.string().min(1),
  subcategories: z.array(z.object({ slug: z.string().min(1), name: z.string().min(1) })),
})
const Synonyms = z.array(z.array(z.string()))

const ARTICLE = /(?<!\.draft)\.(?:html|md)$/
const COMMON = { slug: 'common', name: 'Общее' }

/** Where a folder keeps what: the export writes there, the import reads there. */
export const PLACES = { picture: 'images', cover: 'covers', file: 'files' } as const

/**
 * Reads a knowledge base: a folder for each section with `section.json` and, for each article, `NN-slug.html` or `.md`
 * beside `NN-slug.json`; the names give the order. Without the JSON files a section is called by its folder and an
 * article by its first heading. Throws {@link FolderError}.
 */
export const readKnowledgeFolder = async (dir: string): Promise<KnowledgeFolder> => {
  const names: string[] = []
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => {
    throw new FolderError(`Папка ${dir} не читается.`)
  })
  for (const entry of entries)
    if (entry.isDirectory() && (await readdir(join(dir, entry.name))).some((file) => isOfSection(file)))
      names.push(entry.name)
  if (names.length === 0) throw new FolderError(`В папке ${dir} нет разделов со статьями.`)
  names.sort(byNumber)
  const sections = await Promise.all(names.map((name, index) => readSection(dir, name, index + 1)))
  const slugs = sections.flatMap((section) =>
    section.subcategories.flatMap(({ articles }) => articles.map(({ slug }) => slug)),
  )
  const twice = slugs.find((slug, index) => slugs.indexOf(slug) !== index)
  if (twice !== undefined)
    throw new FolderError(`Две статьи называются ${twice}: имена файлов не должны повторяться.`)
  return { dir, sections, synonyms: await readJson(join(dir, 'synonyms.json'), Synonyms.nullable(), null) }
}

const isOfSection = (file: string): boolean => file === 'section.json' || ARTICLE.test(file)

// 9 comes before 10.
const byNumber = (one: string, other: string): number => one.localeCompare(other, 'ru', { numeric: true })

const readSection = async (dir: string, folder: string, position: number): Promise<FolderSection> => {
  const root = join(dir, folder)
  const unnamed = { name: slugOfName(folder), subcategories: [COMMON] }
  const { name, subcategories } = await readJson(join(root, 'section.json'), SectionFile, unnamed)
  const pages = (await readdir(root)).filter((file) => ARTICLE.test(file)).sort(byNumber)
  const read = await Promise.all(pages.map((file) => readArticle(dir, root, file)))
  const home = (subcategory: string | undefined) => subcategory ?? subcategories[0]?.slug
  const lost = read.find((it) => !subcategories.some(({ slug }) => slug === home(it.subcategory)))
  if (lost !== undefined)
    throw new FolderError(
      `${folder}/${lost.article.slug}: подраздела ${lost.subcategory} нет в section.json.`,
    )
  return {
    slug: slugOfName(folder),
    name,
    position,
    subcategories: subcategories.map((it, place) => ({
      ...it,
      position: place + 1,
      articles: read.flatMap(({ subcategory, article }) => (home(subcategory) === it.slug ? [article] : [])),
    })),
  }
}

const readArticle = async (
  dir: string,
  root: string,
  file: string,
): Promise<{ subcategory: string | undefined; article: FolderArticle }> => {
  const base = file.replace(ARTICLE, '')
  const about = await readJson(join(root, `${base}.json`), ArticleFile, ArticleFile.parse({}))
  const { subcategory, faq, published, also_asked, draft } = about
  const slug = slugOfName(base)
  const html = htmlOfFile(file, await readFile(join(root, file), 'utf8'))
  const taken = about.title === undefined ? takeTitle(html) : null
  const text = { ...about, title: about.title ?? taken?.title ?? slug }
  const article: FolderArticle = {
    slug,
    ...(await readText(dir, text, taken?.html ?? html)),
    faq,
    published,
    ...(also_asked === undefined ? {} : { also_asked }),
    ...(draft === undefined
      ? {}
      : { draft: await readText(dir, draft, await readFile(join(root, `${base}.draft.html`), 'utf8')) }),
  }
  return { subcategory, article }
}

const readText = async (dir: string, about: z.output<typeof Text>, html: string): Promise<FolderText> => ({
  title: about.title,
  html,
  files: about.files.map(({ file, name }) => ({ path: pathIn(dir, 'file', file), name })),
  ...(about.cover === null ? {} : { cover: await pictureIn(dir, 'cover', about.cover) }),
})

/** The path of a file of the folder. A name that leads out of it is refused. */
export const pathIn = (dir: string, kind: keyof typeof PLACES, file: string): string => {
  if (file === '' || file.startsWith('.') || /[/\\\0]/.test(file))
    throw new FolderError(`Недопустимое имя файла: ${file}`)
  return join(dir, PLACES[kind], file)
}

/** A picture of the folder with its size. */
export const pictureIn = async (
  dir: string,
  kind: 'picture' | 'cover',
  file: string,
): Promise<FolderPicture> => {
  const path = pathIn(dir, kind, file)
  try {
    const { width, height } = await sharp(path).metadata()
    return { path, width, height }
  } catch {
    throw new FolderError(`Картинка ${PLACES[kind]}/${file} не читается.`)
  }
}

const readJson = async <S extends z.ZodType>(
  path: string,
  schema: S,
  absent?: z.output<S>,
): Promise<z.output<S>> => {
  if (absent !== undefined && !(await stat(path).catch(() => null))) return absent
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined
    throw new FolderError(
      issue === undefined ? `${path}: файл не читается.` : `${path}: не подходит «${issue.path.join('.')}».`,
    )
  }
}
