import { decodeEntities } from '@podmoga/ui/lib/html-entities'

/** Splits a snippet: text between <mark> and </mark> is a hit. */
export const snippetPieces = (snippet: string): { text: string; is_hit: boolean }[] =>
  snippet
    .split(/<mark>(.*?)<\/mark>/s)
    .map((text, index) => ({ text: decodeEntities(text), is_hit: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
