// npm run move -- --to postgres://…|embedded: copies all rows from the embedded database to an external PostgreSQL, or back. The
// application must be stopped; the old database is unchanged.
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { moveRows } from './backup/move-rows.ts'
import { getConfig } from './config.ts'
import { failCommand } from './failure.ts'

const read = (): string => {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
    if (to !== undefined && /^(postgres(ql)?:\/\/.|embedded$)/.test(to)) return to
  } catch {
    // handled below
  }
  throw new StartError(
    'Как звать: npm run move -- --to postgres://имя:пароль@сервер:5432/база или --to embedded',
  )
}

try {
  const to = read()
  const { tables, seconds } = await moveRows(getConfig(process.env), to === 'embedded' ? undefined : to)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Перенесено строк: ${rows}, таблиц: ${tables.length} (чтение — ${seconds} с). Прежняя база не тронута.`,
  )
  console.log(
    to === 'embedded'
      ? 'Теперь уберите DATABASE_URL и запустите: npm start.'
      : 'Теперь задайте DATABASE_URL с этим адресом и запустите: npm start.',
  )
} catch (error) {
  failCommand(error)
}
