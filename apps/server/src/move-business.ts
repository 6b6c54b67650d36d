// npm run move-business -- NETWORK [NETWORK …] --from FILE --to FILE [--lead COMMAND]: moves businesses between cells while both
// are running. FILE has the settings of a cell, one NAME=value per line; COMMAND routes the networks to the new cell and runs
// while they are stopped.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import type { Cell } from './cells/cell.ts'
import { moveBusiness } from './cells/move-business.ts'
import { settingsIn } from './cells/settings-file.ts'
import type { Config } from './config.ts'
import { connectToDatabase } from './doctor/connect-to-database.ts'
import { failCommand } from './failure.ts'
import { openFiles } from './ports/open-files.ts'

const USAGE =
  'Как звать: npm run move-business -- СЕТЬ [СЕТЬ …] --from ФАЙЛ --to ФАЙЛ [--lead КОМАНДА]; в файлах — настройки клеток, по строке ИМЯ=значение.'

const read = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, to: { type: 'string' }, lead: { type: 'string' } },
    })
    const { from, to } = values
    if (positionals.length > 0 && from !== undefined && to !== undefined)
      return { networks: [...new Set(positionals)], from, to, command: values.lead }
  } catch {
    // handled below
  }
  throw new StartError(USAGE)
}

const openCell = async (config: Config): Promise<Cell & { close: () => Promise<void> }> => {
  const { sql, close } = await connectToDatabase(config, 'write')
  return { sql, close, files: await openFiles(config) }
}

const lead = async (command: string | undefined, networks: readonly string[]): Promise<void> => {
  if (command === undefined) return
  const env = { ...process.env, NETWORKS: networks.join(' ') }
  await promisify(execFile)('/bin/sh', ['-c', command], {
    env,
    cwd: process.env.INIT_CWD ?? '.',
    timeout: 30_000,
  }).catch((error: unknown) => {
    throw new StartError(
      `Бизнес уже в новой клетке, но команда --lead не удалась (${reasonOf(error)}). Исправьте и повторите переезд: он закончит начатое.`,
    )
  })
}

try {
  const { networks, from, to, command } = read()
  const settings = { from: await settingsIn(from), to: await settingsIn(to) }
  const here = await openCell(settings.from)
  try {
    const there = await openCell(settings.to)
    try {
      const moved = await moveBusiness({
        networks,
        from: here,
        to: there,
        drafts: resolve(settings.to.DATA_DIR),
        lead: (led) => lead(command, led),
        report: (line) => console.log(line),
      })
      if (moved === null) console.log('Переезд закончен.')
      else {
        const { rows, changed, files, pause_ms, seconds, damaged } = moved
        console.log(
          `Переехало: строк ${rows} и ${changed} изменённых, файлов ${files}, за ${Math.round(seconds)} с; записи не было ${pause_ms} мс. Все таблицы сверены.`,
        )
        if (damaged.length > 0) {
          console.log(`Внимание. Файлы, которых нет в прежнем хранилище или они не те: ${damaged.join(', ')}`)
          process.exitCode = 1
        }
      }
    } finally {
      await there.close()
    }
  } finally {
    await here.close()
  }
} catch (error) {
  failCommand(error)
}
