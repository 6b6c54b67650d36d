import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Config } from '../../config.ts'

/** How many processes serve: PROCESSES. The embedded database has one. */
export const processesOf = ({
  PROCESSES,
  DATABASE_URL,
}: Pick<Config, 'PROCESSES' | 'DATABASE_URL'>): number => {
  if (PROCESSES !== 'auto') return Number(PROCESSES)
  return DATABASE_URL === undefined ? 1 : availableParallelism()
}

/** Told to a process when it is started: its number, and whether what a start says once is its to say. */
const NUMBER = 'PODMOGA_PROCESS'
const FIRST = 'PODMOGA_PROCESS_IS_FIRST'

/** Starts process `number`, which comes to its turn in `run-server.ts`. */
export const forkProcess = (number: number, isFirst: boolean): Worker =>
  cluster.fork({ [NUMBER]: String(number), [FIRST]: isFirst ? '1' : '' })

/** Words between the process that keeps the others and those. */
export type Word =
  /** Up: it can serve, and waits for the others. */
  | 'built'
  /** Down: all can serve; then: all do. */
  | 'listen'
  | 'all listen'
  /** Up: it serves. */
  | 'ready'
  /** Up: why it ends. */
  | { failure: string }
  /** From one to all others. */
  | { pass_on: Asked | Told }
interface Asked {
  asks: string
}
interface Told {
  told: string
  number: number
  text: string
}

const say = (word: Word): void => void process.send?.(word)

const heard = (wanted: Word): Promise<void> =>
  new Promise((resolve) => {
    const onWord = (word: Word) => {
      if (word !== wanted) return
      process.off('message', onWord)
      resolve()
    }
    process.on('message', onWord)
  })

/** What a process must know of being one of several; alone it is the first, and waits for nobody. */
export const ofProcesses = {
  isOne: cluster.isWorker,
  isFirst: !cluster.isWorker || process.env[FIRST] === '1',
  /** It can serve; settles when all can. */
  built: async (): Promise<void> => {
    if (!cluster.isWorker) return
    const listen = heard('listen')
    say('built')
    await listen
  },
  /** It serves: told to whoever keeps it running; settles when all do. */
  ready: async (): Promise<void> => {
    const all = cluster.isWorker ? heard('all listen') : undefined
    say('ready')
    await all
  },
}

/** How long another process may take to tell; one that hangs is missing then. */
const TELL_MS = 2000

/** What each of the processes tells when asked, by its number; undefined when there is only this one. */
export type AskAll = () => Promise<Map<number, string>>

/** Answers the others with `own`, and asks them for theirs. `end` when the app closes. */
export const tellSiblings = (
  processes: number,
  own: () => string,
): { askAll: AskAll | undefined; end: () => void } => {
  if (!cluster.isWorker) return { askAll: undefined, end: () => undefined }
  const number = Number(process.env[NUMBER])
  const asked = new Map<string, (told: Told) => void>()
  const onWord = (word: Word) => {
    if (typeof word !== 'object' || !('pass_on' in word)) return
    const { pass_on } = word
    if ('asks' in pass_on) say({ pass_on: { told: pass_on.asks, number, text: own() } })
    else asked.get(pass_on.told)?.(pass_on)
  }
  process.on('message', onWord)
  const askAll = (): Promise<Map<number, string>> =>
    new Promise((resolve) => {
      const id = randomUUID()
      const texts = new Map([[number, own()]])
      const done = () => {
        clearTimeout(timer)
        asked.delete(id)
        resolve(texts)
      }
      const timer = setTimeout(done, TELL_MS)
      asked.set(id, (told) => {
        texts.set(told.number, told.text)
        if (texts.size === processes) done()
      })
      say({ pass_on: { asks: id } })
    })
  return { askAll, end: () => void process.off('message', onWord) }
}
