import type { Plugin } from 'vite'

const FILE = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/

/**
 * An icon without what nobody sees: its name and other names, which become classes, and the random keys of its lines, which
 * no compression takes. The keys only have to differ within the icon.
 */
export const withoutNames = (code: string): string => {
  let lines = 0
  return code
    .replace(/^ {2}name: "[\w-]+",\n {2}size: 24,\n/m, '')
    .replace(/,\n {2}aliases: \[[^\]]*\]/, '')
    .replace(/\bkey: "\w+"/g, () => {
      lines += 1
      return `key: "${lines}"`
    })
}

/** Vite plugin around {@link withoutNames}. */
export function leanIcons(): Plugin {
  return {
    name: 'podmoga:lean-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({ code: withoutNames(code), map: null }),
    },
  }
}
