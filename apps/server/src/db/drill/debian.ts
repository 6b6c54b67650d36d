// node apps/server/src/db/drill/debian.ts [rights] [pgbouncer] [replicas] [failover]: runs the whole server against Debian's
// PostgreSQL and PgBouncer, which npm test does not install: a role without rights, PgBouncer in its modes, a read replica, and
// streaming replication whose old primary comes back. Run as root after `apt-get install postgresql pgbouncer`. Exits with 1 at
// the first failed check.
import { execFileSync } from 'node:child_process'
import { openSql } from '@podmoga/sql/sql'
import { readDatabaseUrl } from '../database-url.ts'
import {
  asPostgres,
  BIN,
  becomes,
  type Cluster,
  clusterAt,
  endAll,
  fact,
  pgbouncer,
  readyOf,
  refusedWith,
  root,
  type Served,
  serve,
  statusOf,
  stop,
  urlTo,
  VERSION,
} from './debian-programs.ts'

/** Exit code of a start that may succeed on retry: a standby may be promoted, an old primary replaced (failure.ts). */
const TRY_AGAIN = 75

const signIn = async (
  url: string,
  login = 'aziza@demo.test',
  password = 'Demo-pass-1',
): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/api/auth/sign-in/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}`, authrestaurantid: '1', 'accept-language': 'ru' }
}
const writeTicket = (url: string, headers: Record<string, string>, text: string): Promise<number> => {
  const body = new FormData()
  body.set('category', 'other')
  body.set('initial_message', text)
  return statusOf(`${url}/api/help_desk/tickets/`, {
    method: 'POST',
    body,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  })
}
const workThrough = async (name: string, { url }: Served): Promise<void> => {
  const headers = await signIn(url)
  const statuses = new Map<number, number>()
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const paths = ['help_desk/tickets/?page=1', 'users/profile/', 'help_desk/sections/', 'users/restaurants/']
  await Promise.all(
    Array.from({ length: 20 }, async (_, who) => {
      for (let round = 0; round < 15; round += 1)
        note(await statusOf(`${url}/api/${paths[(who + round) % paths.length]}`, { headers }))
    }),
  )
  for (let at = 0; at < 5; at += 1) note(await writeTicket(url, headers, `${name} ${at}`))
  fact(`${name}: 300 reads by 20 at once and 5 new tickets are all 200`, statuses.get(200) === 305, [
    ...statuses,
  ])
}

const playRights = async (cluster: Cluster): Promise<void> => {
  const env = { DATABASE_URL: urlTo(cluster.port), SEED: 'demo' }
  await refusedWith('a role without rights', 'GRANT USAGE, CREATE ON SCHEMA public TO "app";', env)
  cluster.psql('grant usage, create on schema public to app')
  await refusedWith('a role without rights on the database', 'GRANT CREATE ON DATABASE "app" TO "app";', env)
  cluster.psql('grant create on database app to app')
}

const playLimits = async (mode: string, pooled: number, direct: Cluster): Promise<void> => {
  const past = readDatabaseUrl(urlTo(direct.port)).connection
  const sql = openSql(readDatabaseUrl(urlTo(pooled)).connection, 4, {
    ...(mode === 'transaction' ? { pooler: { direct: past } } : {}),
    session: { statement_timeout: 400, lock_timeout: 200 },
  })
  const lock = openSql(past, 1, { deadlines: false })
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: { code?: string }) => error.code ?? String(error),
    )
  try {
    const slow = [codeOf(sql`select pg_sleep(${3})`), codeOf(sql.begin((tx) => tx`select pg_sleep(3)`))]
    const ended = await Promise.all(slow)
    fact(
      `PgBouncer, ${mode}: statement_timeout applies, alone and in a transaction`,
      ended.join() === '57014,57014',
      ended,
    )
    const codes = await lock.begin(async (tx) => {
      await tx`lock table people in access exclusive mode`
      const waits = [
        codeOf(sql`select id from people limit ${1}`),
        codeOf(sql.begin((own) => own`select id from people`)),
      ]
      return Promise.all(waits)
    })
    fact(
      `PgBouncer, ${mode}: lock_timeout applies, alone and in a transaction`,
      codes.join() === '55P03,55P03',
      codes,
    )
  } finally {
    await sql.end({ timeout: 1 })
    await lock.end({ timeout: 1 })
  }
}

const playPgBouncer = async (cluster: Cluster): Promise<void> => {
  for (const mode of ['session', 'transaction', 'statement']) {
    const pooler = await pgbouncer(mode, cluster.port)
    const env = { DATABASE_URL: urlTo(pooler.port), SEED: 'demo' }
    const settings = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: urlTo(cluster.port) }
    if (mode !== 'session')
      await refusedWith(`PgBouncer, ${mode}, no settings`, 'DATABASE_POOLER=transaction', env)
    if (mode !== 'statement') {
      const served = await serve(mode === 'session' ? env : { ...env, ...settings })
      fact(
        `PgBouncer, ${mode}: the server is ready`,
        await becomes(readyOf(served), 200, 60),
        served.output(),
      )
      await workThrough(`PgBouncer, ${mode}`, served)
      fact(
        `PgBouncer, ${mode}: no answer was a fault`,
        !/"level":(50|60)/.test(served.output()),
        served.output(),
      )
      await playLimits(mode, pooler.port, cluster)
      await stop(served)
    }
    pooler.stop()
  }
}

const standbyOf = async (primary: Cluster, name: string): Promise<Cluster> => {
  const standby = await clusterAt(name)
  const from = ['-h', root, '-p', String(primary.port), '-D', standby.dir]
  asPostgres(`${BIN}/pg_basebackup`, ...from, '-R', '-X', 'stream', '-c', 'fast')
  return standby
}

const TOKEN = 'drill-metrics-token'

const playReplicas = async (primary: Cluster): Promise<void> => {
  const replica = await standbyOf(primary, 'replica')
  replica.start()
  const DATABASE_REPLICA_URLS = urlTo(replica.port)
  const env = { DATABASE_URL: urlTo(primary.port), DATABASE_REPLICA_URLS, SEED: 'demo', METRICS_TOKEN: TOKEN }
  const served = await serve(env)
  fact('a replica: the server is ready', await becomes(readyOf(served), 200, 60), served.output())
  const metric = async (name: string): Promise<number> => {
    const answer = await fetch(`${served.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const line = (await answer.text()).split('\n').find((one) => one.startsWith(name))
    return Number(line?.split(' ').at(-1) ?? Number.NaN)
  }
  const reads = (outcome: string) =>
    metric(`podmoga_replica_reads_total{replica="127.0.0.1:${replica.port}",outcome="${outcome}"}`)
  const state = (name: string) =>
    metric(`podmoga_replica_state{replica="127.0.0.1:${replica.port}",state="${name}"}`)
  fact('a replica: it is used', await becomes(() => state('used'), 1, 10), served.output())
  const [cook, agent] = [
    await signIn(served.url),
    await signIn(served.url, 'agent@demo.test', 'Demo-agent-1'),
  ]
  const json = async (path: string, headers: Record<string, string>, init: RequestInit = {}) => {
    const answer = await fetch(`${served.url}/api/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    return (await answer.json()) as { results: { id: number }[]; total_items: number }
  }
  /** Closes tickets one after another; returns how many of them an immediate read of the archive misses. */
  const closeAndLook = async (times: number): Promise<number> => {
    let missing = 0
    for (let at = 0; at < times; at += 1) {
      await writeTicket(served.url, cook, `to be closed ${at}`)
      const { results } = await json('help_desk/tickets/?status=awaiting_response', cook)
      const id = Math.max(...results.map((one) => Number(one.id)))
      await json(`desk/tickets/${id}/close/`, agent, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: '{}',
      })
      for (const [path, who] of [
        ['help_desk/tickets/?status=processed&page=1', cook],
        ['desk/tickets/?status=processed&page=1', agent],
      ] as const)
        if (!(await json(path, who)).results.some((one) => Number(one.id) === id)) missing += 1
    }
    return missing
  }
  const missing = await closeAndLook(40)
  fact(
    'a replica: of 80 looks into the archive right after closing none misses the ticket',
    missing === 0,
    missing,
  )
  const answered = await reads('answered')
  fact('a replica: most of these looks were its own', answered >= 40, answered)
  replica.psql('select pg_wal_replay_pause()', 'postgres')
  fact('a replica that stands still: none misses the ticket either', (await closeAndLook(10)) === 0)
  fact('a replica that stands still: it is passed over as late', await becomes(() => state('late'), 1, 15))
  replica.psql('select pg_wal_replay_resume()', 'postgres')
  fact('a replica that goes on: it is used again', await becomes(() => state('used'), 1, 15))
  replica.stop('immediate')
  fact('a replica that dies: none misses the ticket', (await closeAndLook(5)) === 0)
  fact('a replica that dies: it is away', await becomes(() => state('away'), 1, 15))
  fact('a replica: no answer was a fault', !/"level":(50|60)/.test(served.output()), served.output())
  await stop(served)
}

const playFailover = async (primary: Cluster): Promise<void> => {
  const standby = await standbyOf(primary, 'standby')
  standby.start()
  const alone = { DATABASE_URL: urlTo(standby.port), SEED: 'none' }
  await refusedWith('a standby alone', 'реплика', alone, TRY_AGAIN)
  const served = await serve({ DATABASE_URL: urlTo(primary.port, standby.port), SEED: 'demo' })
  fact('the pair: the server is ready', await becomes(readyOf(served), 200, 60), served.output())
  const headers = await signIn(served.url)
  const write = () => writeTicket(served.url, headers, 'over a failover')
  fact('the pair: a ticket is written to the primary', (await write()) === 200)
  const before = standby.psql('select timeline_id from pg_control_checkpoint()')
  primary.stop('immediate')
  asPostgres(`${BIN}/pg_ctl`, '-w', '-s', '-D', standby.dir, 'promote')
  fact('after the failover: the server is ready', await becomes(readyOf(served), 200, 30), served.output())
  fact('after the failover: a ticket is written to the successor', await becomes(write, 200, 20))
  primary.start()
  const count = () => primary.psql('select count(*) from tickets')
  const [kept, timeline] = [count(), primary.psql('select timeline_id from pg_control_checkpoint()')]
  fact('the old primary is back, takes writes, and is on its old timeline', timeline === before, timeline)
  standby.stop('immediate')
  fact('with the old primary alone: not ready', await becomes(readyOf(served), 503, 20), served.output())
  const refused: number[] = []
  for (let at = 0; at < 20; at += 1) refused.push(await write())
  fact(
    'with the old primary alone: every write is 503',
    refused.every((status) => status === 503),
    refused,
  )
  fact('with the old primary alone: nothing was written to it', count() === kept, count())
  fact(
    'the log says why',
    /is an old primary: timeline 1, and 2 has been seen/.test(served.output()),
    served.output(),
  )
  const pair = { DATABASE_URL: urlTo(primary.port, standby.port), SEED: 'demo' }
  await refusedWith('the old primary alone, to a new process', 'прежний основной сервер', pair, TRY_AGAIN)
  standby.start()
  fact('the successor is back: ready', await becomes(readyOf(served), 200, 30), served.output())
  fact('the successor is back: a ticket is written', await becomes(write, 200, 20))
  await stop(served)
  const fresh = await serve(pair)
  fact('a process that begins now is ready', await becomes(readyOf(fresh), 200, 60), fresh.output())
  const again = await writeTicket(fresh.url, await signIn(fresh.url), 'from a new process')
  fact(
    'a process that begins now writes to the successor, though the old one is named first',
    again === 200 && count() === kept,
    again,
  )
  await stop(fresh)
}

const play = async (): Promise<void> => {
  console.log(
    `PostgreSQL ${VERSION}, ${execFileSync('pgbouncer', ['-V'], { encoding: 'utf8' }).split('\n')[0]}`,
  )
  const primary = await clusterAt('primary')
  asPostgres(`${BIN}/initdb`, '-D', primary.dir, '-A', 'trust', '-U', 'postgres')
  primary.start()
  primary.psql('create role app login', 'postgres')
  primary.psql('create database app', 'postgres')
  // Runs the named parts, or all of them.
  const parts = process.argv.slice(2)
  const isPlayed = (part: string): boolean => parts.length === 0 || parts.includes(part)
  if (isPlayed('rights')) await playRights(primary)
  primary.psql('grant all on schema public to app')
  primary.psql('grant all on database app to app')
  if (isPlayed('pgbouncer')) await playPgBouncer(primary)
  if (isPlayed('replicas')) await playReplicas(primary)
  if (isPlayed('failover')) await playFailover(primary)
}

try {
  await play()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  endAll()
}
