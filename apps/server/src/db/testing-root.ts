import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH = 4 * 1024 ** 3

/**
 * Where tests put their clusters: in memory where there is plenty, else in the system's temporary folder.
 * Tests end processes, not the power, and a busy disk would only make them wait.
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
