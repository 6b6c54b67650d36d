// Checks that a table has one owner, whose domain alone writes to it, and that the owner erases data about people and
// removes rows of deleted tickets.
import { MODULES } from '../apps/server/src/modules.ts'
import { filesOf, report, textOf } from './files.ts'
import { ownerProblems } from './owners/owners.ts'

const HOME = 'apps/server/src/'
const sources = filesOf('.ts')
  .filter(
    (path) =>
      path.startsWith(HOME) &&
      !/[.-]test(ing)?[.-]|\/testing[.]ts$|\/db\/(drill|releases|migrate|pooler)/.test(path),
  )
  .map((path) => [path.slice(HOME.length), textOf(path)] as const)
report('Владельцы таблиц', ownerProblems(MODULES, textOf(`${HOME}db/schema.sql`), sources))
