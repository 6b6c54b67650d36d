import { defineConfig } from 'vitest/config'
import { pace } from './scripts/pace.ts'

export default defineConfig({
  test: {
    include: ['apps/**/src/**/*.test.{ts,tsx}', 'packages/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['./vitest.global.ts'],
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 120_000 * pace(),
    hookTimeout: 120_000 * pace(),
    allowOnly: false,
    retry: process.env.CI === undefined ? 0 : 2,
  },
})
