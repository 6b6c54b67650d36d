// etcd, Patroni and HAProxy of Debian, set up as an operator would: three PostgreSQL servers on this machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signalFamily } from '../app-process.ts'

const PROGRAMS = { etcd: '/usr/bin/etcd', patroni: '/usr/bin/patroni', haproxy: '/usr/sbin/haproxy' }
const PACKAGES = ['etcd-server', 'patroni', 'haproxy', 'postgresql', 'python3-etcd', 'python3-psycopg2']
const NAMES = ['pg1', 'pg2', 'pg3'] as const
const FIRST_PORT = 5500

/** Patroni's times in seconds: a machine that dies silently is replaced after at most `ttl` plus `loop_wait`. */
export const TIMES = { loop_wait: 2, retry_timeout: 4 }

/** Installs missing Debian packages. */
export const installPrograms = (): void => {
  if (process.getuid?.() !== 0) throw new Error('Нужен root: PostgreSQL и Patroni идут от postgres.')
  const isHere = () => Object.values(PROGRAMS).every(existsSync) && existsSync('/usr/lib/postgresql')
  if (isHere()) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], options)
  // Debian starts its own instances; ours run separately on other ports.
  for (const unit of ['etcd', 'patroni', 'haproxy'])
    spawnSync('systemctl', ['stop', unit], { stdio: 'ignore' })
  if (!isHere()) throw new Error(`Не поставилось: apt-get install ${PACKAGES.join(' ')}.`)
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

export interface Node {
  name: string
  /** Port of PostgreSQL. */
  port: number
  /** Port of Patroni's REST API. */
  rest: number
  pid: () => number
  /** Its configuration, for patronictl. */
  file: string
  /** Pid of the postmaster; undefined if PostgreSQL does not run. */
  postgres: () => number | undefined
  start: () => void
}

export interface HighAvailability {
  nodes: readonly Node[]
  /** Port of the proxy to the present primary. */
  proxy_port: number
  leader: () => Promise<Node | undefined>
  /** The synchronous standby, which has all acknowledged writes. */
  standby: () => Promise<Node | undefined>
  /** Waits until all three work, one of them as the synchronous standby. */
  whole: (within_s: number) => Promise<void>
  sql: (query: string, database?: string) => Promise<void>
  /** The answer of each server and the logs, for diagnosing a failure. */
  tellOf: (query: string, database: string) => string
  /** `keeps`: keeps the folder with logs and data, and prints its path. */
  end: (keeps?: boolean) => void
}

// Uses etcd's v2 API: with `etcd3`, Patroni 3.0.2 of Debian 12 lets a leader that was frozen take its key back from its
// successor. Fixed in Patroni 3.0.3 (patroni#2689, #2693).
const patroniYaml = (root: string, bin: string, at: number, ttl: number): string => {
  const port = FIRST_PORT + at
  const rest = FIRST_PORT + 10 + at
  return `scope: podmoga
name: ${NAMES[at]}
restapi: { listen: "127.0.0.1:${rest}", connect_address: "127.0.0.1:${rest}" }
etcd: { host: "127.0.0.1:${FIRST_PORT + 20}" }
bootstrap:
  dcs:
    ttl: ${ttl}
    loop_wait: ${TIMES.loop_wait}
    retry_timeout: ${TIMES.retry_timeout}
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: { wal_log_hints: "on", max_connections: 100, max_wal_senders: 10, wal_keep_size: "256MB" }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  basebackup: [ { checkpoint: fast } ]
  data_dir: ${root}/${NAMES[at]}
  bin_dir: ${bin}
  parameters: { unix_socket_directories: "${root}" }
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
  authentication: { superuser: { username: postgres }, replication: { username: replicator }, rewind: { username: postgres } }
`
}

/** As in docs/operations/failover.md: asks Patroni for the primary, and closes sessions to a server that is not. */
const haproxyConf = (port: number): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${NAMES.map((name, at) => `  server ${name} 127.0.0.1:${FIRST_PORT + at} check port ${FIRST_PORT + 10 + at}`).join('\n')}
`

const QUESTIONS = [
  'select application_name, state, sync_state, sent_lsn, replay_lsn from pg_stat_replication',
  'select slot_name, active, restart_lsn, wal_status from pg_replication_slots',
  'select status, sender_port, received_tli, flushed_lsn from pg_stat_wal_receiver',
  'select pg_is_in_recovery(), timeline_id, checkpoint_lsn from pg_control_checkpoint()',
  `select name, setting from pg_settings where name in ('synchronous_standby_names', 'primary_conninfo')`,
]

const outputOf = (file: string, args: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 5000 })
  return `${stdout}${stderr}`.trim()
}

const answersOf = (nodes: readonly Node[], question: string, database = 'postgres'): string[] =>
  nodes.map(({ name, port }) => {
    const args = [
      '-XAt',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-d',
      database,
      '-c',
      question,
    ]
    return `${name}: ${question}\n${outputOf('psql', args)}`
  })

/** Explains why a cluster is incomplete: the state of each server and etcd, and the ends of the logs. The folder is removed. */
const explainState = (nodes: readonly Node[], root: string): string =>
  [
    ...QUESTIONS.flatMap((question) => answersOf(nodes, question)),
    ...nodes.map(({ name }) => `${name}.log\n${outputOf('tail', ['-n', '60', join(root, `${name}.log`)])}`),
    ...['etcd', 'haproxy'].map(
      (name) => `${name}.log\n${outputOf('tail', ['-n', '15', join(root, `${name}.log`)])}`,
    ),
  ].join('\n\n')

/** Reads the state of the members from Patroni. */
const makeWatch = (
  nodes: readonly Node[],
  root: string,
): Pick<HighAvailability, 'whole' | 'leader' | 'standby'> => {
  const members = async (): Promise<Member[]> => {
    for (const { rest } of nodes) {
      // The timeout also covers a server that is frozen in the middle of its answer.
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1000) })
        .then((response) => response.json() as Promise<{ members?: Member[] }>)
        .catch(() => null)
      if (answer?.members !== undefined) return answer.members
    }
    return []
  }
  const whole = async (within_s: number): Promise<void> => {
    for (let left = within_s * 2; left > 0; left -= 1) {
      const all = await members()
      const works = all.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = works.map(({ role }) => role)
      const [timeline] = works.map((one) => one.timeline)
      const same = works.every((one) => one.timeline === timeline)
      if (works.length === NAMES.length && same && roles.includes('leader') && roles.includes('sync_standby'))
        return
      await pause(500)
    }
    process.stderr.write(`${explainState(nodes, root)}\n`)
    throw new Error(`the cluster is not whole within ${within_s} s: ${JSON.stringify(await members())}`)
  }
  const who = async (wanted: string): Promise<Node | undefined> => {
    const found = (await members()).find(
      ({ role, state }) => role === wanted && (state === 'running' || state === 'streaming'),
    )
    return nodes.find(({ name }) => name === found?.name)
  }
  return { whole, leader: () => who('leader'), standby: () => who('sync_standby') }
}

/** Starts etcd, three servers under Patroni, and HAProxy. */
export const startPatroni = async (ttl: number): Promise<HighAvailability> => {
  const root = mkdtempSync(join(tmpdir(), 'podmoga-failover-'))
  const postgresId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const own = (path: string) => chownSync(path, postgresId('-u'), postgresId('-g'))
  own(root)
  chmodSync(root, 0o755)
  const version = readdirSync('/usr/lib/postgresql').sort().at(-1)
  const bin = `/usr/lib/postgresql/${version}/bin`
  const children = new Set<ChildProcess>()
  const run = (name: string, command: readonly string[]): ChildProcess => {
    const log = openSync(join(root, `${name}.log`), 'a')
    const child = spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...command], {
      cwd: root,
      stdio: ['ignore', log, log],
      env: { PATH: `${bin}:/usr/bin:/bin`, HOME: root },
    })
    children.add(child)
    return child
  }
  mkdirSync(join(root, 'etcd'))
  own(join(root, 'etcd'))
  const client = `http://127.0.0.1:${FIRST_PORT + 20}`
  const peer = `http://127.0.0.1:${FIRST_PORT + 21}`
  run('etcd', [
    PROGRAMS.etcd,
    ...['--data-dir', join(root, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `default=${peer}`, '--enable-v2'],
  ])
  await pause(1500)

  const nodes = NAMES.map((name, at): Node => {
    const file = join(root, `${name}.yml`)
    writeFileSync(file, patroniYaml(root, bin, at, ttl))
    let child: ChildProcess | undefined
    return {
      name,
      port: FIRST_PORT + at,
      rest: FIRST_PORT + 10 + at,
      file,
      pid: () => child?.pid ?? 0,
      postgres: () => {
        const found = spawnSync('head', ['-1', join(root, name, 'postmaster.pid')], { encoding: 'utf8' })
        const pid = Number(found.stdout)
        return found.status === 0 && pid > 0 && existsSync(`/proc/${pid}`) ? pid : undefined
      },
      start: () => {
        child = run(name, [PROGRAMS.patroni, file])
      },
    }
  })
  for (const node of nodes) node.start()
  const proxy_port = FIRST_PORT + 30
  writeFileSync(join(root, 'haproxy.cfg'), haproxyConf(proxy_port))
  run('haproxy', [PROGRAMS.haproxy, '-db', '-f', join(root, 'haproxy.cfg')])

  const { whole, leader, standby } = makeWatch(nodes, root)
  return {
    nodes,
    proxy_port,
    leader,
    standby,
    whole,
    sql: async (query, database = 'postgres') => {
      const port = (await leader())?.port
      const args = [
        '-XAtq',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-d',
        database,
        '-c',
        query,
      ]
      execFileSync('psql', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    },
    tellOf: (query, database) => answersOf(nodes, query, database).join('\n'),
    end: (keeps = false) => {
      for (const node of nodes) {
        const pid = node.postgres()
        if (pid !== undefined) signalFamily(pid, 'SIGKILL')
      }
      for (const { pid } of children) if (pid !== undefined) signalFamily(pid, 'SIGKILL')
      if (keeps) process.stderr.write(`журналы и данные оставлены в ${root}\n`)
      else rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
