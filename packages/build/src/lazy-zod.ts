import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const Z = fileURLToPath(new URL('lazy-zod/z.ts', import.meta.url))
const STAND_IN = /[\\/]lazy-zod[\\/]/
const LIBRARY = /[\\/]node_modules[\\/]/

/** Vite plugin: replaces zod in an app's own modules with a stand-in that builds schemas lazily; see lazy-zod/schemas.ts. */
export function lazyZod(): Plugin {
  return {
    name: 'podmoga:lazy-zod',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_id, importer) =>
        importer === undefined || STAND_IN.test(importer) || LIBRARY.test(importer) ? null : Z,
    },
  }
}
