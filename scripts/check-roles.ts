// Who may call what, drawn from the contract: docs/roles.md is what `--write` makes of it, and nothing else.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '../packages/contract/src/all.ts'
import type { Auth } from '../packages/contract/src/endpoint.ts'
import { filesOf, ROOT, report, textOf } from './files.ts'

const FILE = 'docs/roles.md'

/** The columns: who somebody is, and which kinds of calls are open to them. */
const PEOPLE: readonly { name: string; may: readonly Auth[] }[] = [
  { name: 'без входа', may: ['public'] },
  { name: 'сотрудник', may: ['public', 'person', 'staff'] },
  { name: 'управляющий', may: ['public', 'person', 'staff', 'manager'] },
  { name: 'агент', may: ['public', 'person', 'agent'] },
  { name: 'редактор', may: ['public', 'person', 'editor'] },
  { name: 'администратор', may: ['public', 'person', 'manager', 'admin'] },
  { name: 'оператор', may: ['public', 'person', 'operator'] },
]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (): string =>
  [
    row(['Вызов', 'Что делает', ...PEOPLE.map(({ name }) => name)]),
    row(['---', '---', ...PEOPLE.map(() => ':-:')]),
    ...ENDPOINTS.toSorted((a, b) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1,
    ).map(({ method, path, summary, auth }) =>
      row([`\`${method} ${path}\``, summary, ...PEOPLE.map(({ may }) => (may.includes(auth) ? '●' : ''))]),
    ),
  ].join('\n')

const wanted = `# Кто что может

Таблица сделана из контракта (\`node scripts/check-roles.ts --write\`), проверка не даёт ей отстать. У человека может быть несколько ролей: тогда ему открыто всё, что открыто каждой.

- **Сотрудник** действует внутри своих ресторанов, **управляющий** — ещё и над людьми названных ресторанов, **агент** и **редактор** — внутри бизнесов, где им дали роль, **администратор** — внутри своего бизнеса. Чужое и несуществующее неотличимы.
- Над собой и над теми, кто выше, не действует никто; последнего администратора убрать нельзя (\`business.rules.ts\`).
- Тест обходит каждый вызов каждой ролью: \`session.identify.test.ts\`, \`business.people.test.ts\`.

${table()}
`

if (process.argv.includes('--write')) writeFileSync(join(ROOT, FILE), wanted)
else
  report(
    'Таблица ролей',
    filesOf('.md').includes(FILE) && textOf(FILE) === wanted
      ? []
      : [`${FILE} отстал от контракта: node scripts/check-roles.ts --write`],
  )
