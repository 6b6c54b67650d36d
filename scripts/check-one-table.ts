// Checks that addresses of the staff app are only in the contract's staff-pages.ts (`--write` regenerates the manifest),
// and that a business setting is named only in settings-table.ts and where it is used.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, ROOT, report, textOf } from './files.ts'
import { addressesIn, manifestOf, strayNames } from './one-table.ts'

const PAGES = 'packages/contract/src/staff-pages.ts'
const SETTING_FILES = ['settings-table.ts', 'settings.texts.ts'].map(
  (name) => `packages/contract/src/${name}`,
)
const MANIFEST = 'apps/staff/public/app.webmanifest'

const sources = filesOf('.ts', '.tsx').filter(
  (path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path),
)
const manifest = JSON.parse(textOf(MANIFEST))
const wanted = manifestOf(manifest)
if (process.argv.includes('--write'))
  writeFileSync(join(ROOT, MANIFEST), `${JSON.stringify(wanted, null, 2)}\n`)

const texts = sources.map((path) => ({ path, text: textOf(path) }))

const spelled = texts
  .filter(({ path }) => path !== PAGES)
  .flatMap(({ path, text }) => addressesIn(path, text).map((line) => `${path}: адрес — в ${PAGES}: ${line}`))
report('Адреса приложения сотрудника', [
  ...spelled,
  ...(process.argv.includes('--write') || JSON.stringify(manifest) === JSON.stringify(wanted)
    ? []
    : [`${MANIFEST} отстал от ${PAGES}: node scripts/check-one-table.ts --write`]),
])
report(
  'Настройки бизнеса',
  strayNames(texts.filter(({ path }) => !SETTING_FILES.includes(path))).map(
    (stray) =>
      `${stray}: настройку называют таблица, её слова, тест и тот, кому она нужна (USERS в one-table.ts)`,
  ),
)
