import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../app-process.ts'

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const TOOLS = { mmdebstrap: 'mmdebstrap', 'systemd-nspawn': 'systemd-container' } as const
const BOOTED_MS = 60_000

const installTools = (): void => {
  if (process.getuid?.() !== 0) throw new Error('Нужен root: Debian ставится и поднимается целиком.')
  const missing = Object.entries(TOOLS).flatMap(([program, name]) =>
    existsSync(`/usr/bin/${program}`) ? [] : [name],
  )
  if (missing.length > 0)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
}

export interface CommandResult {
  code: number | null
  text: string
}

export interface Machine {
  root: string
  /** Runs shell lines as root. Returns the exit code and the output. */
  sh: (lines: string) => CommandResult
  /** The same; throws with the output if the exit code is not 0. */
  must: (lines: string) => string
  /** The same, asynchronously. */
  meanwhile: (lines: string) => Promise<void>
  /** Kills the machine, as a power cut does. */
  kill: () => Promise<void>
  /** Shuts the machine down; its folder stays. */
  off: () => Promise<void>
  end: () => Promise<void>
}

const NOBODY: CommandResult = { code: null, text: 'nobody is inside' }
const endedWith = (lines: string, { code, text }: CommandResult): string =>
  `${lines}\nended with ${code}:\n${text.slice(-3000)}`

/** Returns the pid of the machine's init process. */
const firstOf = (nspawn: ChildProcess): number | undefined => {
  const list = `/proc/${nspawn.pid}/task/${nspawn.pid}/children`
  const children = existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ') : []
  return Number(children[0]) || undefined
}

/** Makes a bare Debian 12 in a folder, with the sources of HEAD in /srv. */
const makeDebian = (root: string): void => {
  installTools()
  const included = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'procps', 'curl']
  const asked = ['--quiet', '--variant=minbase', `--include=${included.join(',')}`, 'bookworm', root]
  execFileSync('mmdebstrap', asked, { stdio: ['ignore', 'ignore', 'inherit'] })
  // The certificate authorities that this machine trusts, needed for the registries.
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(root, CERTIFICATES), { dereference: true })
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  mkdirSync(join(root, 'srv'), { recursive: true })
  execFileSync('git', ['clone', '-q', '--bare', ROOT, join(root, 'srv/podmoga.git')])
}

/** Boots a Debian under its own systemd, on this machine's network or in a namespace. Makes it if the folder is missing. */
export const bootDebian = async (root: string, namespace?: string): Promise<Machine> => {
  if (!existsSync(root)) makeDebian(root)
  const log = openSync(join(root, 'boot.log'), 'w')
  const boot = [
    '--quiet',
    `--directory=${root}`,
    '--register=no',
    '--keep-unit',
    '--boot',
    '--console=passive',
    ...(namespace === undefined ? [] : [`--network-namespace-path=/run/netns/${namespace}`]),
  ]
  const nspawn = spawn('systemd-nspawn', boot, { stdio: ['ignore', log, log] })
  const gone = new Promise((resolve) => nspawn.once('close', resolve))
  const kill = () => void nspawn.kill('SIGKILL')
  process.once('exit', kill)
  /** Returns the command that runs lines inside; null if the machine is down. */
  const inside = (lines: string): string[] | null => {
    const first = firstOf(nspawn)
    if (first === undefined) return null
    const enter = ['-t', String(first), '-m', '-u', '-i', '-p', '-n', '-C', '--', '/usr/bin/env', '-i']
    const env = [
      'HOME=/root',
      'LANG=C.UTF-8',
      `PATH=/usr/sbin:/usr/bin:/sbin:/bin`,
      'DEBIAN_FRONTEND=noninteractive',
    ]
    if (existsSync(CERTIFICATES)) env.push(`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`)
    return [...enter, ...env, 'bash', '-ec', `cd /\n${lines}`]
  }
  const sh = (lines: string): CommandResult => {
    const args = inside(lines)
    if (args === null) return NOBODY
    const { status, stdout, stderr } = spawnSync('nsenter', args, { encoding: 'utf8', maxBuffer: 64e6 })
    return { code: status, text: `${stdout}${stderr}`.trim() }
  }
  const meanwhile = async (lines: string): Promise<void> => {
    const args = inside(lines)
    if (args === null) throw new Error(NOBODY.text)
    const run = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [run.stdout, run.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece
      })
    const [code] = (await once(run, 'close')) as [number | null]
    if (code !== 0) throw new Error(endedWith(lines, { code, text: said }))
  }
  const machine: Machine = {
    root,
    sh,
    must: (lines) => {
      const said = sh(lines)
      if (said.code !== 0) throw new Error(endedWith(lines, said))
      return said.text
    },
    meanwhile,
    kill: async () => {
      const first = firstOf(nspawn)
      if (first !== undefined) process.kill(first, 'SIGKILL')
      kill()
      await gone
      process.off('exit', kill)
    },
    off: async () => {
      if (nspawn.exitCode === null && nspawn.signalCode === null) sh('systemctl poweroff')
      await Promise.race([gone, pause(30_000)])
      await machine.kill()
    },
    end: async () => {
      await machine.off()
      rmSync(root, { recursive: true, force: true })
    },
  }
  const since = performance.now()
  while (!['running', 'degraded'].includes(sh('systemctl is-system-running').text)) {
    if (performance.now() - since > BOOTED_MS || nspawn.exitCode !== null) {
      await machine.end()
      throw new Error('systemd не поднялся')
    }
    await pause(300)
  }
  return machine
}
