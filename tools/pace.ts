import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Time of the work below on a quiet machine with two ordinary cores, in milliseconds. */
const QUIET_MS = 160
/** Time from start to exit of an empty Node process there, in milliseconds: some machines compute fast and start slowly. */
const QUIET_START_MS = 100
const STARTS = 2
const MOST = 30
const LONGEST_MS = 60_000

/**
 * The work of one thread: computing, and writing to 16 MB of fresh memory. Some virtual machines take 20 µs for each new page,
 * a hundred times as long as others: they compute as fast, and are less than half as fast in a test run.
 */
const WORK = `
  const { createHash } = require('node:crypto')
  const done = new Int32Array(require('node:worker_threads').workerData)
  const block = Buffer.alloc(1 << 20, 'x')
  for (let round = 0; round < 5; round += 1) {
    const hash = createHash('sha256')
    for (let part = 0; part < 8; part += 1) hash.update(block)
    JSON.parse(JSON.stringify(Array.from({ length: 20000 }, (_, at) => String((at * 7919) % 20011)).sort()))
  }
  const fresh = new Uint8Array(16 << 20)
  for (let at = 0; at < fresh.length; at += 4096) fresh[at] = 1
  Atomics.add(done, 0, 1)
  Atomics.notify(done, 0)
`

/** Runs the work on all cores at once, as a test run does; returns its time in milliseconds. */
const workingMs = (): number => {
  const shared = new SharedArrayBuffer(4)
  const done = new Int32Array(shared)
  const threads = availableParallelism()
  const since = performance.now()
  for (let at = 0; at < threads; at += 1) new Worker(WORK, { eval: true, workerData: shared }).unref()
  for (
    let count = 0;
    count < threads && performance.now() - since < LONGEST_MS;
    count = Atomics.load(done, 0)
  )
    Atomics.wait(done, 0, count, LONGEST_MS)
  return performance.now() - since
}

/** The time from start to exit of an empty Node process, in milliseconds. */
const startingMs = (): number => {
  const since = performance.now()
  for (let start = 0; start < STARTS; start += 1) spawnSync(process.execPath, ['-e', '0'])
  return (performance.now() - since) / STARTS
}

/**
 * Returns how many times slower this machine is now than a quiet one, from 1 to 30. Measured once; child processes inherit the
 * result. Every time limit of the tests is multiplied by it.
 */
export const pace = (): number => {
  if (process.env.PODMOGA_PACE === undefined) {
    const factor = Math.max(1, workingMs() / QUIET_MS, startingMs() / QUIET_START_MS)
    process.env.PODMOGA_PACE = Math.min(MOST, factor).toFixed(1)
  }
  return Number(process.env.PODMOGA_PACE)
}
