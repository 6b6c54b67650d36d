import { Parser } from 'htmlparser2'

/** The readable text of an article: all of it, and apart its headings and its links to other materials. */
export type PlainText = { text: string; headings: string[]; links: string[] }

const BLOCKS = new Set(
  'p li ul ol h1 h2 h3 h4 h5 h6 div table tr td th br hr pre blockquote figure figcaption section aside'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/

/** What a reader makes of characters: a soft hyphen is none, nor is one that no text can hold, and a space is a space. */
const asRead = (text: string): string => text.replace(/[\u00AD\uFFFD]/g, '').replaceAll('\u00A0', ' ')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Reads article HTML as plain text, the way a person would read it aloud: tags gone, entities decoded, one line
 * for each block. Meant for HTML that is already sanitised.
 */
export function textOfHtml(html: string): PlainText {
  const headings: string[] = []
  const links: string[] = []
  let text = ''
  let heading_start = -1
  let link_start = -1
  const breakLine = (): void => {
    if (!text.endsWith('\n')) text += '\n'
  }
  const parser = new Parser({
    ontext(words) {
      text += asRead(words)
    },
    onopentag(name, attributes) {
      if (BLOCKS.has(name)) breakLine()
      if (HEADING.test(name)) heading_start = text.length
      if (name === 'a') link_start = attributes['data-material'] === undefined ? -1 : text.length
    },
    onclosetag(name) {
      if (name === 'a' && link_start >= 0) {
        links.push(oneLine(text.slice(link_start)))
        link_start = -1
      }
      if (HEADING.test(name) && heading_start >= 0) {
        headings.push(oneLine(text.slice(heading_start)))
        heading_start = -1
      }
      if (BLOCKS.has(name)) breakLine()
    },
  })
  parser.end(html)
  return {
    text: text.replace(/[ \t]*\n\s*/g, '\n').trim(),
    headings: headings.filter(Boolean),
    links: links.filter(Boolean),
  }
}

/** The words of HTML without its tags, entities decoded, ends trimmed. */
export const wordsOfHtml = (html: string): string => {
  let text = ''
  const parser = new Parser({
    ontext(words) {
      text += asRead(words)
    },
  })
  parser.end(html)
  return text.trim()
}

/** A tag of an article as the parser has read it, and the words inside it. */
export interface ReadTag {
  name: string
  attributes: Record<string, string>
  words: string
}

/** The tags of one name, in their order. */
export const tagsOfHtml = (html: string, ...names: string[]): ReadTag[] => {
  const tags: ReadTag[] = []
  const open: ReadTag[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!names.includes(name)) return
      const tag = { name, attributes, words: '' }
      tags.push(tag)
      open.push(tag)
    },
    ontext(words) {
      for (const tag of open) tag.words += asRead(words)
    },
    onclosetag(name) {
      if (open.at(-1)?.name === name) open.pop()
    },
  })
  parser.end(html)
  return tags
}
