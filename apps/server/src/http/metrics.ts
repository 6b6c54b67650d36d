import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ScanState } from '@podmoga/contract/scan'
import { REPLICA_STATES } from '@podmoga/sql/replicas'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { sendRefusal } from './errors.ts'
import { gauge, joinMetrics, label, metric } from './processes/prometheus.ts'
import { connectSiblings, processesOf } from './processes/siblings.ts'
import { refuse } from './refuse.ts'

/** Seconds: from a cached response to an upload on a slow line. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The requests to one route that ended with one status. */
interface Tally {
  route: string
  method: string
  status: number
  count: number
  seconds: number
  /** For each of {@link BUCKETS}, the number of requests that took at most that long. */
  within: number[]
}

const processMetrics = (loop: ReturnType<typeof monitorEventLoopDelay>): string[] => {
  const { user, system } = process.cpuUsage()
  const memory = process.memoryUsage()
  const cpu = 'process_cpu_seconds_total'
  return [
    metric(cpu, 'counter', 'CPU time of the process.', [`${cpu} ${(user + system) / 1e6}`]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', memory.rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory of its objects.', memory.heapUsed),
    gauge('process_uptime_seconds', 'Age of the process.', process.uptime()),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'How late timers are, 99th percentile.',
      loop.percentile(99) / 1e9,
    ),
    gauge(
      'nodejs_eventloop_lag_max_seconds',
      'How late timers were at worst since the last look.',
      loop.max / 1e9,
    ),
  ]
}

const requestMetrics = (tallies: Iterable<Tally>): string => {
  const name = 'http_request_duration_seconds'
  const lines = [...tallies].flatMap(({ route, method, status, count, seconds, within }) => {
    const labels = `method="${label(method)}",route="${label(route)}",status="${status}"`
    return [
      ...BUCKETS.map((most, at) => `${name}_bucket{${labels},le="${most}"} ${within[at]}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    ]
  })
  return metric(name, 'histogram', 'Requests by route and status.', lines)
}

const JOB_METRICS = [
  [
    'success_age_seconds',
    'gauge',
    'Time since its last run without a failure, or since the start.',
    'success_age',
  ],
  ['last_run_seconds', 'gauge', 'How long its last run took.', 'last_run'],
  ['running', 'gauge', 'Whether it runs now.', 'running'],
  ['runs_total', 'counter', 'How often it has run.', 'runs'],
  ['failures_total', 'counter', 'How often it has failed.', 'failures'],
  ['due_seconds', 'gauge', 'Until it must have run again, or have ended; negative: it is overdue.', 'due_in'],
] as const

/** The background jobs of this server. */
const jobMetrics = ({ background }: Deps): string[] => {
  const jobs = background.jobs()
  return JOB_METRICS.map(([name, type, help, key]) =>
    metric(
      `podmoga_job_${name}`,
      type,
      `Background jobs. ${help}`,
      jobs.map((job) => `podmoga_job_${name}{job="${label(job.name)}"} ${Number(job[key])}`),
    ),
  )
}

/** The connection pool of this server, and who uses it: a route, or a job by its name. */
const poolMetrics = ({ sql }: Deps): string[] => {
  const { total, taken, waiting, by_kind } = sql.use()
  const kinds = [...by_kind].map(([kind, use]) => ({ caller: label(kind === '' ? 'server' : kind), ...use }))
  const of = (name: string, help: string, value: (one: (typeof kinds)[number]) => number) =>
    metric(
      name,
      'counter',
      help,
      kinds.map((one) => `${name}{caller="${one.caller}"} ${value(one)}`),
    )
  return [
    gauge('podmoga_pool_connections_max', 'Connections that this server may use at once.', total),
    gauge('podmoga_pool_connections_used', 'Connections that are in use now.', taken),
    gauge('podmoga_pool_waiting', 'Requests and jobs that wait for a connection.', waiting),
    of('podmoga_pool_uses_total', 'How often a connection was used, by route or job.', ({ count }) => count),
    of('podmoga_pool_use_seconds_total', 'For how long in all.', ({ seconds }) => seconds),
  ]
}

/** The replicas that this server reads from; empty if there are none. */
const replicaMetrics = ({ sql }: Deps): string[] => {
  const replicas = sql.replicas()
  if (replicas.length === 0) return []
  const reads = replicas.flatMap(({ host, ...one }) =>
    (['answered', 'late', 'failed'] as const).map(
      (how) => `podmoga_replica_reads_total{replica="${label(host)}",outcome="${how}"} ${one[how]}`,
    ),
  )
  const states = replicas.flatMap(({ host, state }) =>
    REPLICA_STATES.map(
      (one) => `podmoga_replica_state{replica="${label(host)}",state="${one}"} ${one === state ? 1 : 0}`,
    ),
  )
  const lags = replicas.flatMap(({ host, lag_seconds }) =>
    lag_seconds === null ? [] : [`podmoga_replica_lag_seconds{replica="${label(host)}"} ${lag_seconds}`],
  )
  return [
    metric(
      'podmoga_replica_reads_total',
      'counter',
      'Reads for replicas; all but the answered went to the primary.',
      reads,
    ),
    metric('podmoga_replica_state', 'gauge', 'What each replica is; only one that is used is asked.', states),
    metric('podmoga_replica_lag_seconds', 'gauge', 'How old a replica is at most.', lags),
  ]
}

/** The disk of the data folder. */
const diskMetrics = async ({ config }: Deps): Promise<string[]> => {
  const disk = await statfs(resolve(config.DATA_DIR)).catch(() => undefined)
  if (disk === undefined) return []
  const share = disk.bavail / Math.max(1, disk.blocks)
  return [gauge('podmoga_disk_free_ratio', 'Free share of the disk of DATA_DIR.', share)]
}

/**
 * Everything that is read from the database, in one query; empty if it is unreachable, since the other metrics matter most then.
 */
const databaseMetrics = async ({ sql }: Deps): Promise<string[]> => {
  const rows = await sql<
    {
      waiting: number
      oldest: number
      connections: number
      backup_age: number | null
      notices_oldest: number
      migration: number
      size: number
    }[]
  >`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'podmoga') as connections,
      (select extract(epoch from now() - (value::json ->> 'made_at')::timestamptz)::float8
        from installation_marks where name = 'last_backup') as backup_age,
      (select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 from notices
        where sent_at is null and due_at <= now()) as notices_oldest,
      (select max(id) from (select id from schema_migrations
        union all select id from schema_changes where finished_at is not null) applied) as migration,
      pg_database_size(current_database())::float8 as size
    from outbox where sent_at is null and failed_at is null`.catch(() => [])
  const [row] = rows
  const up = gauge('podmoga_database_up', 'Whether the database answers.', row === undefined ? 0 : 1)
  if (row === undefined) return [up]
  return [
    up,
    gauge('podmoga_database_connections', 'Connections of all servers.', row.connections),
    gauge('podmoga_outbox_waiting', 'Letters and SMS that wait to be sent.', row.waiting),
    gauge('podmoga_outbox_oldest_seconds', 'Age of the oldest of them.', row.oldest),
    gauge(
      'podmoga_notices_oldest_seconds',
      'How late the notice is that is due longest.',
      row.notices_oldest,
    ),
    gauge('podmoga_database_size_bytes', 'Size of the database.', row.size),
    gauge('podmoga_schema_migration', 'The last migration that was applied.', row.migration),
    ...(row.backup_age === null
      ? []
      : [gauge('podmoga_backup_age_seconds', 'Time since the last backup began.', row.backup_age)]),
  ]
}

/** The virus check: whether the scanner responds, and the files that wait for it or were found infected. */
const scanMetrics = async ({ sql, scanner }: Deps): Promise<string[]> => {
  if (scanner === null) return []
  const [isUp, rows] = await Promise.all([
    scanner.isUp(),
    sql<{ scan: ScanState; files: number }[]>`
      select scan, count(*)::int as files from stored_files where scan is not null group by scan`.catch(
      () => [],
    ),
  ])
  return [
    gauge('podmoga_virus_scanner_up', 'Whether the virus scanner answers.', isUp ? 1 : 0),
    metric(
      'podmoga_files_held',
      'gauge',
      'Files that nobody can open: they wait for the virus scanner, are infected, or too large for it.',
      ScanState.options.map(
        (state) =>
          `podmoga_files_held{scan="${state}"} ${rows.find(({ scan }) => scan === state)?.files ?? 0}`,
      ),
    ),
  ]
}

const isToken = (given: string | undefined, token: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given ?? ''), hash(`Bearer ${token}`))
}

/** `GET /metrics` in the Prometheus text format, for callers that send METRICS_TOKEN; 404 if that is not set. */
export const serveMetrics = (app: FastifyInstance, deps: Deps): void => {
  const token = deps.config.METRICS_TOKEN
  if (token === undefined) {
    app.get('/metrics', async (_request, reply) => sendRefusal(reply, refuse('not_found')))
    return
  }
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const tallies = new Map<string, Tally>()
  let streams = 0
  app.addHook('onClose', async () => void loop.disable())
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.endsWith('/events/') !== true) return
    streams += 1
    reply.raw.once('close', () => {
      streams -= 1
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const key = `${method} ${route} ${reply.statusCode}`
    const tally = tallies.get(key) ?? {
      route,
      method,
      status: reply.statusCode,
      count: 0,
      seconds: 0,
      within: BUCKETS.map(() => 0),
    }
    tallies.set(key, tally)
    const seconds = reply.elapsedTime / 1000
    tally.count += 1
    tally.seconds += seconds
    for (const [at, most] of BUCKETS.entries())
      if (seconds <= most) tally.within[at] = (tally.within[at] ?? 0) + 1
  })
  /** The metrics of this process alone. */
  const own = (): string => {
    const text = [
      ...processMetrics(loop),
      gauge('podmoga_live_streams', 'Open live streams of this server.', streams),
      ...poolMetrics(deps),
      ...replicaMetrics(deps),
      ...jobMetrics(deps),
      requestMetrics(tallies.values()),
    ]
    loop.reset()
    return text.join('\n')
  }
  const siblings = connectSiblings(processesOf(deps.config), own)
  app.addHook('onClose', async () => siblings.end())
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, token))
      return sendRefusal(reply.header('www-authenticate', 'Bearer'), refuse('unauthorized'))
    const texts = await siblings.askAll?.()
    const text = [
      texts === undefined ? own() : joinMetrics(texts),
      gauge('podmoga_processes_wanted', 'Processes that PROCESSES asks for.', processesOf(deps.config)),
      gauge('podmoga_processes_up', 'Those of them that told their metrics.', texts?.size ?? 1),
      ...(await databaseMetrics(deps)),
      ...(await scanMetrics(deps)),
      ...(await diskMetrics(deps)),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${text.join('\n')}\n`)
  })
}
