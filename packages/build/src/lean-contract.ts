import type { Plugin } from 'vite'

const FILE = /packages[\\/]contract[\\/]src[\\/].*\.ts$/
const SERVERS =
  /^ {2}(?:name: '\w+'|former_path: '[^'\n]+'|summary:\s+'[^'\\\n]*'|auth: (?:'\w+'|\[[^\]]*\])|refusals: \[[^\]]*\]|confirmed: '\w+'|compressed: true|by_key: false),$/gm

/**
 * Removes the lines of the contract's calls that only the server uses: names and summaries for logs and the API page, access
 * rules, refusals.
 */
export const withoutServerLines = (code: string): string => code.replace(SERVERS, '')

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
