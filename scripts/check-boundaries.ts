// Who may import whom: the rules of boundaries.ts over everything that we write, bench, e2e, scripts and tools included.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { breaches } from './boundaries.ts'
import { ROOT, report } from './files.ts'

const sourcesIn = (home: string): string[] =>
  readdirSync(join(ROOT, home)).map((name) => `${home}/${name}/src`)

const sources = [...sourcesIn('apps'), ...sourcesIn('packages'), 'e2e', 'bench', 'scripts', 'tools']
const { modules, problems } = await breaches(ROOT, sources)
// A parser that understood nothing would find nothing wrong.
if (modules < 500) problems.push(`прочитано только файлов: ${modules}`)
report('Границы', problems)
