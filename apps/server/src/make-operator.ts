// npm run operator -- ПОЧТА_ИЛИ_ТЕЛЕФОН [--remove]: makes a person an operator of the installation. This cannot be done in a
// browser.
import { parseArgs } from 'node:util'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { setOperator } from './business/business.module.ts'
import { runDatabaseCommand } from './database-command.ts'
import { loginOf } from './session/session.module.ts'

const USAGE = 'Как звать: npm run operator -- ПОЧТА_ИЛИ_ТЕЛЕФОН, а чтобы убрать — ещё --remove'

const read = (): { login: string; remove: boolean } => {
  try {
    const { values, positionals } = parseArgs({
      options: { remove: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [login] = positionals
    if (login !== undefined && positionals.length === 1) return { login, remove: values.remove }
  } catch {
    // handled below
  }
  throw new StartError(USAGE)
}

await runDatabaseCommand(async ({ sql, clock }) => {
  const { login, remove } = read()
  const who = await setOperator(sql, { ...loginOf(login), remove, now: clock.now() })
  if (who === null) throw new StartError(`Никого с таким входом нет: ${login}`)
  console.log(remove ? `${login} больше не оператор установки.` : `${login} — оператор установки.`)
})
