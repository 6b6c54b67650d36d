// A migration that the release before cannot live with ends rolling upgrades: each one since that release is played, and
// PostgreSQL says what it did (migration-rules.ts). Those that were released are exempt, and never change again.
// Two people who each take the next free number land two migrations of one number, and no server starts. A gap is the
// trace of one that was taken away after others had been applied. Decisions have numbers too: each of them once, and each
// has its line in their list.
import { MIGRATIONS_DIR, readMigrations } from '../apps/server/src/db/migrate/files.ts'
import { digestOf, readReleases } from '../apps/server/src/db/releases/testing-releases.ts'
import { startTestCluster } from '../apps/server/src/db/testing-cluster.ts'
import { filesOf, report, textOf } from './files.ts'
import { migrationProblems } from './migration-rules.ts'

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

const releases = readReleases()
const migrations = await readMigrations(MIGRATIONS_DIR)
for (const { version, last_migration, digest } of releases) {
  const found = digestOf(migrations, last_migration)
  if (found !== digest)
    problems.push(`docs/releases.md: миграции выпуска ${version} изменены (${found} вместо ${digest})`)
}
if (problems.length === 0) {
  const cluster = await startTestCluster()
  problems.push(...(await migrationProblems(releases).finally(() => cluster.stop())))
}
report('Миграции и номера решений', problems)
