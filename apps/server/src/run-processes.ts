import cluster, { type Worker } from 'node:cluster'
import type { Config } from './config.ts'
import { TRY_AGAIN } from './failure.ts'
import { checkPort, takePort } from './http/port/free-port.ts'
import { forkProcess, type ProcessMessage } from './http/processes/siblings.ts'

/** Delay before each restart within the window; after one more exit all are stopped. The same as in scripts/keep-running.mjs. */
const PAUSES_S = [1, 2, 4, 8, 16]
const WINDOW_MS = 10 * 60_000

const KILLED = 'Его завершил человек или сама система: так она поступает, когда кончается память.'

interface Child {
  worker: Worker
  was_ready: boolean
  reason: string | undefined
}

const sayLine = (line: string) => void process.stderr.write(`${line}\n`)

const send = (child: Child, message: ProcessMessage): void => {
  if (child.worker.isConnected()) child.worker.send(message)
}

/** Computes the delay before a restart. */
const makePauses = () => {
  let deaths: number[] = []
  /** Consecutive starts that failed for a temporary reason. */
  let failed_starts = 0
  return {
    /** Returns the increasing delay in seconds, or undefined after too many exits, and the number of exits. */
    afterDeath: (): { pause_s: number | undefined; times: number } => {
      const now = Date.now()
      deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now]
      return { pause_s: PAUSES_S[deaths.length - 1], times: deaths.length }
    },
    afterFailedStart: (): number => {
      const pause_s = PAUSES_S[Math.min(failed_starts, PAUSES_S.length - 1)] ?? 1
      failed_starts += 1
      return pause_s
    },
    onReady: () => {
      failed_starts = 0
    },
  }
}

/**
 * Runs the server as `count` processes that share its port. The first one does the one-time work of a start (migrations,
 * seeding), then the others start; they listen when all are ready. A process that dies is restarted while the others serve; after
 * five exits within ten minutes all are stopped with a failure. Signals are forwarded to all; this process exits after them.
 */
export const runProcesses = async (config: Config, count: number): Promise<void> => {
  await takePort(checkPort, config, null)
  const children = new Map<number, Child>()
  const timers = new Set<NodeJS.Timeout>()
  const built = new Set<number>()
  let isOpen = false
  let stopping = false
  let exit_code = 0
  let last_words = ''
  const pauses = makePauses()

  const each = (message: ProcessMessage) => {
    for (const child of children.values()) send(child, message)
  }

  const end = () => {
    if (last_words === '') process.exit(exit_code)
    if (process.send !== undefined && process.connected)
      return process.send({ failure: last_words }, undefined, undefined, () => process.exit(exit_code))
    sayLine(last_words)
    process.exit(exit_code)
  }

  const stop = (signal: NodeJS.Signals) => {
    stopping = true
    for (const timer of timers) clearTimeout(timer)
    for (const { worker } of children.values()) worker.process.kill(signal)
    if (children.size === 0) end()
  }

  /** Stops all processes and reports the reason to the parent process or to stderr. */
  const giveUp = (reason: string, code: number) => {
    exit_code = code
    last_words = reason
    stop('SIGTERM')
  }

  const startLater = (number: number, pause_s: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      start(number, false)
    }, pause_s * 1000)
    timers.add(timer)
  }

  const onDeath = (number: number, { reason, was_ready }: Child, code: number, signal: string) => {
    const why = reason ?? (signal === 'SIGKILL' ? KILLED : '')
    if (!isOpen) return giveUp(why, code || 1)
    if (!was_ready && code === TRY_AGAIN) return startLater(number, pauses.afterFailedStart())
    const { pause_s, times } = pauses.afterDeath()
    const words = `Процесс ${number} сервера неожиданно остановился (${signal ? `сигнал ${signal}` : `код ${code}`}).`
    if (pause_s === undefined)
      return giveUp(`${words} Это ${times}-я остановка за десять минут. ${why}`.trim(), code || 1)
    sayLine([words, why, `Запускаю его снова через ${pause_s} с.`].filter(Boolean).join(' '))
    startLater(number, pause_s)
  }

  const onMessage = (number: number, child: Child, message: ProcessMessage) => {
    if (message === 'built') {
      built.add(number)
      if (number === 1 && !isOpen) for (let more = 2; more <= count; more++) start(more, false)
      if (isOpen) send(child, 'listen')
      else if (built.size === count) each('listen')
    } else if (message === 'ready') {
      child.was_ready = true
      pauses.onReady()
      if (isOpen) return send(child, 'all listen')
      if (children.size < count || [...children.values()].some((one) => !one.was_ready)) return
      isOpen = true
      each('all listen')
      process.send?.('ready')
    } else if (typeof message === 'object' && 'failure' in message) child.reason = message.failure
    else if (typeof message === 'object')
      for (const [other, sibling] of children) if (other !== number) send(sibling, message)
  }

  const start = (number: number, isFirst: boolean) => {
    const child: Child = { worker: forkProcess(number, isFirst), was_ready: false, reason: undefined }
    children.set(number, child)
    child.worker.on('message', (message: ProcessMessage) => onMessage(number, child, message))
    const onEnd = (code: number | null, signal: string) => {
      children.delete(number)
      if (!stopping) return onDeath(number, child, code ?? 1, signal)
      // A process killed by our signal before it could serve has no exit code.
      if (code !== null && exit_code === 0) exit_code = code
      if (children.size === 0) end()
    }
    child.worker.on('exit', (code, signal) => {
      // Its last message may still be in transit.
      if (child.worker.isConnected()) child.worker.once('disconnect', () => onEnd(code, signal))
      else onEnd(code, signal)
    })
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  // Each process accepts from the shared socket itself. With Node's round-robin, connections handed to a process that has just
  // died are neither answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  start(1, true)
}
