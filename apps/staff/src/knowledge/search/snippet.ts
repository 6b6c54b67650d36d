import { decodeEntities } from '@podmoga/ui/lib/html-entities'

/** A snippet in pieces: what stands between <mark> and </mark> is a hit, everything else is text. */
export const snippetPieces = (snippet: string): { text: string; is_hit: boolean }[] =>
  snippet
    .split(/<mark>(.*?)<\/mark>/s)
    .map((text, index) => ({ text: decodeEntities(text), is_hit: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
