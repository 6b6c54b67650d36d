import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 1024 ** 3

/**
 * The folder for test clusters: in memory if there is enough, otherwise the system's temporary folder. Tests kill processes, not
 * the machine, so durability is not needed and a busy disk would only slow them down.
 */
export function testingRoot(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** How many times slower than a quiet machine this one is; vitest.config.ts measures it. */
export const PACE = Number(process.env.PODMOGA_PACE ?? 1)
