/// <reference lib="dom" />
import type { Plugin } from 'vite'

/** What Vite puts around every `import()` of a build; rewritten whole, for it calls this by name. */
const HELPER = '\0vite/preload-helper.js'

/**
 * Runs in the browser, with the app's base as `BASE`. Answers what `load` does, once every file that it needs has been read
 * to its end: Chromium before 156 never asks again for a module whose fetching has failed, nor for what such a module
 * imports, however often it is imported. A request that is lost while there is a network is made again, eight times in
 * three seconds: where three of ten are lost, one file of fifty thousand does not come.
 * Rejects as a lost import does. `load` is what names the chunk itself: Vite lists `deps`, from the base on, only where
 * there are others beside it.
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
    // The document has asked for it already.
    if (isIn('link[rel=modulepreload]', href)) return
    const lost = (status?: number) =>
      new TypeError(`Failed to fetch dynamically imported module: ${href}`, { cause: status })
    const answer = await fetch(href).catch(() => Promise.reject(lost()))
    if (!answer.ok) throw lost(answer.status)
    await answer.arrayBuffer().catch(() => Promise.reject(lost()))
  }
  const insist = async (href: string, turn = 0): Promise<void> => {
    try {
      await read(href)
    } catch (error) {
      // Who has answered has no such file: a release took it away.
      if ((error as Error).cause !== undefined || turn === 8 || !navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(25 * 2 ** turn, 800)))
      await insist(href, turn + 1)
    }
  }
  const readOnce = (file: string) => {
    const { href } = new URL(BASE + file, location.href)
    const known = files.get(href)
    if (known !== undefined) return known
    const reading = insist(href)
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

/** Vite plugin: no `import()` of a build asks for a module before all of its files are here. */
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
