// A migration that breaks the previous release breaks rolling upgrades, so each migration since that release is run, and
// PostgreSQL is asked what it did (migration-rules.ts). Released migrations are exempt, but must never change.
// Also checks numbers: two migrations with one number (written in parallel) keep servers from starting; a gap means that
// one was removed after later ones had been applied. Decision numbers must be unique too, and each is in their list.
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
