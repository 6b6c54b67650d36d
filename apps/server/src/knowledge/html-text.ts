/** The readable text of an article: all of it, and apart its headings and its links to other materials. */
export type PlainText = { text: string; headings: string[]; links: string[] }

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  shy: '',
  bull: '•',
  middot: '·',
  rarr: '→',
  larr: '←',
  times: '×',
  deg: '°',
  num: '№',
}
const BLOCK =
  /^\/?(?:p|li|ul|ol|h[1-6]|div|table|tr|td|th|br|hr|pre|blockquote|figure|figcaption|section|aside)$/i

/**
 * Reads article HTML as plain text, the way a person would read it aloud: tags gone, entities decoded, one line
 * for each block. Meant for HTML that is already sanitised.
 */
export function textOfHtml(html: string): PlainText {
  const headings: string[] = []
  let text = ''
  const links: string[] = []
  let headingStart = -1
  let linkStart = -1
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) text += decodeEntities(html.slice(at, end))
    if (open < 0) break
    const close = html.indexOf('>', open)
    if (close < 0) break
    const tag = /^\/?[a-z0-9]+/i.exec(html.slice(open + 1, Math.min(close, open + 20)))?.[0] ?? ''
    if (BLOCK.test(tag)) {
      if (headingStart >= 0 && /^\/h[1-6]$/i.test(tag)) {
        headings.push(oneLine(text.slice(headingStart)))
        headingStart = -1
      }
      if (!text.endsWith('\n')) text += '\n'
      if (/^h[1-6]$/i.test(tag)) headingStart = text.length
    }
    if (tag === 'a') linkStart = html.slice(open, close).includes('data-material=') ? text.length : -1
    if (tag === '/a' && linkStart >= 0) {
      links.push(oneLine(text.slice(linkStart)))
      linkStart = -1
    }
    at = close + 1
  }
  return {
    text: text.replace(/[ \t]*\n\s*/g, '\n').trim(),
    headings: headings.filter(Boolean),
    links: links.filter(Boolean),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Decodes the entities that editors and sanitizers write; an unknown one stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
