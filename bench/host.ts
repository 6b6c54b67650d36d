import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A measured process, and the addresses that it reported. */
export interface Host<Hosted> {
  hosted: Hosted
  /** Microseconds of CPU time used so far. */
  cpu: () => Promise<number>
  /** Bytes of memory in use after a garbage collection. */
  memory: () => Promise<number>
  stop: () => void
}

/** Starts one of this folder's host processes with its order; settles when it is ready. */
export const openHost = <Hosted>(file: string, order: object): Promise<Host<Hosted>> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, file), [JSON.stringify(order)], {
      // As `npm start` and the unit run it; `--expose-gc` is for measuring memory.
      execArgv: ['--max-semi-space-size=16', '--expose-gc'],
    })
    const nextMessage = () => new Promise<unknown>((settle) => child.once('message', settle))
    nextMessage().then((hosted) =>
      resolve({
        hosted: hosted as Hosted,
        cpu: async () => {
          const answer = nextMessage()
          child.send('cpu')
          return Number(await answer)
        },
        memory: async () => {
          const answer = nextMessage()
          child.send('memory')
          return Number(await answer)
        },
        stop: () => child.disconnect(),
      }),
    )
    child.once('exit', (code) => reject(new Error(`the measured server ended with ${code}`)))
  })

/** In a host process: reports `hosted`, answers requests for CPU time and memory, ends with its parent. */
export const serveHost = (hosted: unknown): void => {
  process.on('disconnect', () => process.exit(0))
  // CPU time hardly depends on how busy the machine is.
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage()
    if (asked !== 'memory') return process.send?.(user + system)
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss)
  })
  process.send?.(hosted)
}
