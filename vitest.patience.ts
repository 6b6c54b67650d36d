import { vi } from 'vitest'
import { pace } from './tools/pace.ts'

const LONGEST_MS = 15_000 * pace()
const { waitFor } = vi

// As `expect.poll` waits (vitest.config.ts), which alone has a setting for it: after the second that is Vitest's default, a
// machine whose cores are taken may still be loading the code that is waited for.
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: LONGEST_MS, ...options })
