// npm test: all checks of CI. `-- FILE…` runs only these tests, `-- --times` prints the time of each part.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { getChromium } from '../tools/find-chromium.ts'
import { pace } from '../tools/pace.ts'
import startCluster from '../vitest.global.ts'
import { ROOT } from './files.ts'
import { addTimes, tellTimes, timed } from './times.ts'

const { values: options, positionals } = parseArgs({
  options: { times: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const KNIP = 'node_modules/knip/bin/knip.js'
const TSC = 'node_modules/typescript/bin/tsc'
const REPORTS = {
  vitest: join(ROOT, 'node_modules/.podmoga-vitest.json'),
  playwright: join(ROOT, 'node_modules/.podmoga-playwright.json'),
}
const NO_BROWSER =
  'Chromium не нашёлся и не ставится: тесты в браузере не пойдут. Поставьте его (apt install chromium) ' +
  'или задайте CHROMIUM_PATH; остальное проверяется сейчас.'

const counts = { passed: 0, failed: 0, skipped: 0 }

const optionsOf = (env: Record<string, string> = {}) => ({
  cwd: ROOT,
  env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
})

/** Runs one check; a failure ends the command. */
const step = (name: string, ...args: string[]): void => {
  const status = timed(
    name,
    () => spawnSync(process.execPath, args, { ...optionsOf(), stdio: 'inherit' }).status,
  )
  if (status !== 0) process.exit(status ?? 1)
}

const NODE_SETTINGS = {
  // The server is started dozens of times: caches stripped types and compiled scripts.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
  // Tests create many short-lived objects: a larger young generation needs fewer collections.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim(),
}

/** Runs one of the test programs; with `inOnePiece` its output is printed when it ends, not mixed with other output. */
const run = async (args: string[], env: Record<string, string>, inOnePiece = false): Promise<number> => {
  const child = spawn(process.execPath, args, {
    ...optionsOf({ ...NODE_SETTINGS, ...env }),
    stdio: ['inherit', inOnePiece ? 'pipe' : 'inherit', inOnePiece ? 'pipe' : 'inherit'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const stop = () => child.kill()
  process.once('exit', stop)
  const [status] = (await once(child, 'close')) as [number | null]
  process.off('exit', stop)
  process.stdout.write(Buffer.concat(said))
  return status ?? 1
}

const reportOf = (path: string) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** `isBeside`: the browser tests run at the same time. */
const vitest = async (files: string[], isBeside: boolean): Promise<number> => {
  rmSync(REPORTS.vitest, { force: true })
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.vitest}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...report, ...files]
  const status = await timed('server and unit tests', () => run(args, {}, isBeside))
  const told = reportOf(REPORTS.vitest)
  counts.passed += told?.numPassedTests ?? 0
  counts.failed += told?.numFailedTests ?? 0
  counts.skipped += told?.numPendingTests ?? 0
  return status
}

const playwright = async (files: string[]): Promise<number> => {
  rmSync(REPORTS.playwright, { force: true })
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']
  const status = await timed('browser tests', () =>
    run([...args, '--reporter=list,json', ...files], { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORTS.playwright }),
  )
  const stats = reportOf(REPORTS.playwright)?.stats
  counts.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  counts.failed += stats?.unexpected ?? 0
  counts.skipped += stats?.skipped ?? 0
  if (stats?.flaky > 0)
    console.log(`Нестойких тестов в браузере: ${stats.flaky}. Каждый — ошибка, которую надо починить.`)
  return status
}

/** Prints the totals and ends the command. */
const end = (statuses: number[]): never => {
  if (options.times) {
    addTimes(reportOf(REPORTS.vitest), reportOf(REPORTS.playwright))
    tellTimes()
  }
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exit(statuses.find((status) => status !== 0) ?? 0)
}

const namesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).sort()

/** At most this many checks at once, since each may take a gigabyte. */
const LANES_MAX = 4

/** The build and every check, the longest first. */
const checks = (): (readonly [name: string, ...args: string[]])[] => {
  // Projects with the same sources and settings are checked as one program: the browser apps; the server, bench, e2e, scripts
  // and tools.
  const parts = namesIn('packages')
    .map((name) => `packages/${name}`)
    .filter((part) => existsSync(join(ROOT, part, 'tsconfig.json')))
    .concat('tsconfig.apps.json', 'e2e')
  const rules = namesIn('scripts').filter((name) => /^check-.*(?<!\.test)\.ts$/.test(name))
  return [
    ['build', 'scripts/run.mjs', 'build'],
    ['format and lint', BIOME, 'ci', '.'],
    ['unused', KNIP, '--no-progress'],
    // Several checkers in one project would each check the same types: twice the work of one.
    ...parts.toReversed().map((part) => ['types', TSC, '--noEmit', '--checkers', '1', '-p', part] as const),
    ...rules.map((check) => ['house rules', `scripts/${check}`] as const),
    ['house rules', 'scripts/settings-table.ts', '--check'],
  ]
}

/** Runs all checks, as many at once as there are cores; the first failure ends the command. */
const checkEverything = async (): Promise<void> => {
  const waiting = checks()
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, ...args] = next
      const status = await timed(name, () => run(args, {}, true))
      if (status !== 0) process.exit(status)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES_MAX, availableParallelism()) }, lane))
}

/** Runs the named tests, split into server and browser tests. */
const some = async (named: string[]): Promise<number[]> => {
  // npm changes to the root, but the paths are relative to the user's folder.
  const from = process.env.INIT_CWD ?? process.cwd()
  const files = named.map((name) => {
    const path = isAbsolute(name) ? name : join(from, name)
    return existsSync(path) ? relative(ROOT, path) : name
  })
  const browser = files.filter((file) => file.includes('.spec') || file.startsWith('e2e'))
  const server = files.filter((file) => !browser.includes(file))
  const canBrowse = browser.length === 0 || getChromium() !== undefined
  if (!canBrowse) console.error(NO_BROWSER)
  else if (browser.length > 0) step('build', 'scripts/run.mjs', 'build')
  const statuses = [server.length > 0 ? await vitest(server, false) : 0]
  if (browser.length > 0) statuses.push(canBrowse ? await playwright(browser) : 1)
  return statuses
}

const everything = async (): Promise<number[]> => {
  // Fetched while the checks run. A missing browser is reported at once, not after ten minutes.
  const fetched = run(['tools/get-chromium.ts'], {}).then((status) => {
    if (status !== 0) console.error(NO_BROWSER)
  })
  await Promise.all([checkEverything(), fetched])
  const chromium = getChromium()
  const stopCluster = await startCluster()
  // The cluster is in its own session, so terminal signals do not reach it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopCluster().finally(() => process.exit(1)))
  // Runs both even if one fails, to report everything, and in parallel, since each spends much of its time waiting.
  const statuses = await Promise.all([
    vitest([], chromium !== undefined),
    chromium === undefined ? Promise.resolve(1) : playwright([]),
  ])
  await stopCluster()
  if (chromium === undefined) console.error(NO_BROWSER)
  return statuses
}

const factor = pace()
if (factor > 1.5) console.log(`Машина сейчас медленнее обычной: сроки тестов умножены на ${factor}.`)
end(await (positionals.length > 0 ? some(positionals) : everything()))
