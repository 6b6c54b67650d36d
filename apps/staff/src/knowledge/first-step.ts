const STEP = /<ol[^>]*>\s*<li[^>]*>(.*?)<\/li>/s
const PARAGRAPH = /<p[^>]*>(.*?)<\/p>/s
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return NAMED[name] ?? whole
      return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
    },
  )

const textOf = (html: string): string =>
  decode(html.replace(/<(?:br|\/p|\/li)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/[^\S\u00A0]+/g, ' ')
    .trim()

/** What an article tells to do first, as text: the first step of its first numbered list, else its first paragraph. */
export const firstStep = (html: string): string =>
  textOf(STEP.exec(html)?.[1] ?? '') || textOf(PARAGRAPH.exec(html)?.[1] ?? '')
