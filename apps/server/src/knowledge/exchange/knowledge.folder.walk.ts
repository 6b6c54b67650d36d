import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { slugOfName } from './knowledge.folder.links.ts'

/** An article's file and where it stands in the tree. */
export interface FoundPage {
  /** From the root, with `/`. */
  path: string
  /** The folder of the first level; '' for the root itself. */
  section: string
  /** The folder of the second level; '' when the article stands in the section itself. */
  subcategory: string
}

export interface FoundTree {
  /** In reading order. */
  pages: FoundPage[]
  /** Every other file too, by its path from the root. */
  files: Set<string>
  /** Russian lines about what was left out. */
  left_out: string[]
}

export const ARTICLE = /(?<!\.draft)\.(?:html|mdx?)$/i
/** Files beside the articles; they hold none of their own. */
const OURS = new Set(['images', 'covers', 'files'])
const DEEPEST = 20

// 9 comes before 10, and what a folder says of itself before the rest of it.
const byNumber = (one: string, other: string): number =>
  Number(isIndex(other)) - Number(isIndex(one)) || one.localeCompare(other, 'ru', { numeric: true })
const isIndex = (name: string): boolean => /^(?:index|readme)\.(?:md|mdx|html)$/i.test(name)

/** Everything below a folder. Hidden folders, links and parts of other pages (`_part.md`) are no articles. */
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
 * The name by which an import knows an article again: the file's own in the format of an export (a section's folder
 * and its articles), the whole path's where folders stand in folders or a file is only called `index`.
 */
export const nameOfPage = ({ path }: FoundPage): string => {
  const parts = path.replace(ARTICLE, '').split('/').map(slugOfName)
  const named =
    /^(?:index|readme)$/i.test(parts.at(-1) ?? '') && parts.length > 1 ? parts.slice(0, -1) : parts
  return parts.length <= 2 && named === parts ? (parts.at(-1) ?? '') : named.join('-')
}

/** A name that none of `taken` has: the given one, or with a number. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name
  for (let n = 2; ; n += 1) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`
}
