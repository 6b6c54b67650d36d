// The addresses of the staff app stand in the contract's staff-pages.ts and nowhere else; `--write` makes the manifest anew.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, ROOT, report, textOf } from './files.ts'
import { addressesIn, manifestOf } from './one-table.ts'

const PAGES = 'packages/contract/src/staff-pages.ts'
const MANIFEST = 'apps/staff/public/app.webmanifest'

const sources = filesOf('.ts', '.tsx').filter(
  (path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path),
)
const manifest = JSON.parse(textOf(MANIFEST))
const wanted = manifestOf(manifest)
if (process.argv.includes('--write'))
  writeFileSync(join(ROOT, MANIFEST), `${JSON.stringify(wanted, null, 2)}\n`)

const spelled = sources
  .filter((path) => path !== PAGES)
  .flatMap((path) => addressesIn(path, textOf(path)).map((line) => `${path}: адрес — в ${PAGES}: ${line}`))
report('Адреса приложения сотрудника', [
  ...spelled,
  ...(process.argv.includes('--write') || JSON.stringify(manifest) === JSON.stringify(wanted)
    ? []
    : [`${MANIFEST} отстал от ${PAGES}: node scripts/check-one-table.ts --write`]),
])
