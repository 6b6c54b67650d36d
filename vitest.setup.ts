import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'
// A separate module: this file runs again for each test file.
import './vitest.patience.ts'

let complaints: string[] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    complaints.push(format(...args))
  })
})

afterEach(() => {
  if (complaints.length > 0) throw new Error(`console.error in a test:\n${complaints.join('\n')}`)
})
