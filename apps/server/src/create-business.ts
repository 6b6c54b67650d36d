// npm run create-business -- --name … --network … --restaurant … --login … --first-name …: creates a business with its first
// restaurant and owner, without a browser. Running it again with the same network changes nothing.

import { parseArgs } from 'node:util'
import { Setup } from '@podmoga/contract/business'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Refusal } from '@podmoga/contract/refusals'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { setUpBusiness } from './business/business.module.ts'
import { runDatabaseCommand } from './database-command.ts'

const USAGE = `Как звать: npm run create-business -- --name НАЗВАНИЕ --network СЕТЬ --restaurant РЕСТОРАН --login ПОЧТА_ИЛИ_ТЕЛЕФОН --first-name ИМЯ
Пароль владельца — в переменной OWNER_PASSWORD: в списке процессов его не видно.`

const OPTIONS = {
  name: { type: 'string' },
  network: { type: 'string' },
  restaurant: { type: 'string' },
  login: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
} as const

const FIELD_OPTION: Record<string, string> = {
  business_name: '--name',
  network: '--network',
  restaurant_name: '--restaurant',
  login: '--login',
  first_name: '--first-name',
  last_name: '--last-name',
  password: 'OWNER_PASSWORD',
}

const readForm = () => {
  let values: Partial<Record<keyof typeof OPTIONS, string>>
  try {
    values = parseArgs({ options: OPTIONS }).values
  } catch {
    throw new StartError(USAGE)
  }
  const parsed = Setup.omit({ key: true }).safeParse({
    business_name: values.name,
    network: values.network,
    restaurant_name: values.restaurant,
    first_name: values['first-name'],
    last_name: values['last-name'],
    login: values.login,
    password: process.env.OWNER_PASSWORD,
    knowledge: 'empty',
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${FIELD_OPTION[String(path[0])] ?? String(path[0])}: ${message}`,
  )
  throw new StartError(`${USAGE}\n${lines.join('\n')}`)
}

await runDatabaseCommand(async (world) => {
  const form = readForm()
  try {
    await setUpBusiness(world, form, null)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'name_taken') {
      console.log(`Бизнес сети ${form.network} уже есть: ничего не изменилось.`)
      return
    }
    const lines = Object.entries(error.fields).map(
      ([name, text]) => `  ${FIELD_OPTION[name] ?? name}: ${text}`,
    )
    throw new StartError([error.message, ...lines].join('\n'))
  }
  console.log(`Готово: ${quoted(form.business_name)}, вход — ${world.config.public_url}/intranet/`)
})
