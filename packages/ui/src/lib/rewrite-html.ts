import { Parser } from 'htmlparser2'
import { escapeHtml } from './html-entities.ts'

/** What is written for an opening tag, and for the closing one when it is not to stay as it was. */
export interface Rewritten {
  opening: string
  closing?: string
}

/** A tag with other attributes; an attribute without a value has the empty one. */
export const tagOf = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`

/**
 * HTML with other tags: `rewrite` is told each opening tag as a reader has it, entities decoded. Undefined: it stays
 * letter by letter, as everything between the tags does; null: the element is left out with all that is in it.
 */
export const rewriteHtml = (
  html: string,
  rewrite: (name: string, attributes: Record<string, string>) => Rewritten | null | undefined,
): string => {
  const closings: (string | undefined)[] = []
  let written = ''
  let from = 0
  /** How deep inside a left out element; 0: in none. */
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
