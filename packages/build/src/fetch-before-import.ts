/// <reference lib="dom" />
import type { Plugin } from 'vite'

/** Vite's wrapper module for every `import()` of a build; replaced as a whole, since Vite calls its export by name. */
const HELPER = '\0vite/preload-helper.js'

/**
 * Runs in the browser, with the app's base as `BASE`. Calls `load` after all the files that it needs are completely fetched:
 * Chromium before 156 never requests a module again after a failed fetch, nor its imports, however often it is imported.
 * A request that fails while online is retried eight times within three seconds: with a loss of 30%, one file in 50,000
 * fails to load.
 * Rejects like a failed import. The chunk itself is named in the code of `load`: Vite lists `deps`, relative to the base, only
 * if there are other files.
 */
export function fetchBeforeImport(BASE: string) {
  const files = new Map<string, Promise<unknown>>()
  const isIn = (selector: string, href: string) =>
    Array.from(document.querySelectorAll<HTMLLinkElement>(selector)).some((link) => link.href === href)

  const addStyle = (href: string) =>
    isIn('link[rel=stylesheet]', href) ||
    new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = resolve
      link.onerror = () => {
        link.remove()
        reject(new Error(`Unable to preload CSS for ${href}`))
      }
      document.head.append(link)
    })
  const read = async (href: string) => {
    if (href.endsWith('.css')) return addStyle(href)
    // The document already preloads it.
    if (isIn('link[rel=modulepreload]', href)) return
    const lost = (status?: number) =>
      new TypeError(`Failed to fetch dynamically imported module: ${href}`, { cause: status })
    const answer = await fetch(href).catch(() => Promise.reject(lost()))
    if (!answer.ok) throw lost(answer.status)
    await answer.arrayBuffer().catch(() => Promise.reject(lost()))
  }
  const readWithRetries = async (href: string, attempt = 0): Promise<void> => {
    try {
      await read(href)
    } catch (error) {
      // The server answered without the file: a new release removed it.
      if ((error as Error).cause !== undefined || attempt === 8 || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(25 * 2 ** attempt, 800)))
      await readWithRetries(href, attempt + 1)
    }
  }
  const readOnce = (file: string) => {
    const { href } = new URL(BASE + file, location.href)
    const known = files.get(href)
    if (known !== undefined) return known
    const reading = readWithRetries(href)
    files.set(href, reading)
    reading.catch(() => files.delete(href))
    return reading
  }

  return async <T>(load: () => Promise<T>, deps: readonly string[] = []): Promise<T> => {
    const own = /["'`]\.\/([^"'`]+)/.exec(String(load))?.[1]
    const all = own === undefined ? deps : [...new Set([...deps, `assets/${own}`])]
    await Promise.all(all.map(readOnce))
    return load()
  }
}

/** Vite plugin: makes every `import()` of a build fetch all files of the module first; see {@link fetchBeforeImport}. */
export function importWhatIsHere(): Plugin {
  let base = '/'
  return {
    name: 'podmoga:import-what-is-here',
    enforce: 'pre',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    load: {
      filter: { id: new RegExp(`^${HELPER}$`) },
      handler: () => ({
        code: `export const __vitePreload = (${fetchBeforeImport.toString()})(${JSON.stringify(base)})`,
        moduleSideEffects: false,
      }),
    },
  }
}
