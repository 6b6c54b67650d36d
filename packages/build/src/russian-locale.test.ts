import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { russianLocale } from './russian-locale.ts'

const dir = join(
  dirname(createRequire(import.meta.url).resolve('react-aria/package.json')),
  'dist/private/i18n',
)

test.each(['useDefaultLocale.mjs', 'utils.mjs'])('%s exports what the library’s own does', async (name) => {
  const file = join(dir, name)
  const ours = await import(`data:text/javascript,${encodeURIComponent(russianLocale(file) ?? '')}`)
  const theirs = await import(pathToFileURL(file).href)
  expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
})

test('the locale is Russian whatever the browser says', async () => {
  const code = russianLocale(join(dir, 'useDefaultLocale.mjs')) ?? ''
  const { getDefaultLocale } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(getDefaultLocale()).toEqual({ locale: 'ru-RU', direction: 'ltr' })
})

test('other files are left alone', () => {
  expect(russianLocale(join(dir, 'I18nProvider.mjs'))).toBeNull()
  expect(russianLocale('/src/utils.mjs')).toBeNull()
})
