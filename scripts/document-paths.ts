// What a document says of the tree, held against the tree: the files and folders that it names, and its own links.
import { posix } from 'node:path'

/** Folders of the root: what begins with one of them is named in full. */
const ROOTS = /^(?:apps|packages|e2e|bench|scripts|tools|docs|security)\//
const FILE_NAME = /^[\w./-]+\.(?:tsx?|mjs|sql|md|css|json|txt)$/
/** A file's name may be given from the middle of its path on; a pattern or a gap to fill is no name. */
const PATTERN = /[*<>{}…]|\/x\./

/** Lines of text as the editor shows them at 120 columns: the longest paragraph that is read in one go. */
const LONGEST_PARAGRAPH = 8 * 120

/**
 * What is wrong in one document: backticked paths and links that lead nowhere. `files` are all paths of the tree, from
 * its root; `path` is the document's own.
 */
export const wrongPaths = (path: string, text: string, files: readonly string[]): string[] => {
  const known = new Set(files)
  const folders = new Set(
    files.flatMap((file) => file.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
  )
  const isFound = (name: string): boolean => {
    const bare = name.replace(/\/$/, '')
    if (known.has(bare) || folders.has(bare)) return true
    return !ROOTS.test(name) && files.some((file) => file.endsWith(`/${bare}`))
  }
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
  const named = [...prose.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => (ROOTS.test(word) || FILE_NAME.test(word)) && !PATTERN.test(word))
  const linked = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => posix.join(posix.dirname(path), to).replace(/\/$/, ''))
  return [
    ...named.filter((name) => !isFound(name)).map((name) => `${path}: нет файла ${name}`),
    ...linked
      .filter((to) => !known.has(to) && !folders.has(to))
      .map((to) => `${path}: ссылка ведёт в никуда: ${to}`),
  ]
}

/** A file of tests, and the English names in guillemets that follow it up to the next file or cell. */
const NAMED_CHECKS = /`([\w.-]+\.(?:spec|test)\.tsx?)`([^`|\n]*)/g

/** Checks that a document names and that are not there: a file of tests, or words of a test's title or comment in it. */
export const wrongChecks = (
  path: string,
  text: string,
  textsOf: (name: string) => readonly string[],
): string[] =>
  [...text.matchAll(NAMED_CHECKS)].flatMap(([, file = '', after = '']) => {
    const texts = textsOf(file)
    if (texts.length === 0) return [`${path}: нет файла ${file}`]
    const named = [...after.matchAll(/«([a-z][^»]*)»/gi)].map(([, name = '']) => name)
    return named
      .filter((name) => !texts.some((one) => one.includes(name)))
      .map((name) => `${path}: в ${file} нет «${name}»`)
  })

/** Paragraphs and list items that are too long, by their first words. Tables and drawings are none. */
export const longParagraphs = (path: string, text: string): string[] =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))/)
    .filter((part) => !part.trimStart().startsWith('|') && part.length > LONGEST_PARAGRAPH)
    .map((part) => `${path}: абзац длиннее восьми строк: «${part.trim().slice(0, 40)}…»`)
