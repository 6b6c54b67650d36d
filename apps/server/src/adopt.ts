// npm run adopt -- keys|files|primary|restored [--yes]: adopts this server's keys, its file store or the current primary in place
// of those used with the installation so far, or a restored copy in place of its original. Without --yes only lists what would be
// lost.
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { runDatabaseCommand } from './database-command.ts'
import { adoptFiles, adoptKeys, adoptPrimary, adoptRestored } from './installation/adopt.ts'
import { openFiles } from './ports/open-files.ts'
import { loadSecrets, secretsPathOf } from './secrets.ts'

const WHAT = ['keys', 'files', 'primary', 'restored'] as const
type What = (typeof WHAT)[number]
const USAGE =
  'Как звать: npm run adopt -- keys (ключи), files (хранилище файлов), primary (основной сервер базы) или restored (восстановленная копия вместо прежней установки), а чтобы принять — ещё --yes'

const read = (): { what: What; yes: boolean } => {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [what, ...more] = positionals
    const known = WHAT.find((word) => word === what)
    if (known !== undefined && more.length === 0) return { what: known, yes: values.yes }
  } catch {
    // handled below
  }
  throw new StartError(USAGE)
}

await runDatabaseCommand(async ({ config, sql, clock }) => {
  const { what, yes } = read()
  const parts = { sql, clock, files: await openFiles(config) }
  const take = {
    keys: async () => adoptKeys({ ...parts, secrets: await loadSecrets(secretsPathOf(config)) }),
    files: () => adoptFiles(parts),
    primary: () => adoptPrimary(parts),
    restored: () => adoptRestored(parts),
  }
  const { losses, adopt } = await take[what]()
  if (losses.length === 0) return console.log('Всё на месте: принимать нечего.')
  console.log('Что теряется с прежним:')
  for (const line of losses) console.log(`  — ${line}`)
  if (!yes) return console.log(`Ничего не изменено. Принять: npm run adopt -- ${what} --yes`)
  await adopt()
  console.log('Принято: сервер запустится.')
})
