// Checks the import rules of boundaries.ts on all of our code, bench, e2e, scripts and tools included.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { breaches } from './boundaries.ts'
import { filesOf, ROOT, report } from './files.ts'

const sourcesIn = (home: string): string[] =>
  readdirSync(join(ROOT, home)).map((name) => `${home}/${name}/src`)

/** Settings of Vite and Vitest, and tools of a package, beside its sources. */
const beside = filesOf('.ts').filter((path) =>
  /^(?:(?:apps|packages)\/[^/]+\/(?:tools\/.+|[^/]+)|[^/]+)[.]ts$/.test(path),
)
const sources = [
  ...sourcesIn('apps'),
  ...sourcesIn('packages'),
  ...beside,
  'e2e',
  'bench',
  'scripts',
  'tools',
]
const { modules, problems } = await breaches(ROOT, sources)
// Guards against a parser that reads nothing and so finds no violations.
if (modules < 500) problems.push(`прочитано только файлов: ${modules}`)
report('Границы', problems)
