import { Parser } from 'htmlparser2'
import { escapeHtml } from './html-entities.ts'

/** What replaces an opening tag, and its closing tag if that changes too. */
export interface Rewritten {
  opening: string
  closing?: string
}

/** Serializes a tag; an attribute without a value gets an empty one. */
export const tagOf = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`

/**
 * Rewrites tags of HTML: `rewrite` gets each opening tag with its entities decoded. If it returns undefined, the tag is kept
 * verbatim, like everything between tags; null drops the element with its content.
 */
export const rewriteHtml = (
  html: string,
  rewrite: (name: string, attributes: Record<string, string>) => Rewritten | null | undefined,
): string => {
  const closings: (string | undefined)[] = []
  let written = ''
  let from = 0
  /** Depth inside a dropped element; 0 outside. */
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      const next = depth > 0 ? null : isImplied ? undefined : rewrite(name, attributes)
      if (next === null) depth += 1
      if (depth > 1) return
      if (next !== null) closings.push(next?.closing)
      if (next === undefined) return
      written += html.slice(from, parser.startIndex) + (next?.opening ?? '')
      from = parser.endIndex + 1
    },
    onclosetag(_name, isImplied) {
      const end = isImplied ? Math.max(from, parser.startIndex) : parser.endIndex + 1
      if (depth > 0) {
        depth -= 1
        if (depth === 0) from = end
        return
      }
      const closing = closings.pop()
      if (closing === undefined) return
      written += html.slice(from, isImplied ? end : parser.startIndex) + closing
      from = end
    },
  })
  parser.end(html)
  return written + html.slice(from)
}
