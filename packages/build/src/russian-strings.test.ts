import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fixRussianStrings } from './russian-strings.ts'

const root = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'))

async function dictionary(part: string): Promise<Record<string, unknown>> {
  const file = join(root, 'dist/private/intl', part, 'ru-RU.mjs')
  const fixed = fixRussianStrings(readFileSync(file, 'utf8'), file)
  const module = await import(`data:text/javascript,${encodeURIComponent(fixed ?? '')}`)
  return module.default
}

const russian = new Intl.PluralRules('ru')
const formatter = {
  number: (value: number) => String(value),
  select: (forms: Record<string, unknown>, value: unknown) => {
    const form = forms[String(value)] ?? forms.other
    return typeof form === 'function' ? form() : form
  },
  plural: (count: number, forms: Record<string, () => string>) =>
    (forms[russian.select(count)] ?? forms.other)?.(),
}

test('hidden dismiss buttons say «Закрыть»', async () => {
  expect((await dictionary('overlays')).dismiss).toBe('Закрыть')
})

test.each([
  [1, '1 уведомление.'],
  [3, '3 уведомления.'],
  [5, '5 уведомлений.'],
  [21, '21 уведомление.'],
])('toast region counts %i', async (count, text) => {
  const say = (await dictionary('toast')).notifications as (args: object, f: typeof formatter) => string
  expect(say({ count }, formatter)).toBe(text)
})

test.each([
  [1, '1 параметр доступно.'],
  [2, '2 параметра доступно.'],
  [5, '5 параметров доступно.'],
])('list announces %i options', async (optionCount, text) => {
  const say = (await dictionary('combobox')).countAnnouncement as (
    args: object,
    f: typeof formatter,
  ) => string
  expect(say({ optionCount }, formatter)).toBe(text)
})

test('other files are left alone', () => {
  expect(
    fixRussianStrings('export {}', '/node_modules/react-aria/dist/private/intl/menu/ru-RU.mjs'),
  ).toBeNull()
})
