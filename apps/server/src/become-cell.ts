// npm run cell -- NUMBER: makes this installation one of several cells; from now on its ids are unique among them. The app may be
// running.
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { runDatabaseCommand } from './database-command.ts'
import { becomeCell } from './installation/cell.ts'

await runDatabaseCommand(async ({ sql }) => {
  const number = process.argv[2] ?? ''
  if (!/^\d{1,2}$/.test(number))
    throw new StartError('Как звать: npm run cell -- НОМЕР; у первой установки 0, у следующих — 1, 2, 3…')
  await becomeCell(sql, BigInt(number))
  console.log(`Эта установка — клетка ${number}.`)
})
