import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from '../tools/chromium.ts'
import { pace } from '../tools/pace.ts'

export default defineConfig({
  testDir: '.',
  // One PostgreSQL and one demo base for all world hosts.
  globalSetup: '../vitest.global.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // Each worker has its own world host and browser; while one waits, the others use the cores.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // A flaky test is named in the report and fixed later; it does not block a change.
  retries: process.env.CI === undefined ? 0 : 2,
  // Each step and wait has its own timeout; this one is long enough for a busy machine.
  timeout: 300_000 * pace(),
  expect: { timeout: 15_000 * pace() },
  forbidOnly: true,
  use: {
    // A step that cannot be done fails its test soon, instead of blocking a worker until the test's timeout.
    actionTimeout: 45_000 * pace(),
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    viewport: { width: 1280, height: 800 },
    // Snapshots show the page at each step; screenshots would make a retry six times as long.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    // Tests of the service worker allow it.
    serviceWorkers: 'block',
    // Animation frames are a tenth of a test's work. Tests in which motion matters use `MOVING` (lib/world.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // Pages live for seconds here: optimizing their code takes longer than the optimized code saves.
    launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, '--js-flags=--no-opt,--no-maglev'] },
  },
})
