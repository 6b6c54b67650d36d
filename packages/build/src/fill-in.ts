import type { Plugin } from 'vite'

const TIMEOUT =
  '((ms) => { const end = new AbortController(); setTimeout(() => end.abort(), ms); return end.signal })('

/**
 * Vite plugin: replaces small features that the oldest browsers lack, in libraries too: `AbortSignal.timeout` by inline code,
 * and lengths in `dvh` by a custom property, which tokens.css sets to the best unit that the browser supports.
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
