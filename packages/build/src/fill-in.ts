import type { Plugin } from 'vite'

const TIMEOUT =
  '((ms) => { const end = new AbortController(); setTimeout(() => end.abort(), ms); return end.signal })('

/**
 * Vite plugin: what the oldest browsers do not have and is small, put in the place where it is used, of libraries too:
 * `AbortSignal.timeout`, and a length in `dvh`, which becomes one of a property that tokens.css sets to what the browser
 * has.
 */
export function fillIn(): Plugin {
  return {
    name: 'podmoga:fill-in',
    enforce: 'pre',
    transform: {
      filter: { code: /AbortSignal\.timeout\(|\d{2}dvh/ },
      handler: (code, id) =>
        /\.css(?:$|\?)/.test(id)
          ? code.replace(/(\d{2,})dvh\b/g, 'calc($1 * var(--dvh))')
          : code.replaceAll('AbortSignal.timeout(', TIMEOUT),
    },
  }
}
