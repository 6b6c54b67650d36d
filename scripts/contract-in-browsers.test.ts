import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { lazyZod } from '../packages/build/src/lazy-zod.ts'
import type { EndpointDeclaration } from '../packages/contract/src/endpoint.ts'
import { filesOf, ROOT, textOf } from './files.ts'

type Calls = readonly EndpointDeclaration[]
type Shown = { data?: unknown; issues?: readonly { path: PropertyKey[]; message: string }[] }

const PARTS = ['params', 'query', 'body', 'form', 'answer'] as const
const VALUES = [null, '', ' x ', 'abc', 7, -1, 1.5, true, [], ['x'], {}, '2026-01-01T00:00:00Z', 'a@b.uz']

/** Sorts by name, since a bundle lists a module's exports in another order. */
const byName = (calls: Calls): Calls => calls.toSorted((a, b) => (a.name < b.name ? -1 : 1))

const out = mkdtempSync(join(tmpdir(), 'contract-'))
const { localeError } = z.config()
let ours: Calls
let browsers: Calls

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [lazyZod()],
    build: {
      outDir: out,
      minify: false,
      lib: { entry: join(ROOT, 'packages/contract/src/all.ts'), formats: ['es'], fileName: () => 'all.mjs' },
    },
  })
  ours = byName((await import('../packages/contract/src/all.ts')).ENDPOINTS)
  browsers = byName((await import(pathToFileURL(join(out, 'all.mjs')).href)).ENDPOINTS)
  z.config({ localeError: () => 'Недопустимое значение' })
})

afterAll(() => {
  z.config({ localeError })
  rmSync(out, { recursive: true, force: true })
})

const read = (schema: z.ZodType, value: unknown): Shown => {
  const { data, error } = schema.safeParse(value)
  return { data, issues: error?.issues.map(({ path, message }) => ({ path, message })) }
}

/** Makes a value of the schema's shape from its JSON Schema. */
const sampleOf = (schema: z.core.JSONSchema.BaseSchema): unknown => {
  const one = schema.const ?? schema.enum?.[0] ?? schema.default
  if (one !== undefined) return one
  const other = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (other !== undefined) return sampleOf(other as z.core.JSONSchema.BaseSchema)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [
        key,
        sampleOf(part as z.core.JSONSchema.BaseSchema),
      ]),
    )
  if (schema.type === 'array') return [sampleOf((schema.items ?? {}) as z.core.JSONSchema.BaseSchema)]
  if (schema.type === 'string') return schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'образец'
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  return schema.type === 'boolean' ? true : null
}

/** Returns test values for a schema: a valid sample, the sample with each part broken, and invalid values. */
const triesOf = (schema: z.ZodType): unknown[] => {
  const sample = sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  const tries: unknown[] = [undefined, ...VALUES, sample]
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return tries
  for (const key of Object.keys(sample))
    for (const value of [undefined, ...VALUES]) tries.push({ ...sample, [key]: value })
  return tries
}

test('what browsers make of the contract reads every part of every call as the contract does', () => {
  expect(browsers.map(({ name }) => name)).toEqual(ours.map(({ name }) => name))
  let taken = 0
  for (const [at, call] of ours.entries())
    for (const part of PARTS) {
      const own = call[part]
      const theirs = browsers[at]?.[part]
      if (own === undefined || theirs === undefined) {
        expect(theirs).toBe(own)
        continue
      }
      for (const value of triesOf(own)) {
        const expected = read(own, value)
        if (expected.issues === undefined) taken += 1
        expect(read(theirs, value), `${call.name}, ${part}: ${JSON.stringify(value)}`).toEqual(expected)
      }
    }
  // Guards against comparing only rejected values.
  expect(taken).toBeGreaterThan(ours.length)
})

const BROWSERS =
  /^(?:apps\/(?:staff|desk|intranet)|packages\/(?:contract|ui|web))\/src\/(?!.*(?:\.test\.|lazy-zod))/

/** Names of methods of zod schemas that are not also names in JavaScript or in our code. */
const wordsOfZod = (): string[] => {
  const ones = [
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.any()),
    z.object({}),
    z.enum(['a']),
    z.any().optional(),
  ]
  const words = new Set<string>()
  for (let kinds: object[] = ones; kinds.length > 0; kinds = kinds.map(Object.getPrototypeOf).filter(Boolean))
    for (const word of kinds.flatMap(Object.getOwnPropertyNames)) words.add(word)
  const plain = [Array, String, Number, Object, Promise, Function, Map].flatMap((made) =>
    Object.getOwnPropertyNames(made.prototype),
  )
  for (const word of [...plain, ...OURS]) words.delete(word)
  return [...words]
}
const OURS = 'clone date decode delete encode format isFinite parse register safeParse step'.split(' ')

/** Names of zod's types, which are erased in browser code. */
const TYPES = ['infer', 'input', 'output', 'ZodNullable', 'ZodObject', 'ZodOptional', 'ZodType']

test('nothing of zod is asked for in a browser that the stand-in does not know', async () => {
  const standIn = await import('../packages/build/src/lazy-zod/schemas.ts')
  const known = Object.keys(standIn.METHODS)
  const unknown = wordsOfZod().filter((word) => !known.includes(word))
  expect(unknown).toEqual(expect.arrayContaining(['superRefine', 'strict', 'email']))
  const called = new RegExp(`(?<!\\bz|\\bz\\.iso)\\.(?:${unknown.join('|')})\\(`)
  const files = filesOf('.ts', '.tsx').filter((path) => BROWSERS.test(path))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((path) => textOf(path).match(called) ?? [])).toEqual([])
  const names = files.flatMap((path) => {
    const text = textOf(path)
    return /from 'zod'/.test(text) ? Array.from(text.matchAll(/\bz\.(\w+)/g), ([, name = '']) => name) : []
  })
  expect(names).toContain('enum')
  expect(names.filter((name) => !(name in standIn) && !TYPES.includes(name))).toEqual([])
})
