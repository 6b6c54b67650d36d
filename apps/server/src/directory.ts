// npm run directory -- FILE [FILE …] [--port PORT | --map MAP]: tells nginx which cell a request belongs to. FILE has the
// settings of a cell, one NAME=value per line. MAP is a file written for nginx with the cell of each business, so that nginx can
// route signed-in people by itself.
import { rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Listed } from './cells/directory/find-cell.ts'
import { writeMap } from './cells/directory/nginx-map.ts'
import { makeDirectory } from './cells/directory/serve-directory.ts'
import { settingsIn } from './cells/settings-file.ts'
import { connectToDatabase } from './doctor/connect-to-database.ts'
import { failCommand } from './failure.ts'
import { cellOf } from './installation/cell.ts'

const USAGE =
  'Как звать: npm run directory -- ФАЙЛ [ФАЙЛ …] [--port ПОРТ | --map КАРТА]; в файлах — настройки клеток, по строке ИМЯ=значение.'
const PORT = 3900

const read = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { port: { type: 'string', default: String(PORT) }, map: { type: 'string' } },
    })
    const port = Number(values.port)
    if (positionals.length > 0 && Number.isInteger(port) && port > 0 && port < 65_536)
      return { paths: positionals, port, map: values.map }
  } catch {
    // handled below
  }
  throw new StartError(USAGE)
}

const openCell = async (path: string): Promise<Listed & { close: () => Promise<void> }> => {
  const { sql, close } = await connectToDatabase(await settingsIn(path), 'write')
  const number = await cellOf(sql)
  if (number !== null) return { number, sql, close }
  await close()
  throw new StartError(`У установки из ${path} нет номера клетки: сначала npm run cell -- НОМЕР.`)
}

/** Writes atomically, because nginx may read the file at any moment. */
const writeWhole = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/** Runs until the process is stopped. */
const serve = async (cells: readonly Listed[], port: number): Promise<void> => {
  const server = makeDirectory(cells, (line) => console.error(line))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  console.log(`Справочник клеток ${cells.map(({ number }) => number).join(', ')}: http://127.0.0.1:${port}`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  server.closeIdleConnections()
  await new Promise((resolve) => server.close(resolve))
}

const cells: (Listed & { close: () => Promise<void> })[] = []
try {
  const { paths, port, map } = read()
  for (const path of paths) cells.push(await openCell(path))
  if (map === undefined) await serve(cells, port)
  else await writeWhole(resolve(process.env.INIT_CWD ?? '.', map), await writeMap(cells))
} catch (error) {
  failCommand(error)
} finally {
  for (const { close } of cells) await close()
}
