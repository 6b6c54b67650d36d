import type { Plugin } from 'vite'

const FILE = /packages[\\/]contract[\\/]src[\\/].*\.ts$/
const SUMMARY = /^ {2}summary: '[^'\\\n]*',$/gm

/** A module of the contract without the lines that describe its calls: only the server's API page shows them. */
export const withoutSummaries = (code: string): string => code.replace(SUMMARY, '')

/** Vite plugin around {@link withoutSummaries}. */
export function leanContract(): Plugin {
  return {
    name: 'podmoga:lean-contract',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({ code: withoutSummaries(code), map: null }),
    },
  }
}
