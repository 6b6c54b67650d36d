import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../../app-process.ts'
import { type Bench, say } from '../../bench.ts'
import { show } from '../../lib/numbers.ts'
import { table } from '../../report.ts'
import { openDatabase } from '../faults/database.ts'
import { type Built, buildImage, installTools } from './build-image.ts'

const PORT = 5497
const DATABASE_PORT = 5498
const USER = '10001'
const MOST_BYTES = 250e6
const READY_MS = 120_000

/**
 * Runs it as a runtime does with `--read-only --cap-drop ALL --security-opt no-new-privileges --user`: separate mounts, a
 * read-only root, and tmpfs for the volume and the tmpfs of compose.yaml. Processes and network are shared with the machine.
 */
const INSIDE = `set -e
mount --bind "$1" "$1"; cd "$1"
mount -t proc proc proc; mount --rbind /dev dev
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o uid=${USER},gid=${USER},mode=0711 tmpfs var/lib/podmoga
mount -o remount,bind,ro "$1"
shift
workdir=$1; shift
exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid unshare --root=. --wd="$workdir" --setgid=${USER} --setuid=${USER} -- "$@"`

const run = (
  { dir, workdir }: Built,
  env: Record<string, string>,
  ...command: readonly string[]
): ChildProcess =>
  spawn('unshare', ['--mount', 'sh', '-c', INSIDE, 'sh', dir, workdir, ...command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', (code) => resolve(code)))

/** The command of compose.yaml's health check. */
const healthCheck = (): string[] => {
  const text = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8')
  const [, words = ''] =
    /healthcheck: \{ test: \[("CMD", "\/usr\/local\/bin\/node".*?)\], interval/.exec(text) ?? []
  const [, ...command] = JSON.parse(`[${words}]`) as string[]
  if (command.length === 0) throw new Error('compose.yaml has no health check of the server')
  return command
}

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8')
const field = (status: string, name: string): string =>
  new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '?'

/** Lints the other deployment files with the tools that are installed, and names missing tools. */
const lint = (): string[][] =>
  [
    ['docker-compose config', 'docker-compose', ['-f', 'deploy/compose.yaml', 'config', '--quiet']],
    ['helm lint --strict', 'helm', ['lint', '--strict', 'deploy/helm', '-f', 'deploy/helm/example.yaml']],
  ].map(([name, program, args]) => {
    const { status, error } = spawnSync(String(program), args as string[], { cwd: ROOT, stdio: 'ignore' })
    return [
      String(name),
      error === undefined ? (status === 0 ? 'без замечаний' : 'нашёл ошибку') : 'нет здесь',
    ]
  })

const WRITE = `require('node:fs').writeFileSync('/app/x', '')`

const play = async (built: Built): Promise<string[][]> => {
  const env = {
    ...{ NODE_ENV: 'production', DATA_DIR: '/var/lib/podmoga', PORT: String(PORT) },
    ...{
      PUBLIC_URL: `http://localhost:${PORT}`,
      DATABASE_URL: `postgres://app@127.0.0.1:${DATABASE_PORT}/app`,
    },
  }
  for (const name of ['proc', 'dev']) mkdirSync(join(built.dir, name), { recursive: true })
  const start = performance.now()
  const server = run(built, env, ...built.entrypoint)
  let words = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-3000)
    })
  const gone = ended(server)
  try {
    const check = healthCheck()
    while ((await ended(run(built, env, ...check))) !== 0) {
      if (performance.now() - start > READY_MS || server.exitCode !== null) throw new Error(words)
      await pause(200)
    }
    const ready = performance.now() - start
    const page = await fetch(`http://127.0.0.1:${PORT}/`)
    const status = statusOf(server.pid ?? 0)
    const writes = await ended(run(built, env, '/usr/local/bin/node', '-e', WRITE))
    const stopped = performance.now()
    server.kill('SIGTERM')
    const code = await gone
    return [
      ['запущено', built.entrypoint.join(' ')],
      ['проверка здоровья из compose.yaml впервые 0, с', show(ready / 1000, 1)],
      ['первая страница', String(page.status)],
      ['память процесса, МБ', show(Number(field(status, 'VmRSS')) / 1024)],
      [
        'пользователь, права (CapEff), no_new_privs',
        ['Uid', 'CapEff', 'NoNewPrivs'].map((name) => field(status, name)).join(', '),
      ],
      ['запись в свой корень', writes === 0 ? '**удалась**' : 'отказано'],
      ['SIGTERM: код, с', `${code}, ${show((performance.now() - stopped) / 1000, 1)}`],
    ]
  } finally {
    server.kill('SIGKILL')
  }
}

/** Builds the container image and runs it with minimal privileges. Measures its size and checks that it works. */
export const image: Bench = {
  name: 'image',
  title: 'Образ контейнера: сборка, размер, запуск',
  run: async () => {
    installTools()
    const root = await mkdtemp(join(tmpdir(), 'podmoga-image-'))
    execFileSync('chmod', ['755', root])
    mkdirSync(join(root, 'database'))
    let database: ReturnType<typeof openDatabase> | undefined
    try {
      const built = await buildImage(root)
      const { bytes, base } = built
      say(`собран: ${show(bytes / 1e6)} МБ`)
      database = openDatabase(join(root, 'database'), DATABASE_PORT)
      const rows = await play(built)
      const size = `${show(bytes / 1e6)}${bytes > MOST_BYTES ? ', **больше 250**' : ''}`
      return table(
        ['Образ', 'итог'],
        [['основа', base], ['размер, МБ (не больше 250)', size], ...rows, ...lint()],
      )
    } finally {
      database?.stop()
      await rm(root, { recursive: true, force: true })
    }
  },
}
