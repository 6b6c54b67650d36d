// Checks that every copy of a package in the lock file has at least the version in which its known vulnerabilities were fixed.
import { report, textOf } from './files.ts'

interface Floors {
  floors: Record<string, { at_least: string[]; why: string }>
}
interface Lock {
  packages: Record<string, { version?: string; resolved?: string }>
}

const parts = (version: string): number[] => version.split(/[.+-]/).slice(0, 3).map(Number)

const isBelow = (version: string, floor: string): boolean => {
  const [have, need] = [parts(version), parts(floor)]
  for (let place = 0; place < 3; place += 1)
    if (have[place] !== need[place]) return (have[place] ?? 0) < (need[place] ?? 0)
  return false
}

/** The minimum version for the version's own major; a major newer than every minimum is fine, an older one is not. */
const floorFor = (version: string, floors: string[]): string | undefined => {
  const major = parts(version)[0] ?? 0
  const own = floors.find((floor) => parts(floor)[0] === major)
  return own ?? floors.find((floor) => (parts(floor)[0] ?? 0) > major)
}

const { floors } = JSON.parse(textOf('security/floors.json')) as Floors
const lock = JSON.parse(textOf('package-lock.json')) as Lock
const problems: string[] = []
for (const [path, { version, resolved }] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').pop() ?? ''
  const rule = floors[name]
  if (resolved?.startsWith('http') === true) problems.push(`${path}: в замке записан адрес загрузки`)
  if (rule === undefined || version === undefined) continue
  const floor = floorFor(version, rule.at_least)
  if (floor !== undefined && isBelow(version, floor))
    problems.push(`${path} ${version} ниже ${floor}: ${rule.why}`)
}
report('Версии зависимостей', problems)
