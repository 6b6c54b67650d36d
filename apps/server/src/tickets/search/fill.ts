import { setTimeout as pause } from 'node:timers/promises'
import type { Every } from '../../background/background.ts'
import type { Deps } from '../../deps.ts'
import { fillSome, isFilling } from './fill.sql.ts'

/** Messages per transaction: a fraction of a second, followed by as long a pause for other work. */
const PORTION = 500
const RETRY_MS = 30_000
/** Enough for millions of messages in the background. */
const LONG_MS = 7 * 24 * 3_600_000

/** Indexes the messages from before there was a word index, in the background, until none are left. */
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

/** The same as a job, from the start of the app; after an interruption it continues where it was. */
export const fillSearch = (deps: Deps): Every => ({
  ms: RETRY_MS,
  at_start: true,
  hung_ms: LONG_MS,
  caller: 'search fill',
  run: async (end) => {
    await fillMessageWords(deps, () => deps.background.closing.aborted)
    if (!(await isFilling(deps.sql))) end()
  },
})
