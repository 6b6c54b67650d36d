import { readFile, realpath } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { quoted } from '@podmoga/contract/fields/quoted'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import sharp from 'sharp'
import { z } from 'zod'

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
  /** For whom it is, by names; left out: the folder says nothing of it. */
  audience?: FolderAudience
  care?: FolderCare
}

/** Roles, groups of restaurants and restaurants, by their names. */
export interface FolderAudience {
  roles: readonly string[]
  groups: readonly string[]
  restaurants: readonly string[]
}

/** Who answers for it, by their name, and when it is read again. */
export interface FolderCare {
  owner: string | null
  check_on: string | null
  check_months: number | null
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
  /** Russian lines about what was left out, each with the file and the reason. */
  left_out: string[]
}

/** A folder, or a file of it, that cannot be read; the message says in Russian what is wrong where. */
export class FolderError extends StartError {}

/** Where a folder keeps what: the export writes there, the import reads there. */
export const PLACES = { picture: 'images', cover: 'covers', file: 'files' } as const

/** The path of a file of the folder: in its place, or below the root when the name holds a `/`. Nothing leads out. */
export const pathIn = (dir: string, kind: keyof typeof PLACES, file: string): string => {
  const wrong = () => new FolderError(`Недопустимое имя файла: ${file}`)
  if (file === '' || /[\\\0]/.test(file)) throw wrong()
  if (!file.includes('/')) {
    if (file.startsWith('.')) throw wrong()
    return join(dir, PLACES[kind], file)
  }
  const path = normalize(join(dir, file))
  if (!path.startsWith(normalize(dir + sep))) throw wrong()
  return path
}

/** A file of the folder, read; what a link leads to outside of it is not. */
export const readFileOf = async (dir: string, path: string): Promise<Buffer> => {
  const [real, root] = await Promise.all([realpath(path), realpath(dir)])
  if (!real.startsWith(root + sep)) throw new FolderError(`Файл ${path} лежит вне папки.`)
  return readFile(real)
}

/** A picture of the folder with its size. */
export const pictureIn = async (
  dir: string,
  kind: 'picture' | 'cover',
  file: string,
): Promise<FolderPicture> => {
  const path = pathIn(dir, kind, file)
  try {
    const { width, height } = await sharp(await readFileOf(dir, path)).metadata()
    return { path, width, height }
  } catch {
    throw new FolderError(`картинка ${file.includes('/') ? file : `${PLACES[kind]}/${file}`} не читается`)
  }
}

/** JSON of the folder by its schema; `absent` when there is no such file. */
export const readJson = async <S extends z.ZodType>(
  path: string,
  schema: S,
  absent: z.output<S>,
): Promise<z.output<S>> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return absent
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined
    throw new FolderError(
      issue === undefined
        ? `${path}: файл не читается.`
        : `${path}: не подходит ${quoted(issue.path.join('.'))}.`,
    )
  }
}
