import { vi } from 'vitest'
import { pace } from './tools/pace.ts'

const LONGEST_MS = 15_000 * pace()
const { waitFor } = vi

// Gives `vi.waitFor` the timeout of `expect.poll`, which alone has a setting (vitest.config.ts): after Vitest's default of
// one second a busy machine may still be loading the awaited code.
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: LONGEST_MS, ...options })
