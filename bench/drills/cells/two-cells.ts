import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '@podmoga/sql/sql'
import { getConfig } from '../../../apps/server/src/config.ts'
import { connectToDatabase } from '../../../apps/server/src/doctor/connect-to-database.ts'
import { becomeCell } from '../../../apps/server/src/installation/cell.ts'
import { type AppProcess, ROOT, startApp } from '../../app-process.ts'

const APP_PORTS = [5492, 5493] as const
const DIRECTORY_PORT = 5494
const FRONT_PORT = 5495
/** Time limits: until a server that fills its base is ready; until the directory answers. */
const READY_MS = 180_000
const DIRECTORY_MS = 30_000

export interface TwoCells {
  /** The common address of both cells. */
  url: string
  envs: Record<string, string>[]
  databases: Sql[]
  /** The settings file of a cell for the commands. */
  settings: (at: number) => string
  /** A shell command that makes nginx route people to their present cell. */
  lead: string
  /** Errors that the servers have logged, the first of each kind. */
  errors: () => Promise<string[]>
  end: () => Promise<void>
}

const ERRORS = 5
const errorsIn = async (path: string): Promise<string[]> => {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /error|Error/.test(line))
  return lines.slice(0, ERRORS)
}

const installNginx = (): void => {
  if (existsSync('/usr/sbin/nginx')) return
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Returns the repository's example configuration with this machine's ports and without TLS. */
const frontOf = async (dir: string, map: string): Promise<string> => {
  const example = await readFile(join(ROOT, 'deploy/nginx-cells.conf'), 'utf8')
  const plain = example
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/ {4}listen 443 ssl http2;\n {4}listen .*\n/, `    listen 127.0.0.1:${FRONT_PORT};\n`)
    .replace(/ {4}ssl_.*\n/g, '')
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${APP_PORTS[0]}`)
    .replaceAll('10.0.1.11:3000', `127.0.0.1:${APP_PORTS[1]}`)
    .replaceAll('127.0.0.1:3900', `127.0.0.1:${DIRECTORY_PORT}`)
    .replaceAll('/etc/nginx/podmoga-cells.map', map)
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(dir, name)};`)
    .join(' ')
  // As root, so that its workers can write into our folders.
  return `user root; pid ${join(dir, 'nginx.pid')}; error_log ${join(dir, 'nginx.log')}; events {}\nhttp { access_log off; ${temp}\n${plain}}\n`
}

const untilAnswers = async (url: string): Promise<void> => {
  const since = performance.now()
  for (;;) {
    if (await fetch(url).catch(() => null)) return
    if (performance.now() - since > DIRECTORY_MS) throw new Error(`${url} does not answer`)
    await pause(50)
  }
}

/** Starts two installations, each with embedded PostgreSQL and a file store, and nginx and the directory in front. */
export const startTwoCells = async (root: string): Promise<TwoCells> => {
  installNginx()
  const url = `http://127.0.0.1:${FRONT_PORT}`
  const apps: AppProcess[] = []
  const closing: (() => Promise<void>)[] = []
  const children: ChildProcess[] = []
  const conf = join(root, 'nginx.conf')
  const nginx = (...more: string[]) => execFileSync('nginx', ['-c', conf, '-p', root, ...more])
  const endFront = (): void => {
    for (const child of children) child.kill()
    if (existsSync(join(root, 'nginx.pid'))) nginx('-s', 'stop')
  }
  process.once('exit', endFront)
  const dirOf = (at: number) => join(root, `cell-${at}`)
  const settings = (at: number) => join(root, `cell-${at}.env`)
  const end = async () => {
    endFront()
    process.off('exit', endFront)
    for (const close of closing) await close()
    for (const app of apps) await app.end()
  }
  try {
    const envs = APP_PORTS.map((port, at) => ({
      DATA_DIR: dirOf(at),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      SEED: at === 0 ? 'demo' : 'none',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ACCESS_TOKEN_SECONDS: '86400',
    }))
    const databases: Sql[] = []
    for (const [at, env] of envs.entries()) {
      await mkdir(env.DATA_DIR)
      // All cells have the same keys.
      if (at > 0) await copyFile(join(dirOf(0), 'secrets.json'), join(env.DATA_DIR, 'secrets.json'))
      const command = [
        '/bin/sh',
        '-c',
        `exec ${process.execPath} apps/server/src/main.ts > ${join(root, `cell-${at}.log`)} 2>&1`,
      ]
      apps.push(await startApp({ port: APP_PORTS[at] ?? 0, env, command, within_ms: READY_MS }))
      const { sql, close } = await connectToDatabase(getConfig(env), 'write')
      closing.push(close)
      databases.push(sql)
      await becomeCell(sql, BigInt(at))
      const lines = Object.entries(env).map(([name, value]) => `${name}=${value}`)
      await writeFile(settings(at), `${lines.join('\n')}\n`)
    }
    const map = join(root, 'cells.map')
    const directory = `${process.execPath} ${join(ROOT, 'apps/server/src/directory.ts')} ${settings(0)} ${settings(1)}`
    const write = `${directory} --map ${map}`
    execFileSync('/bin/sh', ['-c', write])
    await writeFile(conf, await frontOf(root, map))
    nginx()
    const [file = '', ...args] = directory.split(' ')
    children.push(spawn(file, [...args, '--port', String(DIRECTORY_PORT)], { stdio: 'ignore' }))
    await untilAnswers(`http://127.0.0.1:${DIRECTORY_PORT}/`)
    const lead = `${write} && nginx -c ${conf} -p ${root} -s reload`
    const errors = async () =>
      (await Promise.all(APP_PORTS.map((_, at) => errorsIn(join(root, `cell-${at}.log`))))).flat()
    return { url, envs, databases, settings, lead, errors, end }
  } catch (error) {
    await end()
    throw error
  }
}
