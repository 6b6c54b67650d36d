import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Time of the work below on a quiet machine with two ordinary cores, in milliseconds. */
const QUIET_MS = 150
/** Time from start to exit of an empty Node process there, in milliseconds: some machines compute fast and start slowly. */
const QUIET_START_MS = 100
const ROUNDS = 5
const STARTS = 2
const MOST = 30

const work = (): void => {
  const hash = createHash('sha256')
  const block = Buffer.alloc(1 << 20, 'x')
  for (let round = 0; round < 8; round += 1) hash.update(block)
  const words = Array.from({ length: 20_000 }, (_, at) => `${(at * 7919) % 20_011}`)
  words.sort()
  JSON.parse(JSON.stringify(words))
}

/**
 * Returns how many times slower this machine is now than a quiet one, from 1 to 30. A fixed piece of work and the start of a
 * process are measured once, and child processes inherit the result. Every time limit of the tests is multiplied by it.
 */
export const pace = (): number => {
  if (process.env.PODMOGA_PACE === undefined) {
    const since = performance.now()
    for (let round = 0; round < ROUNDS; round += 1) work()
    const computing = (performance.now() - since) / QUIET_MS
    const before = performance.now()
    for (let start = 0; start < STARTS; start += 1) spawnSync(process.execPath, ['-e', '0'])
    const starting = (performance.now() - before) / STARTS / QUIET_START_MS
    const factor = Math.min(MOST, Math.max(1, computing, starting))
    process.env.PODMOGA_PACE = factor.toFixed(1)
  }
  return Number(process.env.PODMOGA_PACE)
}
