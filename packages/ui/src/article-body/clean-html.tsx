import { canClean, cleanByBrowser } from './clean-by-browser.tsx'

type Clean = (html: string) => DocumentFragment

// The server cleans nothing here: it has done so before.
let clean: Clean | null = typeof document === 'undefined' || canClean() ? cleanByBrowser : null
let loading: Promise<void> | null = null

/**
 * What has to come before {@link cleanHtml} may be asked, the same promise each time; null when nothing has to. Only a
 * browser without a sanitizer of its own fetches the library.
 */
export const cleanerToCome = (): Promise<void> | null => {
  if (clean !== null) return null
  loading ??= import('./clean-by-library.tsx').then(
    ({ cleanByLibrary }) => {
      clean = cleanByLibrary
    },
    (error: unknown) => {
      // The next article asks again.
      loading = null
      throw error
    },
  )
  return loading
}

/**
 * Article HTML as a safe fragment: only tags, attributes and addresses an article needs. The server has cleaned it
 * already; this is the browser's own opinion, by its own sanitizer or, where it has none, by DOMPurify.
 */
export const cleanHtml: Clean = (html) => {
  if (clean === null) throw new Error('the cleaner has not come yet')
  return clean(html)
}
