import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { slugOfName } from './folder.links.ts'

/** The file of an article and its place in the tree. */
export interface FoundPage {
  /** Path from the root, with `/`. */
  path: string
  /** The folder of the first level; '' for the root itself. */
  section: string
  /** The folder of the second level; '' if the article is directly in the section. */
  subcategory: string
}

export interface FoundTree {
  /** In reading order. */
  pages: FoundPage[]
  /** Paths of all files from the root, articles included. */
  files: Set<string>
  /** Russian lines about what was left out. */
  left_out: string[]
}

export const ARTICLE = /(?<!\.draft)\.(?:html|mdx?)$/i
/** Folders for files of articles; they contain no articles. */
const OURS = new Set(['images', 'covers', 'files'])
const DEEPEST = 20

// Numeric order (9 before 10), with the folder's index page first.
const byNumber = (one: string, other: string): number =>
  Number(isIndex(other)) - Number(isIndex(one)) || one.localeCompare(other, 'ru', { numeric: true })
const isIndex = (name: string): boolean => /^(?:index|readme)\.(?:md|mdx|html)$/i.test(name)

/** Lists everything below a folder. Hidden entries, links and partials (`_part.md`) are not articles. */
export const walkFolder = async (dir: string): Promise<FoundTree> => {
  const tree: FoundTree = { pages: [], files: new Set(), left_out: [] }
  const visit = async (parts: string[]): Promise<void> => {
    const entries = await readdir(join(dir, ...parts), { withFileTypes: true })
    for (const entry of entries.sort((one, other) => byNumber(one.name, other.name))) {
      const path = [...parts, entry.name].join('/')
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isSymbolicLink()) tree.left_out.push(`${path}: ссылка файловой системы`)
      else if (entry.isDirectory()) {
        if (parts.length >= DEEPEST) tree.left_out.push(`${path}: слишком глубоко`)
        else await visit([...parts, entry.name])
      } else if (entry.isFile()) {
        tree.files.add(path)
        if (!ARTICLE.test(entry.name) || OURS.has(parts[0] ?? '')) continue
        if (path.split('/').some((part) => part.startsWith('_')))
          tree.left_out.push(`${path}: часть другой страницы`)
        else tree.pages.push({ path, section: parts[0] ?? '', subcategory: parts[1] ?? '' })
      }
    }
  }
  await visit([])
  return tree
}

/**
 * Returns the name by which the next import recognizes an article: that of its file in the format of an export (articles directly
 * in a section's folder), or of the whole path if folders are nested or the file is called `index`.
 */
export const nameOfPage = ({ path }: FoundPage): string => {
  const parts = path.replace(ARTICLE, '').split('/').map(slugOfName)
  const named =
    /^(?:index|readme)$/i.test(parts.at(-1) ?? '') && parts.length > 1 ? parts.slice(0, -1) : parts
  return parts.length <= 2 && named === parts ? (parts.at(-1) ?? '') : named.join('-')
}

/** Returns a name that is not in `taken`: the given one, or with a number appended. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name
  for (let n = 2; ; n += 1) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`
}
