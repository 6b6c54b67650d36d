import { Marked, type Token, type Tokens } from 'marked'
import { parse } from 'yaml'
import { takeOutPages } from './folder.mdx.ts'

/** Maps callout kinds of MkDocs, Docusaurus, VitePress and GitHub to the product's four; unknown kinds become `info`. */
const CALLOUTS: Record<string, string> = {
  tip: 'success',
  success: 'success',
  check: 'success',
  done: 'success',
  hint: 'success',
  important: 'warning',
  warning: 'warning',
  attention: 'warning',
  question: 'warning',
  caution: 'danger',
  danger: 'danger',
  error: 'danger',
  failure: 'danger',
  fail: 'danger',
  bug: 'danger',
}
// Containers that only group content; not callouts.
const PLAIN = new Set(['code-group', 'v-pre', 'raw', 'tabs'])

const calloutOf = (kind: string): string => `callout-${CALLOUTS[kind.toLowerCase()] ?? 'info'}`

/** Parses GitHub's callout, a quotation that begins with `[!NOTE]`; null: an ordinary quotation. */
const calloutIn = ({ tokens: [first, ...others] }: Tokens.Blockquote) => {
  if (first?.type !== 'paragraph') return null
  const [start, ...words]: Token[] = first.tokens ?? []
  if (start?.type !== 'text') return null
  const [mark, kind] = /^\[!([A-Za-z]+)\]\s*/.exec(start.text) ?? []
  if (mark === undefined || kind === undefined) return null
  const text: string = start.text.slice(mark.length)
  const rest = text === '' && words[0]?.type === 'br' ? words.slice(1) : [{ ...start, text }, ...words]
  return { kind, tokens: [{ ...first, tokens: rest }, ...others] }
}

const markdown = new Marked({ gfm: true }).use({
  renderer: {
    blockquote(quotation) {
      const callout = calloutIn(quotation)
      return callout === null
        ? false
        : `<aside class="callout ${calloutOf(callout.kind)}">${this.parser.parse(callout.tokens)}</aside>\n`
    },
  },
})

/** Front matter of a text; fields that it lacks are absent. */
export interface FrontMatter {
  title?: string
  description?: string
  draft?: boolean
  sidebar_position?: number
}

/** Splits off the front matter. Invalid front matter is removed and ignored. */
export const takeFrontMatter = (source: string): { about: FrontMatter; text: string } => {
  const [whole, yaml = ''] = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(source) ?? []
  if (whole === undefined) return { about: {}, text: source }
  const text = source.slice(whole.length)
  let read: unknown
  try {
    read = parse(yaml)
  } catch {
    return { about: {}, text }
  }
  if (typeof read !== 'object' || read === null) return { about: {}, text }
  const given = new Map(Object.entries(read))
  const word = (name: string): string | undefined => {
    const value = given.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const title = word('title') ?? word('sidebar_label')
  const description = word('description')
  const position = given.get('sidebar_position')
  return {
    text,
    about: {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(typeof position === 'number' ? { sidebar_position: position } : {}),
      draft: given.get('draft') === true || given.get('unlisted') === true,
    },
  }
}

const FENCE = /^\s*(`{3,}|~{3,})/
const INDENTED = /^(\s*)(?:!!!|\?\?\?\+?|===!?)\s+(?:([\w-]+)\b[\w\s-]*?)?(?:\s*"([^"]*)")?\s*$/
const COLONS = /^(\s*)(:{3,})\s*([a-z][\w-]*)\s*(?:\[([^\]]*)\]|([^{}]*?))?\s*(?:\{[^}]*\})?\s*$/i

/** Converts a container to an `<aside>`. Blank lines around its content make the parser treat it as Markdown. */
const aside = (indent: string, kind: string | undefined, title: string, inner: string[]): string[] => {
  const heading = title.trim() === '' ? [] : [`${indent}**${title.trim()}**`, '']
  if (kind === undefined || PLAIN.has(kind)) return ['', ...heading, ...inner, '']
  return [
    '',
    `${indent}<aside class="callout ${calloutOf(kind)}">`,
    '',
    ...heading,
    ...inner,
    '',
    `${indent}</aside>`,
    '',
  ]
}

const width = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length

/** Converts containers of MkDocs, Docusaurus and VitePress to `<aside>`. Code blocks are left unchanged. */
const openContainers = (lines: readonly string[]): string[] => {
  const out: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      const end = lines.findIndex(
        (other, index) => index > at && other.trim().startsWith(fence) && /^\s*[`~]+\s*$/.test(other),
      )
      const last = end === -1 ? lines.length - 1 : end
      out.push(...lines.slice(at, last + 1))
      at = last
      continue
    }
    const indented = INDENTED.exec(line)
    if (indented !== null) {
      const [, indent = '', kind, title = ''] = indented
      const base = width(indent)
      let last = at
      for (let next = at + 1; next < lines.length; next += 1) {
        const other = lines[next] ?? ''
        if (other.trim() === '') continue
        if (width(other) < base + 4) break
        last = next
      }
      const inner = lines.slice(at + 1, last + 1).map((other) => `${indent}${other.slice(indent.length + 4)}`)
      out.push(...aside(indent, kind, title, openContainers(inner)))
      at = last
      continue
    }
    const colons = COLONS.exec(line)
    if (colons !== null) {
      const [, indent = '', marks = '', kind = '', bracketed, bare] = colons
      const last = endOfColons(lines, at, marks.length)
      const inner = lines.slice(at + 1, last)
      out.push(...aside(indent, kind.toLowerCase(), bracketed ?? bare ?? '', openContainers(inner)))
      at = last
      continue
    }
    out.push(line)
  }
  return out
}

/** Returns the index of the line that closes a colon container; nested ones and code blocks are skipped. */
const endOfColons = (lines: readonly string[], from: number, marks: number): number => {
  let depth = 1
  let code: string | undefined
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (code === undefined) code = fence
      else if (fence.startsWith(code)) code = undefined
    }
    if (code !== undefined) continue
    const opened = COLONS.exec(line)?.[2]
    if (opened !== undefined && opened.length === marks) depth += 1
    const closed = /^\s*(:{3,})\s*$/.exec(line)?.[1]
    if (closed !== undefined && closed.length === marks) depth -= 1
    if (depth === 0) return at
  }
  return lines.length
}

/**
 * Converts Markdown of GitHub, MkDocs, Docusaurus or VitePress to HTML, not yet sanitised. `left_out` lists in Russian what an
 * article cannot contain.
 */
export const htmlOfMarkdown = (source: string): { html: string; left_out: string[] } => {
  const { text, left_out } = takeOutPages(source)
  return { left_out, html: markdown.parse(openContainers(text.split('\n')).join('\n'), { async: false }) }
}
