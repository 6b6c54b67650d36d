import { decodeEntities } from '@podmoga/ui/lib/html-entities'

const STEP = /<ol[^>]*>\s*<li[^>]*>(.*?)<\/li>/s
const PARAGRAPH = /<p[^>]*>(.*?)<\/p>/s

const textOf = (html: string): string =>
  decodeEntities(html.replace(/<(?:br|\/p|\/li)\b[^>]*>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/[^\S\u00A0]+/g, ' ')
    .trim()

/** What an article tells to do first, as text: the first step of its first numbered list, else its first paragraph. */
export const firstStep = (html: string): string =>
  textOf(STEP.exec(html)?.[1] ?? '') || textOf(PARAGRAPH.exec(html)?.[1] ?? '')
