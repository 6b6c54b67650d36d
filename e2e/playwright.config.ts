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
  // Each worker has a world host and a browser of its own; while one waits, the others use the cores.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // A flaky test is named in the report and mended; it does not hold a landing change back.
  retries: process.env.CI === undefined ? 0 : 2,
  // Each step and each wait has its own end: what a busy machine makes slow does not end here.
  timeout: 300_000 * pace(),
  expect: { timeout: 15_000 * pace() },
  forbidOnly: true,
  use: {
    // A step that cannot be done ends its walk, and does not hold a worker until the walk's own end.
    actionTimeout: 45_000 * pace(),
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    viewport: { width: 1280, height: 800 },
    // What the page was at each step is told by its snapshots; a film of it makes the retry six times as long.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    // A test that means the service worker lets it in.
    serviceWorkers: 'block',
    // Frames that nobody watches are a tenth of a walk's work. Where motion may matter, the walk has it: `MOVING` (lib/world.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // A page lives for seconds here: to make its code fast takes longer than the fast code saves.
    launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, '--js-flags=--no-opt,--no-maglev'] },
  },
})
