// Two people who each take the next free number land two migrations of one number, and no server starts. A gap is the
// trace of one that was taken away after others had been applied. Decisions have numbers too: each of them once, and each
// has its line in their list.
import { filesOf, report, textOf } from './files.ts'

const DIR = 'apps/server/src/db/migrations/'

const names = filesOf('.sql')
  .filter((path) => path.startsWith(DIR))
  .map((path) => path.slice(DIR.length))
const problems = names.length === 0 ? [`${DIR}: миграций нет`] : []
for (const [at, name] of names.entries()) {
  const number = String(at + 1).padStart(4, '0')
  if (name.startsWith(`${number}_`)) continue
  problems.push(`${name}: здесь должна стоять миграция ${number}; номера идут подряд, и у каждого один файл`)
  break
}
const DECISIONS = 'docs/decisions/'
const LIST = `${DECISIONS}README.md`
const decisions = filesOf('.md')
  .filter((path) => path.startsWith(DECISIONS) && path !== LIST)
  .map((path) => path.slice(DECISIONS.length))
const listed = textOf(LIST)
const numbers = new Set<string>()
for (const name of decisions) {
  const number = name.slice(0, '0000'.length)
  if (numbers.has(number)) problems.push(`${name}: номер ${number} занят другим решением`)
  if (!listed.includes(`[${number}](${name})`)) problems.push(`${LIST}: нет решения ${name}`)
  numbers.add(number)
}
report('Номера миграций и решений', problems)
