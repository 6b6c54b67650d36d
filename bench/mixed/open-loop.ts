import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../lib/numbers.ts'
import type { Shot } from './shots.ts'

/** Maximum number of open requests; above it the queue counts as growing. */
const MOST_OPEN = 2000
/** Time limit for the last answers. */
const PATIENCE_MS = 10_000

/** One answer: the scheduled time of its request, and the time from then. */
export interface Answered {
  kind: string
  ms: number
  /** The failure: a status, or a missing answer. */
  fault: string | undefined
}

export interface Played {
  answers: Answered[]
  /** Whether sending stopped because too many requests were open. */
  overrun: boolean
  sent: number
  /** Seconds of CPU time of the load itself. */
  own_cpu: number
}

const send = (url: URL, agent: Agent, { method, path, headers, body }: Omit<Shot, 'kind'>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, agent, method, path, headers }, (answer) => {
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
      answer.resume()
    })
    sent.once('error', reject)
    sent.end(body)
  })

/** Random arrival times in milliseconds from the start, on average `rate` per second (Poisson). */
export const arrivals = (rate: number, seconds: number, dice: () => number): number[] => {
  const all: number[] = []
  for (let at = 0; ; ) {
    at += (-Math.log(1 - dice()) / rate) * 1000
    if (at >= seconds * 1000) return all
    all.push(at)
  }
}

/**
 * Sends each shot at its scheduled time, regardless of open requests; a delay in sending is part of its time. Shots due
 * within the first `warm_ms` are not reported.
 */
export const playAt = async (
  origin: string,
  due: readonly number[],
  shoot: (nth: number) => Shot,
  warm_ms = 0,
): Promise<Played> => {
  const url = new URL(origin)
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })
  const answers: Answered[] = []
  const open = new Set<Promise<void>>()
  let overrun = false
  const cpu = process.cpuUsage()
  const began = performance.now()
  const one = async (at: number, shot: Shot) => {
    const fault = await send(url, agent, shot).then(
      (status) => (status === 200 ? undefined : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
    const ms = performance.now() - began - at
    if (at >= warm_ms) answers.push({ kind: shot.kind, ms, fault })
  }
  let next = 0
  while (next < due.length && !overrun) {
    const now = performance.now() - began
    for (; next < due.length && (due[next] ?? 0) <= now; next++) {
      const sent = one(due[next] ?? 0, shoot(next)).finally(() => open.delete(sent))
      open.add(sent)
    }
    overrun = open.size > MOST_OPEN
    await pause(1)
  }
  await Promise.race([Promise.all(open), pause(PATIENCE_MS)])
  const { user, system } = process.cpuUsage(cpu)
  for (let left = open.size; left > 0; left--)
    answers.push({ kind: 'none', ms: PATIENCE_MS, fault: 'без ответа' })
  agent.destroy()
  return { answers, overrun, sent: next, own_cpu: (user + system) / 1e6 }
}

export const percentiles = (answers: readonly Answered[]): [p50: number, p95: number, p99: number] => {
  const ms = answers.map((one) => one.ms)
  return [quantile(ms, 0.5), quantile(ms, 0.95), quantile(ms, 0.99)]
}

/** Lists the failures and their counts in one table cell. */
export const faultsOf = (answers: readonly Answered[]): string => {
  const faults = Map.groupBy(
    answers.filter(({ fault }) => fault !== undefined),
    ({ fault }) => fault,
  )
  return [...faults].map(([fault, all]) => `${fault}: ${all.length}`).join(', ') || '0'
}
