// Writes the table of settings in README.ru.md from the config schemas; `--check` only reports whether it is up to date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CONFIG_PARTS } from '../apps/server/src/config.ts'
import type { ConfigPart } from '../apps/server/src/config-part.ts'
import { ROOT, report, textOf } from './files.ts'

const FILE = 'README.ru.md'
const OPEN = '<!-- settings -->'
const CLOSE = '<!-- /settings -->'

const defaultOf = (schema: z.ZodType): string => {
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    default?: unknown
  }
  return value === undefined || value === '' ? '—' : `\`${String(value)}\``
}

const rows = (part: ConfigPart): string[] =>
  Object.entries(part).map(
    ([name, { doc, schema }]) => `| \`${name}\` | ${doc.replaceAll('|', '\\|')} | ${defaultOf(schema)} |`,
  )

const table = (): string =>
  Object.entries(CONFIG_PARTS)
    .map(([title, part]) =>
      [`### ${title}`, '', '| Переменная | Что значит | По умолчанию |', '|---|---|---|', ...rows(part)].join(
        '\n',
      ),
    )
    .join('\n\n')

const readme = textOf(FILE)
const [before = '', rest = ''] = readme.split(OPEN)
const after = rest.split(CLOSE)[1] ?? ''
const wanted = `${before}${OPEN}\n${table()}\n${CLOSE}${after}`

if (process.argv.includes('--check'))
  report('Таблица настроек', readme === wanted ? [] : [`${FILE} отстал: node scripts/settings-table.ts`])
else writeFileSync(join(ROOT, FILE), wanted)
