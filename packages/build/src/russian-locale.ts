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
 * Returns replacement code for the modules in which react-aria detects the browser's locale and direction; null for any other
 * file. The product is Russian in every browser, and loading the unused locale tables took half of the first script's time
 * before any code of ours ran.
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
