import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { sweepUnattached } from './stored-files.ts'
import { clearTempDir, tempDir } from './temp-files.ts'

const MINUTE = 60_000
const EVERY_MS = 10 * MINUTE
const STOP_MS = 500
/** Longer than any request may take between storing its files and attaching them. */
const GRACE_MS = 15 * MINUTE

/** Removes files that nobody came to own: once at the start, then every ten minutes until the app closes. */
export const sweepFiles = (app: FastifyInstance, world: World): void => {
  const sweep = async (age_ms: number): Promise<void> => {
    try {
      const swept = await sweepUnattached(world, age_ms, () => stopped)
      if (stopped) return
      await clearTempDir(tempDir(world.config), 60 * MINUTE)
      if (swept > 0) world.log.info({ swept }, 'unattached files removed')
    } catch (error) {
      world.log.warn({ err: error }, 'sweep of files failed')
    }
  }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  app.addHook('onReady', async () => {
    // With the embedded database we are its only server: whoever stored those files is dead.
    running = sweep(world.config.DATABASE_URL === undefined ? MINUTE : GRACE_MS)
    timer = setInterval(() => {
      running = running.then(() => sweep(GRACE_MS))
    }, EVERY_MS).unref()
  })
  app.addHook('onClose', async () => {
    stopped = true
    clearInterval(timer)
    // What is being removed when a silent store holds it comes back with the next sweep.
    await Promise.race([running, pause(STOP_MS, undefined, { ref: false })])
  })
}
