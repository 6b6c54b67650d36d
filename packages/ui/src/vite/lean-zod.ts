import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FILE = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/

/**
 * The code in place of the modules by which every zod schema can be written as JSON Schema: the same names, and nothing
 * behind them. Only the server writes one, and each browser would fetch a fifth of the library for it. Null for any
 * other file.
 */
export function withoutJsonSchema(code: string, id: string): string | null {
  if (!FILE.test(id)) return null
  const own = Array.from(code.matchAll(/^export (?:const|function) (\w+)/gm), ([, name]) => name)
  const renamed = Array.from(code.matchAll(/^export \{ \w+ as (\w+) \}/gm), ([, name]) => name)
  return `const nothing = () => nothing
export { ${[...own, ...renamed].map((name) => `nothing as ${name}`).join(', ')} }
`
}

const ENGLISH = /zod[\\/]v4[\\/]locales[\\/]en\.js$/

/**
 * The code in place of zod's English words. The contract's schemas bring Russian words of their own; what one of them
 * says nothing about is told in the general words.
 */
export const withoutEnglish = (): string =>
  `export default () => ({ localeError: () => 'Недопустимое значение' })`

/** Vite plugin around {@link withoutJsonSchema} and {@link withoutEnglish}. */
export function leanZod(): Plugin {
  return {
    name: 'podmoga:lean-zod',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: [FILE, ENGLISH] },
      handler: (id) =>
        ENGLISH.test(id) ? withoutEnglish() : withoutJsonSchema(readFileSync(id, 'utf8'), id),
    },
  }
}
