import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Config } from '../../config.ts'

/** Returns the number of server processes (PROCESSES). With the embedded database it is 1. */
export const processesOf = ({
  PROCESSES,
  DATABASE_URL,
}: Pick<Config, 'PROCESSES' | 'DATABASE_URL'>): number => {
  if (PROCESSES !== 'auto') return Number(PROCESSES)
  return DATABASE_URL === undefined ? 1 : availableParallelism()
}

/** Environment of a forked process: its number, and whether it prints the one-time start messages. */
const NUMBER = 'PODMOGA_PROCESS'
const FIRST = 'PODMOGA_PROCESS_IS_FIRST'

/** Forks process `number`; it runs `run-server.ts`. */
export const forkProcess = (number: number, isFirst: boolean): Worker =>
  cluster.fork({ [NUMBER]: String(number), [FIRST]: isFirst ? '1' : '' })

/** Messages between the primary process and its workers. */
export type ProcessMessage =
  /** Worker to primary: ready to listen, waiting for the others. */
  | 'built'
  /** Primary to workers: all are built; then: all are listening. */
  | 'listen'
  | 'all listen'
  /** Worker to primary: serving. */
  | 'ready'
  /** Worker to primary: the reason why it exits. */
  | { failure: string }
  /** From one worker to all others. */
  | { pass_on: Question | Reply }
interface Question {
  asks: string
}
interface Reply {
  told: string
  number: number
  text: string
}

const send = (message: ProcessMessage): void => void process.send?.(message)

const received = (wanted: ProcessMessage): Promise<void> =>
  new Promise((resolve) => {
    const onMessage = (message: ProcessMessage) => {
      if (message !== wanted) return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
  })

/** What a process needs to know about its siblings. A single process is the first one and waits for nothing. */
export const ofProcesses = {
  isOne: cluster.isWorker,
  isFirst: !cluster.isWorker || process.env[FIRST] === '1',
  /** Reports that this process is built; resolves when all are. */
  built: async (): Promise<void> => {
    if (!cluster.isWorker) return
    const listen = received('listen')
    send('built')
    await listen
  },
  /** Reports to the parent process that this one serves; resolves when all do. */
  ready: async (): Promise<void> => {
    const all = cluster.isWorker ? received('all listen') : undefined
    send('ready')
    await all
  },
}

/** How long to wait for the other processes; one that hangs is left out. */
const ANSWER_MS = 2000

/** Collects a text from every process, by process number; undefined if there is only one process. */
export type AskAll = () => Promise<Map<number, string>>

/** Answers the other processes with `own()` and collects theirs. Call `end` when the app closes. */
export const connectSiblings = (
  processes: number,
  own: () => string,
): { askAll: AskAll | undefined; end: () => void } => {
  if (!cluster.isWorker) return { askAll: undefined, end: () => undefined }
  const number = Number(process.env[NUMBER])
  const asked = new Map<string, (reply: Reply) => void>()
  const onMessage = (message: ProcessMessage) => {
    if (typeof message !== 'object' || !('pass_on' in message)) return
    const { pass_on } = message
    if ('asks' in pass_on) send({ pass_on: { told: pass_on.asks, number, text: own() } })
    else asked.get(pass_on.told)?.(pass_on)
  }
  process.on('message', onMessage)
  const askAll = (): Promise<Map<number, string>> =>
    new Promise((resolve) => {
      const id = randomUUID()
      const texts = new Map([[number, own()]])
      const done = () => {
        clearTimeout(timer)
        asked.delete(id)
        resolve(texts)
      }
      const timer = setTimeout(done, ANSWER_MS)
      asked.set(id, (reply) => {
        texts.set(reply.number, reply.text)
        if (texts.size === processes) done()
      })
      send({ pass_on: { asks: id } })
    })
  return { askAll, end: () => void process.off('message', onMessage) }
}
