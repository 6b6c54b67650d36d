// The files that the checks read: everything below the root that `.gitignore` does not exclude. Does not call git: a new
// machine may not have it, and an unpacked archive has no history.
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

/** Returns paths from the root whose names have one of these endings. */
export const filesOf = (...endings: string[]): string[] => {
  all ??= below('').sort()
  return all.filter((path) => endings.some((ending) => path.endsWith(ending)))
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Ends the check: prints the problems, or that there are none. */
export const report = (name: string, problems: string[]): void => {
  for (const problem of problems) console.log(`  ${problem}`)
  console.log(`${name}: ${problems.length === 0 ? 'всё в порядке' : `нарушений: ${problems.length}`}`)
  if (problems.length > 0) process.exitCode = 1
}
