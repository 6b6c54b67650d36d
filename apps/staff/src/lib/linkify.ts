import { isUrl } from '@podmoga/contract/fields/is-url'

const LINK = /https?:\/\/[^\s<>"'«»]+/gi
const TAIL = /[.,:;!?)\]]+$/

/** Splits a text into pieces; only http and https URLs become links. */
export const linkify = (text: string): { text: string; href?: string }[] => {
  const pieces: { text: string; href?: string }[] = []
  let at = 0
  for (const found of text.matchAll(LINK)) {
    const link = found[0].replace(TAIL, '')
    if (!isUrl(link)) continue
    if (found.index > at) pieces.push({ text: text.slice(at, found.index) })
    pieces.push({ text: link, href: link })
    at = found.index + link.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}
