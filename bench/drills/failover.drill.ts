import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Call } from '@podmoga/contract/client'
import { type AppProcess, signalFamily, startApp } from '../app-process.ts'
import { type Bench, say } from '../bench.ts'
import { cleanReport } from '../crash.bench.ts'
import { makeCounter } from '../lib/counting-transport.ts'
import { judge, readBack, type Shown } from '../lib/crash-verify.ts'
import { CUSTOMERS, type Ledger, openCall, untilWritten, write } from '../lib/crash-writers.ts'
import { median, show } from '../lib/numbers.ts'
import { table } from '../report.ts'
import { type HighAvailability, installPrograms, type Node, startPatroni, TIMES } from './patroni.ts'

const PORTS = [5490, 5491] as const
const WRITERS = 6
/** Milliseconds of writing before each failure. */
const BETWEEN_MS = 2000
const WHOLE_S = 300

/** Runs `patronictl` as an operator does; settles when the action is done. */
const patronictl = async ({ file }: Node, ...args: string[]): Promise<void> => {
  await promisify(execFile)('patronictl', ['-c', file, ...args, '--force'], { timeout: 120_000 })
}

interface End {
  /** `standby` is the synchronous standby. */
  end: (primary: Node, standby: Node) => void | Promise<void>
  back: (primary: Node) => void
}

/** How the primary fails, and how it is brought back. */
const ENDS: Readonly<Record<string, End>> = {
  'PostgreSQL убит (kill -9), Patroni жив': {
    end: (node: Node) => signalFamily(node.postgres() ?? 0, 'SIGKILL'),
    back: () => {},
  },
  'машина пропала: kill -9 и PostgreSQL, и Patroni': {
    end: (node: Node) => {
      signalFamily(node.pid(), 'SIGKILL')
      signalFamily(node.postgres() ?? 0, 'SIGKILL')
    },
    back: (node: Node) => node.start(),
  },
  'машина замерла: SIGSTOP обоим, потом SIGCONT': {
    end: (node: Node) => {
      signalFamily(node.pid(), 'SIGSTOP')
      signalFamily(node.postgres() ?? 0, 'SIGSTOP')
    },
    back: (node: Node) => {
      signalFamily(node.postgres() ?? 0, 'SIGCONT')
      signalFamily(node.pid(), 'SIGCONT')
    },
  },
  'по плану: patronictl switchover на синхронную резервную': {
    end: (node, standby) =>
      patronictl(node, 'switchover', 'podmoga', '--leader', node.name, '--candidate', standby.name),
    back: () => {},
  },
  'резервная заново: patronictl reinit синхронной': {
    end: (node, standby) => patronictl(node, 'reinit', 'podmoga', standby.name, '--wait'),
    back: () => {},
  },
}
const KINDS = Object.keys(ENDS)

const ID_LENGTH = 36

/** Describes a wrong write: when it was acknowledged, and what each server has of it. */
const tellOf = (cluster: HighAvailability, { ops }: Ledger, id: string): string => {
  const op = ops.find((one) => one.id === id)
  const query = `select m.id, m.ticket_id, m.created_at, t.restaurant_id, t.status from messages m
    join tickets t on t.id = m.ticket_id where m.text like 'op:${id}%'`
  return `${JSON.stringify(op)}\n${cluster.tellOf(query, 'app')}`
}

/** Ends one primary. Returns, for each probe, the longest time without a write in seconds. */
const endOne = async (cluster: HighAvailability, { end, back }: End, probes: readonly Call[]) => {
  const [primary, standby] = [await cluster.leader(), await cluster.standby()]
  if (primary === undefined || standby === undefined) throw new Error('there is no primary, or no standby')
  const asked = { isOver: false }
  const ended = Promise.resolve(end(primary, standby)).finally(() => {
    asked.isOver = true
  })
  const waited = await Promise.all(
    probes.map(async (probe) => {
      let longest = 0
      do longest = Math.max(longest, await untilWritten(probe))
      while (!asked.isOver)
      return longest
    }),
  )
  await ended
  back(primary)
  await cluster.whole(WHOLE_S)
  return waited
}

/** Ends the primary of a Patroni cluster `kills` times under writes to two servers. Measures lost writes and waiting times. */
export const failover: Bench = {
  name: 'failover',
  title: 'Переключение базы: Patroni, etcd, HAProxy и два наших сервера под записью',
  run: async ({ kills, ttl }) => {
    installPrograms()
    const cluster = await startPatroni(ttl)
    let hasLost = false
    const ended = () => cluster.end(hasLost)
    process.once('exit', ended)
    const dir = await mkdtemp(join(tmpdir(), 'podmoga-failover-data-'))
    const apps: AppProcess[] = []
    try {
      await cluster.whole(WHOLE_S)
      await cluster.sql('create role app login')
      await cluster.sql('create database app owner app')
      const env = (address: string) => ({
        DATA_DIR: dir,
        DATABASE_URL: `postgres://app@${address}/app`,
        HOST: '127.0.0.1',
        SEED: 'demo',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'fatal',
        ACCESS_TOKEN_SECONDS: '86400',
      })
      const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
      const addresses = [`127.0.0.1:${cluster.proxy_port}`, hosts]
      // Sequentially: the first server fills the base.
      for (const [at, address] of addresses.entries())
        apps.push(await startApp({ port: PORTS[at] ?? 0, env: env(address) }))

      const ledger: Ledger = { ops: [], in_flight: 0, refused: [] }
      const { answers, transport } = makeCounter()
      let stopped = false
      const always = { isOpen: () => true, opened: () => Promise.resolve() }
      const writers: Promise<void>[] = []
      const probes: Call[] = []
      for (const { url } of apps) probes.push(await openCall(url, CUSTOMERS[0]))
      for (let at = 0; at < WRITERS; at++) {
        const customer = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0]
        const call = await openCall(apps[at % apps.length]?.url ?? '', customer, transport)
        writers.push(write(call, customer, { ledger, gate: always, stopped: () => stopped }))
      }
      const waited = new Map(KINDS.map((kind) => [kind, [[], []] as [number[], number[]]]))
      for (let round = 0; round < kills; round++) {
        const kind = KINDS[round % KINDS.length] ?? ''
        const how = ENDS[kind]
        if (how === undefined) continue
        await pause(BETWEEN_MS)
        const at = new Date().toISOString()
        const [proxied = 0, direct = 0] = await endOne(cluster, how, probes)
        waited.get(kind)?.[0].push(proxied)
        waited.get(kind)?.[1].push(direct)
        say(`${round + 1}. ${at} ${kind}: HAProxy ${show(proxied, 1)} с, список ${show(direct, 1)} с`)
      }
      stopped = true
      await Promise.all(writers)
      const shown = new Map<string, Shown[]>()
      const url = apps[0]?.url ?? ''
      for (const customer of CUSTOMERS) await readBack(url, await openCall(url, customer), shown)
      const problems = judge(ledger, shown)
      hasLost = problems.length > 0
      for (const problem of [...problems, ...ledger.refused]) say(problem)
      for (const problem of problems) say(tellOf(cluster, ledger, problem.slice(0, ID_LENGTH)))
      const { findings } = await cleanReport(env(addresses[0] ?? ''))
      for (const one of findings) say(`${one.kind}: ${one.detail}`)
      const worst = (times: readonly number[]) =>
        times.length === 0 ? '—' : `${show(median(times), 1)} / ${show(Math.max(...times), 1)}`
      const acknowledged = ledger.ops.filter((op) => op.acknowledged).length
      const told = [...answers].sort().map(([what, times]) => `${what}: ${show(times)}`)
      return `${table(
        [
          'Что делается с главной базой',
          'раз',
          'снова пишем через HAProxy, с: медиана / худшее',
          'снова пишем по списку адресов, с',
        ],
        KINDS.map((kind) => {
          const [proxied, direct] = waited.get(kind) ?? [[], []]
          return [kind, show(proxied.length), worst(proxied), worst(direct)]
        }),
      )}

Подтверждено записей: ${show(acknowledged)}; **пропало, повторилось или испорчено: ${problems.length}**; отказано работающим сервером: ${ledger.refused.length}; находок doctor: ${findings.length}. Ответы: ${told.join(', ')}. Patroni: ttl ${ttl}, loop_wait ${TIMES.loop_wait}, retry_timeout ${TIMES.retry_timeout} с, synchronous_mode.`
    } finally {
      await Promise.allSettled(apps.map((app) => app.kill()))
      process.removeListener('exit', ended)
      ended()
      await rm(dir, { recursive: true, force: true })
    }
  },
}
