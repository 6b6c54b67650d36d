// What the npm commands call. Only Node's own modules, and only what Node 20 knows: it runs before anything is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_VERSION = '24.21.0'
const APPS = ['staff', 'desk', 'intranet']

const say = (line) => process.stdout.write(`${line}\n`)
const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** npm as a script, so that it can be run by whichever Node we choose. */
const npmScript = () => {
  if (process.env.npm_execpath?.endsWith('.js')) return process.env.npm_execpath
  const global = execFileSync('npm', ['root', '-g'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
  return join(global, 'npm', 'bin', 'npm-cli.js')
}

/** The binary of Node 24: this one, or the one that the npm package `node` is made of, fetched once. */
const node24 = () => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const home = join(ROOT, '.runtime')
  const binary = join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const right = () =>
    existsSync(binary) &&
    spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${NODE_VERSION}`
  if (right()) return binary
  say(`Здесь Node ${process.versions.node}, а нужен 24: беру Node ${NODE_VERSION} из реестра npm…`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const args = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
  ]
  const done = spawnSync(process.execPath, [npmScript(), ...args, `${name}@${NODE_VERSION}`], {
    cwd: home,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0 || !right())
    fail('Не удалось получить Node 24. Поставьте его сами (https://nodejs.org) и повторите команду.')
  return binary
}

const NODE = node24()

const environment = (more = {}) => {
  const env = { ...process.env, ...more, PATH: `${dirname(NODE)}:${process.env.PATH}` }
  // npm's own settings of the outer run would be warned about by the inner one.
  delete env.npm_config_nodedir
  return env
}

/** Runs one step; a failing step ends the command with its exit code. */
const step = (args, options = {}) => {
  const done = spawnSync(NODE, args, {
    cwd: ROOT,
    stdio: 'inherit',
    ...options,
    env: environment(options.env),
  })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

const hashOf = (paths) => {
  const hash = createHash('sha256')
  const add = (path) => {
    const facts = statSync(path)
    if (facts.isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (!['node_modules', 'dist'].includes(name)) add(join(path, name))
    } else hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) if (existsSync(join(ROOT, path))) add(join(ROOT, path))
  return hash.digest('hex')
}

/** Does the work only when what it depends on has changed since it was last done. */
const once = (stamp, sources, work) => {
  const file = join(ROOT, stamp)
  const now = hashOf(sources)
  if (existsSync(file) && readFileSync(file, 'utf8') === now) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, now)
}

const install = () =>
  once('node_modules/.podmoga-install', ['package.json', 'package-lock.json', '.npmrc'], () => {
    say('Устанавливаю зависимости…')
    step([npmScript(), 'ci', '--no-audit', '--no-fund', '--loglevel=error'])
  })

const build = () => {
  for (const app of APPS)
    once(
      `apps/${app}/dist/.podmoga-build`,
      [`apps/${app}`, 'packages', 'package-lock.json', 'tsconfig.base.json'],
      () => {
        say(`Собираю ${app}…`)
        step(['node_modules/vite/bin/vite.js', 'build', `apps/${app}`, '--logLevel', 'warn'])
      },
    )
}

const demo = () => {
  const byDefault = process.env.NODE_ENV === 'production' ? 'none' : 'demo'
  // As the server reads it: an empty variable is none.
  const demonstrates = (process.env.SEED || byDefault).split(',').includes('demo')
  if (demonstrates && process.env.NODE_ENV === 'production')
    fail(
      'SEED=demo нельзя в production: пароли демонстрации известны всем. Уберите SEED или задайте SEED=none.',
    )
  return demonstrates
}

const start = () => {
  const demonstrates = demo()
  install()
  build()
  const server = spawn(NODE, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: environment({
      // Types are stripped and scripts compiled once, not at every start.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
      ...(demonstrates ? { DEV_OUTBOX: process.env.DEV_OUTBOX ?? '1' } : {}),
    }),
  })
  // A SIGTERM to npm ends npm and its shell, and the shell tells nobody: we see only that our parent is gone.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) server.kill('SIGTERM')
    }, 500).unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
}

/** Debian's Chromium, installed when it is not there and we may. */
const browser = () => {
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
  if (process.env.CHROMIUM_PATH ?? found) return process.env.CHROMIUM_PATH ?? found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    fail('Для проверок в браузере нужен Chromium: поставьте его или задайте CHROMIUM_PATH.')
  say('Устанавливаю Chromium…')
  const apt = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], apt)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], apt)
  if (!existsSync('/usr/bin/chromium')) fail('Chromium не установился.')
  return '/usr/bin/chromium'
}

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const TYPED = [
  'packages/contract',
  'packages/search',
  'packages/ui',
  'apps/server',
  'apps/staff',
  'apps/desk',
  'apps/intranet',
  'e2e',
  'bench',
  'scripts',
]

const counts = { passed: 0, failed: 0, skipped: 0 }

const vitest = () => {
  const report = join(ROOT, 'node_modules/.podmoga-vitest.json')
  const done = spawnSync(
    NODE,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: ROOT, stdio: 'inherit', env: environment() },
  )
  if (existsSync(report)) {
    const told = JSON.parse(readFileSync(report, 'utf8'))
    counts.passed += told.numPassedTests ?? 0
    counts.failed += told.numFailedTests ?? 0
    counts.skipped += told.numPendingTests ?? 0
  }
  return done.status ?? 1
}

const playwright = () => {
  const report = join(ROOT, 'node_modules/.podmoga-playwright.json')
  const done = spawnSync(
    NODE,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: environment({ CHROMIUM_PATH: browser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    },
  )
  if (existsSync(report)) {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    counts.passed += stats.expected + stats.flaky
    if (stats.flaky > 0)
      say(`Нестойких тестов в браузере: ${stats.flaky}. Каждый — ошибка, которую надо починить.`)
    counts.failed += stats.unexpected
    counts.skipped += stats.skipped
  }
  return done.status ?? 1
}

/** Everything CI holds a change to: format, lint, types, the house's own rules, every test. */
const test = () => {
  install()
  step([BIOME, 'ci', '.'])
  for (const part of TYPED) step(['node_modules/typescript/bin/tsc', '--noEmit', '-p', part])
  for (const check of ['boundaries', 'sizes', 'tests', 'texts', 'floors']) step([`scripts/check-${check}.ts`])
  step(['scripts/settings-table.ts', '--check'])
  build()
  // Both, whatever the first says: one run tells everything.
  const statuses = [vitest(), playwright()]
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  process.exit(statuses.find((status) => status !== 0) ?? 0)
}

const commands = {
  start,
  test,
  build: () => {
    install()
    build()
  },
  check: test,
  bench: () => {
    install()
    build()
    step(['bench/run.ts', ...process.argv.slice(3)])
  },
  doctor: () => {
    install()
    step(['apps/server/src/doctor.ts', ...process.argv.slice(3)])
  },
  'import-knowledge': () => {
    install()
    step(['apps/server/src/import-knowledge.ts', ...process.argv.slice(3)])
  },
  'export-knowledge': () => {
    install()
    step(['apps/server/src/export-knowledge.ts', ...process.argv.slice(3)])
  },
  format: () => {
    install()
    step([BIOME, 'check', '--write', '.'])
  },
}

const command = commands[process.argv[2]]
if (command === undefined) fail(`Команды: ${Object.keys(commands).join(', ')}`)
command()
