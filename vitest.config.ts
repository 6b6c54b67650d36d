import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { pace } from './tools/pace.ts'

export default defineConfig({
  test: {
    include: ['apps/**/src/**/*.test.{ts,tsx}', 'packages/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['./vitest.global.ts'],
    setupFiles: [
      './vitest.setup.ts',
      ...(process.env.PODMOGA_RECORD === undefined ? [] : ['./scripts/record-statements.setup.ts']),
    ],
    testTimeout: 120_000 * pace(),
    hookTimeout: 120_000 * pace(),
    // What is waited for comes when it comes: a busy machine makes a run slower, not red.
    expect: { poll: { timeout: 15_000 * pace() } },
    // One more than cores: much of the time of the slow files is waiting for a deadline.
    maxWorkers: availableParallelism() + 1,
    allowOnly: false,
    // A file starts on the modules that its worker has loaded already: a quarter less work. No test keeps state in a module.
    isolate: false,
    retry: process.env.CI === undefined ? 0 : 2,
  },
})
