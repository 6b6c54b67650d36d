// A table has one owner: only files of its domain write it. What it keeps of people is forgotten by it, what it keeps of
// tickets goes with them.
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
