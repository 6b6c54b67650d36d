// Checks the files and folders that a document names, and its links, against the tree.
import { posix } from 'node:path'

/** Folders of the root: a path that begins with one of them is a full path. */
const ROOTS = /^(?:apps|packages|e2e|bench|scripts|tools|docs|security)\//
const FILE_NAME = /^[\w./-]+\.(?:tsx?|mjs|sql|md|css|json|txt)$/
/** A pattern or a placeholder, which is not the name of a file. Names may start in the middle of a path. */
const PATTERN = /[*<>{}…]|\/x\./

/** The longest allowed paragraph, in characters: eight lines of 120 columns. */
const LONGEST_PARAGRAPH = 8 * 120

/**
 * Returns broken backticked paths and links of one document. `files` are all paths of the tree, from its root; `path` is
 * the document's own.
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

/** A test file, and the English names in guillemets after it, up to the next file or cell. */
const NAMED_CHECKS = /`([\w.-]+\.(?:spec|test)\.tsx?)`([^`|\n]*)/g

/** Returns checks that a document names but that do not exist: test files, or words of a test's title or comment in them. */
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

/** Returns the beginnings of paragraphs and list items that are too long. Tables and drawings are exempt. */
export const longParagraphs = (path: string, text: string): string[] =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))/)
    .filter((part) => !part.trimStart().startsWith('|') && part.length > LONGEST_PARAGRAPH)
    .map((part) => `${path}: абзац длиннее восьми строк: «${part.trim().slice(0, 40)}…»`)
