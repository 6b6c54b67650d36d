import { setTimeout as pause } from 'node:timers/promises'
import { type LaunchOptions, launch, type PgProcess, stopProcess } from './launch.ts'
import { endLeftovers, signal } from './leftovers.ts'
import { reasonOf } from './start-error.ts'

/** Logs one line for the operator, with details. */
export type Log = (line: string, detail?: object) => void

export interface Health {
  up: boolean
  pid?: number
  /** How often the server was restarted since the app started. */
  restarts: number
  /** Why the last start failed or the server exited. */
  last_failure?: string
}

export interface Supervised {
  health: () => Health
  stop: () => Promise<void>
}

/** After this uptime the back-off starts from the beginning. */
const STEADY_MS = 10_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Starts the server and restarts it with back-off whenever it exits, until `stop()`.
 * @throws StartError if the first start fails.
 */
export const supervise = async (options: LaunchOptions, log: Log): Promise<Supervised> => {
  let current: PgProcess | undefined = await launch(options)
  let restarts = 0
  let lastFailure: string | undefined
  let wait = FIRST_PAUSE_MS
  const stopping = new AbortController()
  const onExit = () => {
    if (current) signal(current.pid, 'SIGINT')
  }
  process.once('exit', onExit)

  const startAgain = async (): Promise<PgProcess | undefined> => {
    while (!stopping.signal.aborted) {
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined)
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS)
      if (stopping.signal.aborted) return undefined
      try {
        await endLeftovers(options.clusterDir)
        current = await launch(options)
        restarts += 1
        log('the database works again', { restarts })
        return current
      } catch (error) {
        lastFailure = reasonOf(error)
        log('the database does not start', { cause: lastFailure, next_try_ms: wait })
      }
    }
    return undefined
  }

  const watch = async (first: PgProcess): Promise<void> => {
    let running = first
    while (!stopping.signal.aborted) {
      const since = performance.now()
      lastFailure = await running.exited
      current = undefined
      if (stopping.signal.aborted) return
      log('the database has stopped and is started again', { cause: lastFailure })
      if (performance.now() - since > STEADY_MS) wait = FIRST_PAUSE_MS
      const next = await startAgain()
      if (!next) return
      running = next
    }
  }
  const watching = watch(current)

  return {
    health: () => ({
      up: current !== undefined,
      ...(current ? { pid: current.pid } : {}),
      restarts,
      ...(lastFailure === undefined ? {} : { last_failure: lastFailure }),
    }),
    stop: async () => {
      stopping.abort()
      if (current) await stopProcess(current)
      // A start that was in progress at the stop finishes only now.
      await watching
      if (current) await stopProcess(current)
      process.off('exit', onExit)
    },
  }
}
