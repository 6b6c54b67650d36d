// npm run adopt -- keys|files [--yes]: this server's keys, or its store of files, instead of those that the database was
// used with. Without --yes it only says what is lost.
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { runDatabaseCommand } from './database-command.ts'
import { adoptFiles, adoptKeys } from './installation/adopt.ts'
import { openFiles } from './ports/open-files.ts'
import { loadSecrets, secretsPathOf } from './secrets.ts'

const USAGE =
  'Как звать: npm run adopt -- keys (ключи) или files (хранилище файлов), а чтобы принять — ещё --yes'

const read = (): { what: 'keys' | 'files'; yes: boolean } => {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [what, ...more] = positionals
    if ((what === 'keys' || what === 'files') && more.length === 0) return { what, yes: values.yes }
  } catch {
    // told below
  }
  throw new StartError(USAGE)
}

await runDatabaseCommand(async ({ config, sql, clock }) => {
  const { what, yes } = read()
  const { losses, adopt } =
    what === 'keys'
      ? await adoptKeys({ sql, clock, secrets: await loadSecrets(secretsPathOf(config)) })
      : await adoptFiles({ sql, clock, files: await openFiles(config) })
  if (losses.length === 0) return console.log('Всё на месте: принимать нечего.')
  console.log('Что теряется с прежним:')
  for (const line of losses) console.log(`  — ${line}`)
  if (!yes) return console.log(`Ничего не изменено. Принять: npm run adopt -- ${what} --yes`)
  await adopt()
  console.log('Принято: сервер запустится.')
})
