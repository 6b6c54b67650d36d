// Writes NOTICE: the third-party packages of the product, from the lock file and the packages' own license data;
// `--check` only reports whether it is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, report, textOf } from './files.ts'

interface Locked {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }

/** Resolves a package as Node does: in the importing package's folder or one above. */
const find = (name: string, from: string): string | undefined => {
  const above = from.split('/node_modules/').map((_, at, parts) => parts.slice(0, parts.length - at))
  return [
    ...above.map((parts) => `${parts.join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ].find((path) => path in packages)
}

// Packages that run on the server or are shipped to a browser; build and test tools are not distributed.
const WORKSPACES = [
  'apps/server',
  'apps/staff',
  'apps/desk',
  'apps/intranet',
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`),
]

const shipped = new Set<string>()
const visit = (path: string): void => {
  const entry = packages[path]
  for (const name of Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies })) {
    const found = find(name, path)
    if (found === undefined || packages[found]?.link === true || shipped.has(found)) continue
    shipped.add(found)
    visit(found)
  }
}
for (const workspace of WORKSPACES) visit(workspace)

/** Returns the line of the licence that names the copyright holder; packages for other platforms are not installed. */
const holderOf = (path: string): string => {
  const dir = join(ROOT, path)
  if (!existsSync(dir)) return ''
  const file = readdirSync(dir).find((name) => /^licen[cs]e/i.test(name))
  if (file === undefined) return ''
  const line = readFileSync(join(dir, file), 'utf8')
    .split('\n')
    .find((text) => /^\W*copyright\s+(?:\(c\)|©|\d)/i.test(text) && /\d{4}/.test(text))
  return line?.trim().replace(/^\W+/, '') ?? ''
}

const lines = [...shipped]
  .map((path) => {
    const { version = '', license = 'see the package', optional } = packages[path] ?? {}
    const name = path.split('node_modules/').at(-1) ?? ''
    return {
      name,
      optional,
      line: `${name} ${version} — ${license}`,
      holder: optional === true ? '' : holderOf(path),
    }
  })
  .sort((one, other) => (one.line < other.line ? -1 : 1))
  .map(({ line, holder }) => (holder === '' ? line : `${line}\n    ${holder}`))

const wanted = `Подмога
Made by scripts/notice.ts from the lock file.

The product includes these packages (${lines.length}), each under its own licence; their texts are in the packages.

${[...new Set(lines)].join('\n')}
`
const present = existsSync(join(ROOT, 'NOTICE')) ? textOf('NOTICE') : ''
if (process.argv.includes('--check'))
  report('NOTICE', present === wanted ? [] : ['NOTICE отстал: node scripts/notice.ts'])
else writeFileSync(join(ROOT, 'NOTICE'), wanted)
