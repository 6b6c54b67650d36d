import type { Plugin } from 'vite'

const FILE = /zod[\\/]v4[\\/]core[\\/]core\.js$/
const EMPTY = '__zod_globalConfig = {})'

/**
 * Starts zod with `jitless`: it would otherwise try `new Function` once, which the pages' policy blocks and reports.
 * Setting it from an app's first import comes too late, because zod's own chunk is evaluated before it. Returns null
 * for any other file.
 */
export function withoutJit(code: string, id: string): string | null {
  return FILE.test(id) ? code.replace(EMPTY, '__zod_globalConfig = { jitless: true })') : null
}

/** Vite plugin around {@link withoutJit}. */
export function quietZod(): Plugin {
  return {
    name: 'podmoga:quiet-zod',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler(code, id) {
        const quiet = withoutJit(code, id)
        return quiet === null ? null : { code: quiet, map: null }
      },
    },
  }
}
