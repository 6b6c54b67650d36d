import type { Plugin } from 'vite'

const FILE = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/

/**
 * Removes the invisible parts of an icon: its name and aliases, which become CSS classes, and the random keys of its lines,
 * which do not compress. The keys only have to be unique within the icon.
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
