import { canClean, cleanByBrowser } from './clean-by-browser.tsx'

type Clean = (html: string) => DocumentFragment

// The server does not clean here: it has done so before.
let clean: Clean | null = typeof document === 'undefined' || canClean() ? cleanByBrowser : null
let loading: Promise<void> | null = null

/**
 * The promise to await before calling {@link cleanHtml}, always the same one; null when nothing has to be loaded. Only a browser
 * without a built-in sanitizer fetches DOMPurify.
 */
export const loadCleaner = (): Promise<void> | null => {
  if (clean !== null) return null
  loading ??= import('./clean-by-library.tsx').then(
    ({ cleanByLibrary }) => {
      clean = cleanByLibrary
    },
    (error: unknown) => {
      // The next article retries.
      loading = null
      throw error
    },
  )
  return loading
}

/**
 * Article HTML as a safe fragment with only the tags, attributes and URLs an article needs. The server has cleaned it already;
 * the browser cleans it again, with its own sanitizer or, if it has none, with DOMPurify.
 */
export const cleanHtml: Clean = (html) => {
  if (clean === null) throw new Error('the cleaner has not come yet')
  return clean(html)
}
