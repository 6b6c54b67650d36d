import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pause } from './engine.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const DRIVER = '/usr/bin/WebKitWebDriver'
const BROWSERS = ['4.1', '6.0', '4.0'].map(
  (version) =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
)
const SCREEN = '/usr/bin/Xvfb'
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

const there = (paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))

export interface Found {
  firefox: string
  driver: string
  browser: string
  screen: string
}

const find = (): Found | null => {
  const [firefox, browser] = [there(FIREFOX), there(BROWSERS)]
  if (firefox === undefined || browser === undefined) return null
  return existsSync(DRIVER) && existsSync(SCREEN)
    ? { firefox, driver: DRIVER, browser, screen: SCREEN }
    : null
}

/** Finds both engines and an X server, or installs them from Debian as root. Throws with instructions if it cannot. */
export const installEngines = (): Found => {
  const found = find()
  if (found !== null) return found
  const how = `поставьте их сами: apt-get install ${PACKAGES.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`Нужны ${PACKAGES.join(', ')}, а ставить их отсюда нельзя (нужны Debian и root): ${how}`)
  console.log(`Ставлю ${PACKAGES.join(', ')} из Debian…`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const apt = ['-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  spawnSync('apt-get', ['update', ...apt], options)
  spawnSync('apt-get', ['install', '-y', ...apt, '--no-install-recommends', ...PACKAGES], options)
  const installed = find()
  if (installed === null) throw new Error(`Браузеры не поставились: ${how}`)
  return installed
}

/** Starts a virtual screen. Returns its display name and a function that ends it. */
export const openScreen = async (path: string): Promise<{ display: string; close: () => void }> => {
  for (let number = 90 + (process.pid % 100); ; number += 1) {
    if (existsSync(`/tmp/.X11-unix/X${number}`)) continue
    const child = spawn(path, [`:${number}`, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: 'ignore',
    })
    const close = () => void child.kill()
    process.once('exit', close)
    for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
      if (existsSync(`/tmp/.X11-unix/X${number}`)) return { display: `:${number}`, close }
      await pause(50)
    }
    if (child.exitCode === null) throw new Error('Xvfb не открыл экран')
  }
}
