import { Parser, Tokenizer } from 'htmlparser2'
import { escapeHtml } from '../http/escape-html.ts'
import type { SearchText } from './knowledge.rows.ts'

/** The plain text of an article, with its headings and the texts of its links to other materials. */
export type PlainText = { text: string; headings: string[]; links: string[] }

const BLOCKS = new Set(
  'p li ul ol h1 h2 h3 h4 h5 h6 div table tr td th br hr pre blockquote figure figcaption section aside'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/

/** Drops soft hyphens and replacement characters, and turns no-break spaces into spaces. */
const asRead = (text: string): string => text.replace(/[\u00AD\uFFFD]/g, '').replaceAll('\u00A0', ' ')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Converts sanitised article HTML to plain text: without tags, entities decoded, one line per block. */
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

/** Returns the text of HTML without tags, entities decoded, trimmed. */
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

/** A parsed tag with the text inside it. */
export interface ReadTag {
  name: string
  attributes: Record<string, string>
  words: string
}

/** Returns the tags with these names, in document order. */
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

/** New attributes of a tag; undefined: keep the tag; null: remove the tag but keep its content. */
export type Rewritten = Record<string, string> | null | undefined

const VOID = new Set(['img', 'br', 'hr'])

const writtenTag = (name: string, attributes: Record<string, string>): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}${VOID.has(name) ? ' />' : '>'}`
}

/**
 * Rewrites the attributes of some tags: `rewrite[name]` gets those of each such opening tag, entities decoded. Everything else
 * stays byte for byte.
 */
export const rewriteTags = (
  html: string,
  rewrite: Record<string, (attributes: Record<string, string>) => Rewritten>,
): string => {
  let written = ''
  let from = 0
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      const next = isImplied ? undefined : rewrite[name]?.(attributes)
      if (next === undefined) return
      written += html.slice(from, parser.startIndex) + (next === null ? '' : writtenTag(name, next))
      from = parser.endIndex + 1
    },
  })
  parser.end(html)
  return written + html.slice(from)
}

/** If the first element of the HTML is a `wanted` one, returns its text and the HTML after it; else null. */
export const takeFirst = (html: string, wanted: string): { words: string; rest: string } | null => {
  let end = -1
  let open: string | undefined
  let words = ''
  const parser = new Parser({
    onopentag(name) {
      open ??= name
    },
    ontext(text) {
      if (open === undefined && text.trim() !== '') open = ''
      if (open === wanted && end < 0) words += asRead(text)
    },
    onclosetag(name, isImplied) {
      if (name === wanted && open === wanted && end < 0 && !isImplied) end = parser.endIndex + 1
    },
  })
  parser.end(html)
  return end < 0 ? null : { words: words.trim(), rest: html.slice(end).trimStart() }
}

/** Elements whose content the parser takes as raw text. */
const RAW = new Set('iframe noembed noframes plaintext script style textarea title xmp'.split(' '))

const nothing = (): void => undefined

/**
 * Removes the tags for which `keeps` returns false, and keeps their text. Works on tokens, not on a tree, so that the time is
 * linear in the length at any nesting depth. Raw-text elements are always kept.
 */
export const dropTags = (html: string, keeps: (name: string, isOpening: boolean) => boolean): string => {
  const kept: string[] = []
  let from = 0
  let dropped = -1
  const drop = (start: number): void => {
    const text = html.slice(from, start)
    // A literal `<` before the removed tag must not form a new tag with the text after it.
    kept.push(text.endsWith('<') ? `${text.slice(0, -1)}&lt;` : text)
    dropped = start
    from = html.length
  }
  const close = (end: number): void => {
    if (dropped >= 0) from = end + 1
    dropped = -1
  }
  const isKept = (start: number, end: number, isOpening: boolean): boolean => {
    const name = html.slice(start, end).toLowerCase()
    return RAW.has(name) || keeps(name, isOpening)
  }
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (start, end) => void (isKept(start, end, true) || drop(start - 1)),
      onopentagend: close,
      onselfclosingtag: close,
      onclosetag: (start, end) => {
        if (isKept(start, end, false)) return
        drop(html.lastIndexOf('<', start))
        const bracket = html.indexOf('>', end)
        close(bracket < 0 ? html.length : bracket)
      },
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return kept.join('') + html.slice(from)
}

/** Returns the text of clean HTML for the search index. */
export const searchTextOf = (clean: string): SearchText => {
  const { text, headings } = textOfHtml(clean)
  return { plain_text: text, headings: headings.join('\n') }
}
