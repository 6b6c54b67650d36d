import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withoutEnglish, withoutJsonSchema } from './lean-zod.ts'

const dir = join(dirname(createRequire(import.meta.url).resolve('zod/package.json')), 'v4/core')

test.each(['to-json-schema.js', 'json-schema-processors.js'])(
  '%s keeps every name it exports',
  async (name) => {
    const file = join(dir, name)
    const code = withoutJsonSchema(readFileSync(file, 'utf8'), file) ?? ''
    const ours = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const theirs = await import(pathToFileURL(file).href)
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
    expect(code.length).toBeLessThan(4000)
  },
)

test('other files are left alone', () => {
  expect(withoutJsonSchema('export const a = 1', '/src/schemas.js')).toBeNull()
})

test("what a schema has no words for is told in Russian, by the shape of zod's own words", async () => {
  const { default: russian } = await import(`data:text/javascript,${encodeURIComponent(withoutEnglish())}`)
  const was = z.config()
  z.config(russian())
  expect(z.string().safeParse(7).error?.issues[0]?.message).toBe('Недопустимое значение')
  expect(z.string().max(2, { error: 'Длинно' }).safeParse('три').error?.issues[0]?.message).toBe('Длинно')
  z.config(was)
})
