import { afterAll, expect, test, vi } from 'vitest'
import { z as real } from 'zod'

// The stand-in sets zod's global fallback text when it is first imported. Another test in this process may have imported it
// and restored the text, as this test does: reset the modules to import it anew.
vi.resetModules()
const { localeError } = real.config()
// The stand-in has no types of its own: code that uses it is checked against zod's.
const z = (await import('./lazy-zod/z.ts')).z as unknown as typeof real

afterAll(() => {
  real.config({ localeError })
})

const declare = (z: typeof real) =>
  z.object({
    id: z.union([z.string(), z.number()]).transform(String).pipe(z.string()),
    name: z.string({ error: 'Имя?' }).trim().min(1).nullable().default(null),
    code: z
      .string()
      .regex(/^[a-z]+$/, 'Буквы')
      .min(2)
      .length(3)
      .toLowerCase()
      .optional(),
    kind: z.enum(['a', 'b']).optional(),
    count: z.coerce.number().int().max(5),
    all: z.array(z.looseObject({ is: z.literal(true) })).max(2),
    more: z.record(z.string(), z.boolean()).nullish(),
    at: z.iso.datetime().or(z.literal('now')).optional(),
    days: z
      .number()
      .positive()
      .min(2)
      .refine((days) => days % 2 === 0, 'Чётное')
      .optional(),
    some: z
      .object({ a: z.string(), b: z.unknown() })
      .partial()
      .extend({ c: z.string().min(2).array() })
      .optional(),
  })

test.each([
  { id: 7, name: ' Азиза ', kind: 'a', count: '3', all: [{ is: true, too: 1 }], more: { x: true } },
  { id: 'x', count: 6, all: [{ is: false }], name: 7, code: 'B1', days: 3, some: { c: ['d'] } },
  { id: 'x', count: 1, all: [], code: 'abc', days: -1, some: { a: 1, c: ['dd', 'e'] }, at: 'now' },
  { id: null, count: 1.5, all: [{ is: true }, { is: true }, { is: true }], at: 'yesterday' },
  null,
])('%j is read as zod reads it', (value) => {
  const resultOf = (schema: real.ZodType) => {
    const { data, error } = schema.safeParse(value)
    return { data, issues: error?.issues }
  }
  expect(resultOf(declare(z))).toEqual(resultOf(declare(real)))
})

test('what a schema has no words for is told in Russian', () => {
  expect(z.string().safeParse(7).error?.issues[0]?.message).toBe('Недопустимое значение')
  expect(z.string().max(2, { error: 'Длинно' }).safeParse('три').error?.issues[0]?.message).toBe('Длинно')
})

test('a schema is made when it is first asked, once, with all that it is made of', () => {
  const errorText = vi.fn(() => ['a'] as const)
  const options = {
    get error() {
      errorText()
      return 'Нет'
    },
  }
  const inner = z.string(options).min(2)
  const outer = z.object({ inner }).partial()
  expect(errorText).not.toHaveBeenCalled()
  expect(outer.parse({})).toEqual({})
  expect(inner.safeParse('x').success).toBe(false)
  const times = errorText.mock.calls.length
  expect(times).toBeGreaterThan(0)
  outer.parse({ inner: 'long' })
  expect(errorText.mock.calls.length).toBe(times)
})

test('it passes for a schema: its shape, its options, its kind', () => {
  const kind = z.enum(['a', 'b'])
  const outer = z.object({ kind })
  expect(kind.options).toEqual(['a', 'b'])
  expect(Object.keys(outer.shape)).toEqual(['kind'])
  expect(outer.extend({ more: z.string() }).safeParse({ kind: 'a' }).success).toBe(false)
  expect(outer.shape.kind.nullable().parse(null)).toBe(null)
  expect(outer.pick({ kind: true }).parse({ kind: 'a' })).toEqual({ kind: 'a' })
  expect('_zod' in kind).toBe(true)
  expect(real.array(outer).parse([{ kind: 'b' }])).toEqual([{ kind: 'b' }])
  expect(z.discriminatedUnion('k', [z.object({ k: z.literal(1) })]).parse({ k: 1 })).toEqual({ k: 1 })
})
