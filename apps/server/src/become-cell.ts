// npm run cell -- NUMBER: this installation is one of several; its ids are its own from now on. The app may be running.
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
