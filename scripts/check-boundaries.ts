// Who may import whom (ARCHITECTURE.md). Domains are read from the folders, so a new one is guarded from its first day.
import { readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { filesOf, ROOT, report, textOf } from './files.ts'

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

// Folders of a floor that are no domain: the composing one, and the ones below every domain.
const COMPOSERS = new Set(['app'])
const SHARED = new Set(['lib', 'http', 'files', 'db', 'ports'])

/** "from → to" pairs that are allowed though domains do not import each other. */
const EXCEPTIONS = new Set([
  'apps/server: profile → session',
  'apps/server: business → session',
  'apps/server: business → profile',
])

const FLOORS = ['apps/staff', 'apps/desk', 'apps/intranet', 'apps/server']
const isTest = (path: string): boolean => /\.(test|spec|testing)\.tsx?$/.test(path)

const domainsOf = (floor: string): Set<string> =>
  new Set(
    readdirSync(join(ROOT, floor, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !COMPOSERS.has(entry.name) && !SHARED.has(entry.name))
      .map((entry) => entry.name),
  )

const problems: string[] = []
const sources = filesOf('.ts', '.tsx')

for (const path of sources) {
  const floor = FLOORS.find((candidate) => path.startsWith(`${candidate}/src/`))
  const home = floor ?? path.split('/').slice(0, 2).join('/')
  const room = floor === undefined ? undefined : path.slice(`${floor}/src/`.length).split('/')[0]
  for (const [, target = ''] of textOf(path).matchAll(IMPORT)) {
    const say = (why: string) => problems.push(`${path} → ${target}: ${why}`)
    if (target.startsWith('@podmoga/')) {
      const name = target.split('/')[1] ?? ''
      if (['staff', 'desk', 'intranet'].includes(name)) say('приложения никто не импортирует')
      if (name === 'server' && !(isTest(path) || home.startsWith('e2e') || home.startsWith('bench')))
        say('server/testing — только для тестов')
      if (home.startsWith('packages/')) say('contract, ui и search не импортируют ничего нашего')
      if (floor === 'apps/server' && name === 'ui') say('серверу доступны только contract и search')
      if (name === 'search' && floor !== 'apps/server' && !home.startsWith('bench'))
        say('поиском владеет сервер')
      continue
    }
    if (!target.startsWith('.')) continue
    const resolved = normalize(join(dirname(path), target))
    if (
      !resolved.startsWith(`${home}/`) &&
      !path.startsWith('scripts/') &&
      !path.startsWith('e2e/') &&
      !path.startsWith('bench/')
    ) {
      if (path.includes('/')) say('соседний пакет импортируют по имени')
      continue
    }
    if (floor === undefined || room === undefined || isTest(path)) continue
    const other = resolved.slice(`${floor}/src/`.length).split('/')[0] ?? ''
    if (other === room || other.includes('.')) continue
    const domains = domainsOf(floor)
    const pair = `${floor}: ${room} → ${other}`
    if (SHARED.has(room) && domains.has(other)) say(`${room} лежит ниже доменов`)
    if (SHARED.has(room) && COMPOSERS.has(other)) say(`${room} лежит ниже app`)
    if (domains.has(room) && COMPOSERS.has(other)) say('app лежит выше доменов')
    if (domains.has(room) && domains.has(other) && !EXCEPTIONS.has(pair))
      say('домены не импортируют друг друга')
  }
}
report('Границы', problems)
