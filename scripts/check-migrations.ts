// Two people who each take the next free number land two migrations of one number, and no server starts. A gap is the
// trace of one that was taken away after others had been applied. Decisions have numbers too: each of them once.
import { filesOf, report } from './files.ts'

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
const decisions = filesOf('.md').filter((path) => path.startsWith('docs/decisions/'))
const numbers = decisions.map((path) => path.slice('docs/decisions/'.length, 'docs/decisions/0000'.length))
for (const [at, number] of numbers.entries())
  if (numbers.indexOf(number) !== at) problems.push(`${decisions[at]}: номер ${number} занят другим решением`)
report('Номера миграций и решений', problems)
