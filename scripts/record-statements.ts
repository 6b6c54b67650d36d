// Records the statements of the present code, so that the next release can be tested with them: one example of each
// statement, from the server's tests. Run once for a release (docs/releases.md); takes as long as the tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastRelease } from '../apps/server/src/db/releases/testing-releases.ts'
import { ROOT } from './files.ts'

const SERVER = join(ROOT, 'apps/server/src')
/** Tests of the layers below the domains send statements that are not the server's. */
const AREAS = ['business', 'demo', 'files', 'http', 'knowledge', 'profile', 'session', 'tickets']
const TESTS_OF_OTHERS =
  /\b(?:pg_(?!advisory_xact|notify)|schema_(?:migrations|changes)\b|information_schema\b)/

interface Recorded {
  text: string
  values: unknown[]
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the same key for a statement with one row and with several. */
const shapeOf = (text: string): string =>
  inOneLine(text.replace(/\$\d+/g, '$')).replace(
    /(\((?:\$(?:::\w+)?(?:, )?)+\))(?:, \((?:\$(?:::\w+)?(?:, )?)+\))+/g,
    '$1',
  )

const sources = (): string =>
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/test|demo|dump-schema/.test(path))
    .map((path) => inOneLine(readFileSync(join(SERVER, path), 'utf8')))
    .join('\n')

/** Whether the server sends the statement: queries of the tests themselves do not belong to a release. */
const isOurs = (text: string, code: string): boolean => {
  const written = /^(?:(insert into \w+) \("|((?:update|delete from|insert into) )")/.exec(text)
  const [head = '', ...rest] = text.split(/\$\d+(?:::\w+(?:\[\])?)?/).map((part) => part.trim())
  return (
    (head.length > 14 && code.includes(head.slice(0, 34))) ||
    [head, ...rest].some((part) => part.length >= 28 && code.includes(part.slice(0, 40))) ||
    (written !== null && code.includes(`${written[1] === undefined ? written[2] : `${written[1]} `}\${`))
  )
}

const KINDS = ['insert', 'with', 'select', 'update', 'delete']

/** Returns the shortest example of each statement; inserts come first, deletes last. */
const examplesOf = (all: readonly Recorded[]): Recorded[] => {
  const code = sources()
  const found = new Map<string, Recorded>()
  for (const { text, values } of all) {
    const line = inOneLine(text)
    const kind = line.split(' ', 1)[0] ?? ''
    if (!KINDS.includes(kind) || TESTS_OF_OTHERS.test(line) || !isOurs(line, code)) continue
    const one = { text: text.includes('--') ? text : line, values }
    const known = found.get(shapeOf(text))
    if (known === undefined || JSON.stringify(known).length > JSON.stringify(one).length)
      found.set(shapeOf(text), one)
  }
  const kindOf = ({ text }: Recorded) => KINDS.indexOf(text.trim().split(' ', 1)[0] ?? '')
  return [...found.values()].sort((one, other) => kindOf(one) - kindOf(other))
}

const heard = mkdtempSync(join(tmpdir(), 'podmoga-record-'))
const files = AREAS.map((area) => `apps/server/src/${area}/`)
spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PODMOGA_RECORD: heard },
})
const lines = readdirSync(heard).flatMap((name) => readFileSync(join(heard, name), 'utf8').trim().split('\n'))
rmSync(heard, { recursive: true })
const folder = join(SERVER, 'db/releases', lastRelease().version)
mkdirSync(folder, { recursive: true })
const examples = examplesOf(lines.map((line) => JSON.parse(line) as Recorded))
writeFileSync(join(folder, 'statements.jsonl'), examples.map((one) => `${JSON.stringify(one)}\n`).join(''))
console.log(`${examples.length} statements`)
