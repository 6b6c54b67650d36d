// Generates docs/roles.md, the table of access rights, from the contract (`--write`), or checks that it is up to date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '../packages/contract/src/all.ts'
import type { EndpointDeclaration } from '../packages/contract/src/endpoint.ts'
import { keyScopesOf, type MAY, mayCall } from '../packages/contract/src/rights.ts'
import { filesOf, ROOT, report, textOf } from './files.ts'

const FILE = 'docs/roles.md'

/** The columns: kinds of callers, in the order of the table. */
const NAMES: Record<keyof typeof MAY, string> = {
  nobody: 'без входа',
  staff: 'сотрудник',
  manager: 'управляющий',
  agent: 'агент',
  editor: 'редактор',
  admin: 'администратор',
  operator: 'оператор',
}
const PEOPLE = Object.keys(NAMES) as (keyof typeof MAY)[]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The scopes that allow an API key; important calls need one more. */
const keyWords = (call: EndpointDeclaration): string => {
  const scopes = keyScopesOf(call).join(' / ')
  return scopes === '' || call.confirmed === undefined
    ? scopes
    : `${scopes} + roles${call.confirmed === 'always' ? '' : '?'}`
}

const table = (): string =>
  [
    row(['Вызов', 'Что делает', ...PEOPLE.map((who) => NAMES[who]), 'ключ API']),
    row(['---', '---', ...PEOPLE.map(() => ':-:'), '---']),
    ...ENDPOINTS.toSorted((a, b) =>
      a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1,
    ).map((call) =>
      row([
        `\`${call.method} ${call.path}\``,
        call.summary,
        ...PEOPLE.map((who) => (mayCall(who, call) ? '●' : '')),
        keyWords(call),
      ]),
    ),
  ].join('\n')

const wanted = `# Кто что может

Таблица сделана из контракта (\`node scripts/check-roles.ts --write\`), проверка не даёт ей отстать. У человека может быть несколько ролей: тогда ему открыто всё, что открыто каждой.

- **Сотрудник** действует внутри своих ресторанов, **управляющий** — ещё и над людьми названных ресторанов, **агент** и **редактор** — внутри бизнесов, где им дали роль, **администратор** — внутри своего бизнеса. Чужое и несуществующее неотличимы.
- Над собой и над теми, кто выше, не действует никто; последнего администратора убрать нельзя (\`business.rules.ts\`).
- Вход человека целиком — ссылку для пароля, отключение, имя и адреса по файлу, второй шаг, архив, удаление — меняет только тот, у кого есть всё, что есть у этого человека: управляющий не тронет того, кто работает ещё и не у него, а у кого есть роль в другом бизнесе, того не тронет никто (\`mayActOn\`). Свои рестораны и роли даёт и забирает каждый (\`mayChangeAccess\`).
- **Ключ API** действует только в рабочем месте, в одном бизнесе и не больше того, что может сейчас тот, кто его создал. \`+ roles\` — нужно ещё право \`roles\`; \`?\` — только когда просят роль.
- Тест обходит каждый вызов каждой ролью и ключом, в своём бизнесе и в чужом: \`http/rights.test.ts\`.

${table()}
`

/** The part after the mark is generated and checked by business/targets/targets.test.ts on a real server. */
const MARK = '<!-- rights.targets -->\n'
const [made = '', played] = filesOf('.md').includes(FILE) ? textOf(FILE).split(MARK) : []

if (process.argv.includes('--write'))
  writeFileSync(join(ROOT, FILE), played === undefined ? wanted : `${wanted}\n${MARK}${played}`)
else
  report(
    'Таблица ролей',
    made.trimEnd() === wanted.trimEnd() && played !== undefined
      ? []
      : [`${FILE} отстал от контракта: node scripts/check-roles.ts --write`],
  )
