import type { Plugin } from 'vite'

const DIR = /react-aria[\\/]dist[\\/]private[\\/]i18n[\\/]/
const FILES: Record<string, string> = {
  'useDefaultLocale.mjs': `const locale = { locale: 'ru-RU', direction: 'ltr' }
export const getDefaultLocale = () => locale
export const useDefaultLocale = getDefaultLocale
`,
  'utils.mjs': 'export const isRTL = () => false\n',
}

/**
 * The code in place of a module by which react-aria finds the browser's locale and its direction; null for any other
 * file. The product is Russian in every browser, and loading the locale tables for an answer nobody reads was half of
 * what the first script did before the first line of ours.
 */
export const russianLocale = (id: string): string | null =>
  DIR.test(id) ? (FILES[id.split(/[\\/]/).pop() ?? ''] ?? null) : null

/** Vite plugin around {@link russianLocale}. */
export function onlyRussian(): Plugin {
  return {
    name: 'podmoga:only-russian',
    enforce: 'pre',
    load: {
      filter: { id: DIR },
      handler: (id) => russianLocale(id),
    },
  }
}
