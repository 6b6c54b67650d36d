// Checks that a table has one owner, whose domain alone writes to it, that the owner erases data about people and removes
// rows of deleted tickets, and that a domain's SQL is in *.sql.ts.
import { MODULES } from '../apps/server/src/modules.ts'
import { filesOf, report, textOf } from './files.ts'
import { ownerProblems, strayStatements } from './owners/owners.ts'

const HOME = 'apps/server/src/'
const sources = filesOf('.ts')
  .filter(
    (path) =>
      path.startsWith(HOME) &&
      !/[.-]test(ing)?[.-]|\/testing[.]ts$|\/db\/(drill|releases|migrate|pooler)/.test(path),
  )
  .map((path) => [path.slice(HOME.length), textOf(path)] as const)
report('Владельцы таблиц', [
  ...ownerProblems(MODULES, textOf(`${HOME}db/schema.sql`), sources),
  ...strayStatements(sources),
])
