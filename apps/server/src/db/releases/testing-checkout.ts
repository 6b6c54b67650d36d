import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { testingRoot } from '../testing-root.ts'
import type { Release } from './testing-releases.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const PARTS = ['package.json', 'tsconfig.base.json', 'apps/server', 'packages']
/** Our own packages; the old server uses those in its own tree. */
const OWN = '@podmoga'

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, maxBuffer: 1 << 28 })

interface Manifest {
  version: string
  dependencies?: Record<string, string>
}

const majorOf = (version: string): string => /\d+/.exec(version)?.[0] ?? ''

/**
 * Returns why a release's server cannot be started from this checkout; null if it can. A shallow clone or an unpacked archive has
 * no history, and the current dependencies may be incompatible with those of the release.
 */
export const whyNoServer = ({ commit }: Release): string | null => {
  if (git('cat-file', '-e', commit).status !== 0) return 'no history'
  const then = JSON.parse(String(git('show', `${commit}:apps/server/package.json`).stdout)) as Manifest
  for (const [name, version] of Object.entries(then.dependencies ?? {})) {
    if (name.startsWith(OWN)) continue
    try {
      const now = JSON.parse(
        readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
      ) as Manifest
      if (majorOf(now.version) !== majorOf(version)) return `${name} ${now.version} instead of ${version}`
    } catch {
      return `no ${name}`
    }
  }
  return null
}

/** Checks out a release into its own folder, with the current dependencies. `remove` deletes the folder. */
export const checkOut = ({ commit }: Release): { root: string; remove: () => void } => {
  const root = mkdtempSync(join(testingRoot(), 'podmoga-release-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const { stdout, stderr, status } = git('archive', '--format=tar', commit, ...PARTS)
  const unpacked = spawnSync('tar', ['-x', '-C', root], { input: stdout })
  if (status !== 0 || unpacked.status !== 0) {
    remove()
    throw new Error(`release ${commit}: ${String(stderr)}${String(unpacked.stderr)}`)
  }
  mkdirSync(join(root, 'node_modules', OWN), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== OWN && !name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules', OWN, name))
  return { root, remove }
}
