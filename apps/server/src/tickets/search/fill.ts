import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { asCaller } from '../../db/caller.ts'
import type { Deps } from '../../deps.ts'
import { fillSome, isFilling } from './fill.sql.ts'

/** Messages of one transaction: a fraction of a second, and half of the time is left to others. */
const PORTION = 500
const AGAIN_MS = 30_000

/** Reads messages from before there was an index of words into it, beside all other work, until none are left. */
export const fillMessageWords = async (
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  let filled = 0
  while (!isStopped()) {
    const began = performance.now()
    const some = await sql.begin((tx) => fillSome(tx, PORTION))
    if (some === null) break
    filled += some
    await pause(Math.min(performance.now() - began, 1000))
  }
  if (filled > 0) log.info({ filled }, 'older messages were read into the search')
}

/** The same from the start of the app on; whatever stops it, it goes on where it was. */
export const fillSearch = (app: FastifyInstance, deps: Deps): void => {
  let stopped = false
  const stop = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await fillMessageWords(deps, () => stopped)
        if (!(await isFilling(deps.sql))) return
      } catch (error) {
        deps.log.warn({ err: error }, 'older messages wait to be read into the search')
      }
      await pause(AGAIN_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
    }
  }
  app.addHook('onReady', async () => {
    running = asCaller('search fill', run)
  })
  app.addHook('preClose', async () => {
    stopped = true
    stop.abort()
    await running
  })
}
