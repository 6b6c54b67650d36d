import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { pace } from './tools/pace.ts'

/**
 * Tests that wait for starts, ends and timeouts for a minute or more. They run first, beside the browser tests, which take
 * both cores: ordered by size, as in a first run, several of them came last and left the cores idle.
 */
const WAITING = [
  'main',
  'first-start',
  'db/open',
  'backup/backup',
  'db/outage',
  'cells/move-business',
  'db/releases/beside',
  'files/dead-store',
].map((name) => join(import.meta.dirname, 'apps/server/src', `${name}.test.ts`))
for (const path of WAITING) if (!existsSync(path)) throw new Error(`there is no ${path}`)

/**
 * Orders the waiting tests first, then the server's, then the screens'. A worker ends when its next file has another
 * environment, and loads all modules again: ordered by size, the environments would alternate hundreds of times.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      WAITING.includes(moduleId) ? 0 : readFileSync(moduleId, 'utf8').includes('@vitest-environment') ? 2 : 1
    const placed = (await super.sort(files)).map((file) => ({ file, at: place(file) }))
    return placed.sort((one, other) => one.at - other.at).map(({ file }) => file)
  }
}

export default defineConfig({
  test: {
    include: ['apps/**/src/**/*.test.{ts,tsx}', 'packages/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['./vitest.global.ts'],
    setupFiles: [
      './vitest.setup.ts',
      ...(process.env.PODMOGA_RECORD === undefined ? [] : ['./scripts/record-statements.setup.ts']),
    ],
    // Each wait within a test has its own timeout; these are for tests that hang elsewhere.
    testTimeout: 300_000 * pace(),
    hookTimeout: 300_000 * pace(),
    // Long timeouts: a busy machine makes a run slower, but must not make it fail.
    expect: { poll: { timeout: 15_000 * pace() } },
    // One more than cores: slow files spend much of their time waiting for timeouts.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    allowOnly: false,
    // Files share the modules that their worker has loaded: a quarter less work. No test keeps state in a module.
    isolate: false,
    retry: process.env.CI === undefined ? 0 : 2,
  },
})
