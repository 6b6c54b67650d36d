// Runs the npm commands. Uses only built-in modules and must run on Node 20: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeIfChanged } from './if-changed.mjs'
import { keepRunning, logPlace } from './keep-running.mjs'
import { whenNpmEnds } from './when-npm-ends.mjs'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_VERSION = '24.21.0'
const APPS = ['staff', 'desk', 'intranet']

const say = (line) => process.stdout.write(`${line}\n`)
const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const running = new Set()
// When a command fails, its child processes are ended too.
process.on('exit', () => {
  for (const child of running) child.kill()
})

/** Starts a process in parallel. Resolves to its exit code. */
const beside = (args, options, listen = () => {}) =>
  new Promise((resolve) => {
    const child = spawn(args[0], args.slice(1), options)
    running.add(child)
    listen(child)
    child.on('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })

/** npm as a script, so that it can be run by whichever Node we choose. */
const npmScript = () => {
  if (process.env.npm_execpath?.endsWith('.js')) return process.env.npm_execpath
  const asked = spawnSync('npm', ['root', '-g'], { encoding: 'utf8', shell: process.platform === 'win32' })
  if (asked.status !== 0) fail('Не нашёлся npm: он ставится вместе с Node.js (https://nodejs.org).')
  return join(asked.stdout.trim(), 'npm', 'bin', 'npm-cli.js')
}

// npm's default waits (minutes without output) are too long for an interactive command.
const NPM_LIMITS = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
const NPM_WAIT_MS = 30_000
const NPM_TELL_MS = 10_000

const NPM_REASONS = [
  [/ENOTFOUND|EAI_AGAIN/, 'его имя не находится: похоже, нет сети или DNS'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'до него нет пути: похоже, нет сети или мешает прокси'],
  [/ETIMEDOUT|ERR_SOCKET_TIMEOUT|ECONNRESET|FETCH_ERROR|network/, 'он не отвечает'],
  [/E404/, 'нужного пакета в нём нет'],
  [/ENOSPC/, 'кончилось место на диске'],
  [/EACCES|EPERM|EROFS/, 'в эту папку нельзя писать'],
]

/** Runs npm, prints what it waits for while npm is silent, and ends the command with a reason if it fails. */
const npm = async (args, { what, cwd = ROOT }) => {
  const node = NODE
  const script = npmScript()
  const flags = [
    ...NPM_LIMITS,
    `--fetch-timeout=${NPM_WAIT_MS}`,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` }
  // The inner npm would warn about this setting of the outer run.
  delete env.npm_config_nodedir
  // Looked up only for a message of a wait or a failure, since it takes half a second.
  let registry
  const nameRegistry = () => {
    registry ??= spawnSync(node, [script, 'config', 'get', 'registry'], { cwd, env, encoding: 'utf8' }).stdout
    return registry?.trim() ?? ''
  }
  let words = ''
  const since = Date.now()
  const timer = setInterval(() => {
    say(`  ${what}: жду реестр npm ${nameRegistry()}, ${Math.round((Date.now() - since) / 1000)} с…`)
  }, NPM_TELL_MS)
  const code = await beside(
    [node, script, ...args, ...flags],
    { cwd, env, stdio: ['ignore', 'inherit', 'pipe'] },
    ({ stderr }) =>
      stderr.setEncoding('utf8').on('data', (chunk) => {
        words += chunk
      }),
  )
  clearInterval(timer)
  if (code === 0) return
  const [, reason] = NPM_REASONS.find(([pattern]) => pattern.test(words)) ?? []
  if (reason === undefined) fail(`${words.trim()}\nnpm не справился: ${what}.`)
  fail(
    `${words.trim()}\nНе удалось: ${what}. Реестр npm ${nameRegistry()}: ${reason}. ` +
      'Подключите сеть (или задайте npm свой реестр и прокси) и повторите команду.',
  )
}

/** Returns the Node 24 binary: the running one, or one from the packages behind the npm package `node`, fetched once. */
const node24 = async () => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const home = join(ROOT, '.runtime')
  const binary = join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const stamp = join(home, '.podmoga-node')
  // The binary is run once to check it, and not again while the file is unchanged.
  const facts = () => {
    const { size, mtimeMs, ctimeMs } = statSync(binary)
    return `${NODE_VERSION} ${size} ${mtimeMs} ${ctimeMs}`
  }
  const right = () => {
    if (!existsSync(binary)) return false
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === facts()) return true
    const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
    if (stdout?.trim() !== `v${NODE_VERSION}`) return false
    try {
      writeFileSync(stamp, facts())
    } catch {
      // A read-only installation is checked at each start.
    }
    return true
  }
  if (right()) return binary
  say(`Здесь Node ${process.versions.node}, а нужен 24: беру Node ${NODE_VERSION} из реестра npm…`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${NODE_VERSION}`]
  await npm(args, { what: `Node ${NODE_VERSION}`, cwd: home })
  if (!right())
    fail('Не удалось получить Node 24. Поставьте его сами (https://nodejs.org) и повторите команду.')
  return binary
}

/** The Node binary for all our processes. */
let NODE = process.execPath

const environment = (more = {}) => {
  const env = { ...process.env, ...more, PATH: `${dirname(NODE)}:${process.env.PATH}` }
  // The inner npm would warn about this setting of the outer run.
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

const ifChanged = makeIfChanged(ROOT)

const install = () =>
  ifChanged('node_modules/.podmoga-install', ['package.json', 'package-lock.json', '.npmrc'], () => {
    say('Устанавливаю зависимости…')
    return npm(['ci'], { what: 'зависимости' })
  })

/**
 * Gets Node 24 before it installs the dependencies: npm silently skips native packages that do not support the Node it
 * runs with, and Debian 12 has Node 18.
 */
const prepare = async () => {
  NODE = await node24()
  await install()
}

/** A build takes one core, and less memory than this. */
const BUILD_BYTES = 1e9

const build = async () => {
  const waiting = [...APPS]
  const lane = async () => {
    for (let app = waiting.shift(); app !== undefined; app = waiting.shift()) await buildApp(app)
  }
  const lanes = Math.min(availableParallelism(), Math.floor(freemem() / BUILD_BYTES))
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane))
}

const buildApp = (app) =>
  ifChanged(
    `apps/${app}/dist/.podmoga-build`,
    [`apps/${app}`, 'packages', 'package-lock.json', 'tsconfig.base.json'],
    async () => {
      say(`Собираю ${app}…`)
      const vite = ['node_modules/vite/bin/vite.js', 'build', `apps/${app}`, '--logLevel', 'warn']
      const code = await beside([NODE, ...vite], { cwd: ROOT, stdio: 'inherit', env: environment() })
      if (code !== 0) process.exit(code)
    },
  )

const demo = () => {
  const byDefault = process.env.NODE_ENV === 'production' ? 'none' : 'demo'
  // As in the server, an empty variable counts as unset.
  const demonstrates = (process.env.SEED || byDefault).split(',').includes('demo')
  if (demonstrates && process.env.NODE_ENV === 'production')
    fail(
      'SEED=demo нельзя в production: пароли демонстрации известны всем. Уберите SEED или задайте SEED=none.',
    )
  return demonstrates
}

const start = async () => {
  const demonstrates = demo()
  await prepare()
  await build()
  const env = environment({
    // Caches stripped types and compiled scripts between starts.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
    ...(demonstrates
      ? { DEV_OUTBOX: process.env.DEV_OUTBOX ?? '1', SEED: process.env.SEED || 'demo,history' }
      : {}),
  })
  const server = keepRunning({
    launch: () =>
      // Limits the young generation of the heap, which never shrinks, to 48 MB of memory instead of 100.
      spawn(NODE, ['--max-semi-space-size=16', 'apps/server/src/main.ts'], {
        cwd: ROOT,
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env,
      }),
    say: (line) => process.stderr.write(`${line}\n`),
    exit: (code) => process.exit(code),
    log_place: logPlace(),
  })
  // SIGINT, as at Ctrl-C, skips the shutdown delay: the next start waits for the port.
  whenNpmEnds(() => server.stop('SIGINT'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.stop(signal))
}

/** Makes a command that runs one of our scripts with the remaining arguments. */
const script =
  (path, needs, ...first) =>
  async () => {
    await prepare()
    if (needs === 'apps') await build()
    step([path, ...first, ...process.argv.slice(3)])
  }

const commands = {
  start,
  dev: script('scripts/dev.ts'),
  test: script('scripts/test.ts'),
  check: script('scripts/test.ts'),
  build: async () => {
    await prepare()
    await build()
  },
  bench: script('bench/run.ts', 'apps'),
  drill: script('bench/run.ts'),
  faults: script('bench/run.ts', undefined, 'faults'),
  engines: script('e2e/engines/run.ts', 'apps'),
  pictures: script('e2e/pictures/draw.ts', 'apps'),
  doctor: script('apps/server/src/doctor.ts'),
  'setup-link': script('apps/server/src/setup-link.ts'),
  'create-business': script('apps/server/src/create-business.ts'),
  operator: script('apps/server/src/make-operator.ts'),
  adopt: script('apps/server/src/adopt.ts'),
  backup: script('apps/server/src/backup.ts'),
  restore: script('apps/server/src/restore.ts'),
  move: script('apps/server/src/move.ts'),
  cell: script('apps/server/src/become-cell.ts'),
  'move-business': script('apps/server/src/move-business.ts'),
  directory: script('apps/server/src/directory.ts'),
  'import-knowledge': script('apps/server/src/import-knowledge.ts'),
  'export-knowledge': script('apps/server/src/export-knowledge.ts'),
  format: async () => {
    await prepare()
    step(['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'])
  },
}

const command = commands[process.argv[2]]
if (command === undefined) fail(`Команды: ${Object.keys(commands).join(', ')}`)
await command()
