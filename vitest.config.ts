import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { pace } from './tools/pace.ts'

/**
 * They wait for starts, ends and deadlines for a minute or more. First, beside the walks, which take both cores: in the order
 * of a first run, by size, several of them came last and left the cores idle.
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
 * The waiting ones, the server's, the screens'. A worker whose next file has another environment ends, and all modules are
 * loaded anew: by size alone, the environments take turns hundreds of times.
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
    // Each wait within a test has its own end; theirs is for one that hangs where nothing waits.
    testTimeout: 300_000 * pace(),
    hookTimeout: 300_000 * pace(),
    // What is waited for comes when it comes: a busy machine makes a run slower, not red.
    expect: { poll: { timeout: 15_000 * pace() } },
    // One more than cores: much of the time of the slow files is waiting for a deadline.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    allowOnly: false,
    // A file starts on the modules that its worker has loaded already: a quarter less work. No test keeps state in a module.
    isolate: false,
    retry: process.env.CI === undefined ? 0 : 2,
  },
})
