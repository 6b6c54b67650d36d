import type { Plugin } from 'vite'

const FILE = /packages[\\/]contract[\\/]src[\\/].*\.ts$/
const SERVERS =
  /^ {2}(?:name: '\w+'|former_path: '[^'\n]+'|summary:\s+'[^'\\\n]*'|auth: (?:'\w+'|\[[^\]]*\])|refusals: \[[^\]]*\]|confirmed: '\w+'|compressed: true|by_key: false),$/gm

/** The sentence of a conflict comes with the server's answer; of these an app speaks by itself. */
const CONFLICTS = /^ {2}(?!(?:other_person|changed_meanwhile):)(\w+): \[\s*409,\s*'[^'\n]*',?\s*\],$/gm

/**
 * Removes the lines of the contract that only the server uses: of its calls the names and summaries for logs and the API page,
 * access rules, refusals; of the refusals the sentences of conflicts.
 */
export const withoutServerLines = (code: string): string =>
  code.replace(SERVERS, '').replace(CONFLICTS, "  $1: [409, ''],")

/** Vite plugin around {@link withoutServerLines}. */
export function leanContract(): Plugin {
  return {
    name: 'podmoga:lean-contract',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({ code: withoutServerLines(code), map: null }),
    },
  }
}
