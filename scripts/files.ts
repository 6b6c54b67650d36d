// What the checks read: everything under the root that `.gitignore` does not leave out. git itself is not asked: a
// newcomer's machine may not have it, and an unpacked archive has no history.
import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

const IGNORED = readFileSync(join(ROOT, '.gitignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const isIgnored = (name: string, isFolder: boolean): boolean =>
  name === '.git' ||
  IGNORED.some((line) => (line.endsWith('/') ? isFolder && line === `${name}/` : matchesGlob(name, line)))

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isIgnored(entry.name, entry.isDirectory())) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return below(path)
    return entry.isFile() ? [path] : []
  })

let all: string[] | undefined

/** Paths from the root, by the way their names end. */
export const filesOf = (...endings: string[]): string[] => {
  all ??= below('').sort()
  return all.filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Ends the check: says what is wrong, or that all is well. */
export const report = (name: string, problems: string[]): void => {
  for (const problem of problems) console.log(`  ${problem}`)
  console.log(`${name}: ${problems.length === 0 ? 'всё в порядке' : `нарушений: ${problems.length}`}`)
  if (problems.length > 0) process.exitCode = 1
}
