import { setTimeout as pause } from 'node:timers/promises'
import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { fillSome, isFilling } from './fill.sql.ts'

/** Messages of one transaction: a fraction of a second, and half of the time is left to others. */
const PORTION = 500
const AGAIN_MS = 30_000
/** Millions of messages, beside all other work. */
const LONG_MS = 7 * 24 * 3_600_000

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
export const fillSearch = (deps: Deps): Every => ({
  ms: AGAIN_MS,
  at_start: true,
  hung_ms: LONG_MS,
  caller: 'search fill',
  run: async (end) => {
    await fillMessageWords(deps, () => deps.background.closing.aborted)
    if (!(await isFilling(deps.sql))) end()
  },
})
