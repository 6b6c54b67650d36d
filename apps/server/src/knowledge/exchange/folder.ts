import { readFile, realpath } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { quoted } from '@podmoga/contract/fields/quoted'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'
import { measurePicture } from '../../files/photo.ts'

/** A picture on disk; sizes in pixels. */
export interface FolderPicture {
  path: string
  width: number
  height: number
}

/**
 * A text of an article. In `html`, links to articles are `article:<section slug>/<article slug>`, pictures `image:<file>` in the
 * folder `images`, other files `file:<file>` in the folder `files`.
 */
export interface FolderText {
  title: string
  html: string
  cover?: FolderPicture
  /** Attachments shown below the article: the path and the displayed name of each. */
  files: { path: string; name: string }[]
}

export interface FolderArticle extends FolderText {
  slug: string
  /** Position among the frequent questions, or null. */
  faq: number | null
  /** False: visible to editors only. */
  published: boolean
  /** Questions for which the article should be found. */
  also_asked?: readonly string[]
  /** Unpublished changes. */
  draft?: FolderText
  /** Audience, by names; undefined: the folder does not define it. */
  audience?: FolderAudience
  care?: FolderCare
}

/** Roles, groups of restaurants and restaurants, by their names. */
export interface FolderAudience {
  roles: readonly string[]
  groups: readonly string[]
  restaurants: readonly string[]
}

/** The owner, by name, and the re-check dates. */
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

/** A whole knowledge base in files: the input of an import and the output of an export. */
export interface KnowledgeFolder {
  dir: string
  sections: FolderSection[]
  /** Groups of synonyms; null: the folder does not define them. */
  synonyms: string[][] | null
  /** Russian lines about what was left out, each with the file and the reason. */
  left_out: string[]
}

/** Thrown if a folder, or a file of it, cannot be read. The message says in Russian what is wrong and where. */
export class FolderError extends StartError {}

/** Subfolders for each kind of file. */
export const SUBFOLDERS = { picture: 'images', cover: 'covers', file: 'files' } as const

/** Returns the path of a file: in the subfolder of its kind, or below the root if its name has a `/`. Throws outside `dir`. */
export const pathIn = (dir: string, kind: keyof typeof SUBFOLDERS, file: string): string => {
  const wrong = () => new FolderError(`Недопустимое имя файла: ${file}`)
  if (file === '' || /[\\\0]/.test(file)) throw wrong()
  if (!file.includes('/')) {
    if (file.startsWith('.')) throw wrong()
    return join(dir, SUBFOLDERS[kind], file)
  }
  const path = normalize(join(dir, file))
  if (!path.startsWith(normalize(dir + sep))) throw wrong()
  return path
}

/** Returns the real path of a file. Throws if it is a link that leads out of the folder. */
const checkInside = async (dir: string, path: string): Promise<string> => {
  const [real, root] = await Promise.all([realpath(path), realpath(dir)])
  if (!real.startsWith(root + sep)) throw new FolderError(`Файл ${path} лежит вне папки.`)
  return real
}

/** Reads a file of the folder. Throws if it is a link that leads out of the folder. */
export const readFileOf = async (dir: string, path: string): Promise<Buffer> =>
  readFile(await checkInside(dir, path))

/** Returns the error that names a picture, given that of measuring or decoding it. */
export const pictureError = (name: string, error: unknown): FolderError =>
  new FolderError(
    error instanceof Error && 'code' in error && error.code === 'too_large'
      ? `картинка ${name} больше 25 мегапикселей`
      : `картинка ${name} не читается`,
  )

/** Returns a picture of the folder with its size. Throws FolderError if it cannot be read. */
export const pictureIn = async (
  dir: string,
  kind: 'picture' | 'cover',
  file: string,
): Promise<FolderPicture> => {
  const path = pathIn(dir, kind, file)
  try {
    return { path, ...(await measurePicture(await checkInside(dir, path))) }
  } catch (error) {
    throw pictureError(file.includes('/') ? file : `${SUBFOLDERS[kind]}/${file}`, error)
  }
}

/** Reads and validates a JSON file; returns `absent` if there is none. Throws FolderError if it is invalid. */
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
