import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../lib/numbers.ts'
import type { Shot } from './shots.ts'

/** Answers that are awaited at once before the queue is said to grow. */
const MOST_OPEN = 2000
/** How long the last answers are waited for. */
const PATIENCE_MS = 10_000

/** One answer: when it was due, and what it took from then. */
export interface Answered {
  kind: string
  ms: number
  /** What went wrong: a status, or that no answer came. */
  fault: string | undefined
}

export interface Played {
  answers: Answered[]
  /** So many waited that no more were sent. */
  overrun: boolean
  sent: number
  /** Seconds of processor time that the load itself took. */
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

/** Moments of arrival, in milliseconds from the start: as many a second as `rate` on the average, and as they fall. */
export const arrivals = (rate: number, seconds: number, dice: () => number): number[] => {
  const all: number[] = []
  for (let at = 0; ; ) {
    at += (-Math.log(1 - dice()) / rate) * 1000
    if (at >= seconds * 1000) return all
    all.push(at)
  }
}

/**
 * Sends each shot at its moment, whoever still waits: what a request waits to be sent is counted to it. Those due within
 * the first `warm_ms` are not told.
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

/** What went wrong and how often, in one cell. */
export const faultsOf = (answers: readonly Answered[]): string => {
  const faults = Map.groupBy(
    answers.filter(({ fault }) => fault !== undefined),
    ({ fault }) => fault,
  )
  return [...faults].map(([fault, all]) => `${fault}: ${all.length}`).join(', ') || '0'
}
