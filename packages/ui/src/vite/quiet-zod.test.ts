import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutJit } from './quiet-zod.ts'

const file = join(dirname(createRequire(import.meta.url).resolve('zod/package.json')), 'v4/core/core.js')

test('the bundled zod starts without its compiler', () => {
  expect(withoutJit(readFileSync(file, 'utf8'), file)).toContain('jitless: true')
})

test('other files are left alone', () => {
  expect(withoutJit('(_a.__zod_globalConfig = {})', '/somewhere/else.js')).toBeNull()
})
