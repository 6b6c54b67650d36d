// What the checks read: the files git tracks or would track.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Paths from the root, by the way their names end. */
export const filesOf = (...endings: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && existsSync(join(ROOT, path)))

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Ends the check: says what is wrong, or that all is well. */
export const report = (name: string, problems: string[]): void => {
  for (const problem of problems) console.log(`  ${problem}`)
  console.log(`${name}: ${problems.length === 0 ? 'всё в порядке' : `нарушений: ${problems.length}`}`)
  if (problems.length > 0) process.exitCode = 1
}
