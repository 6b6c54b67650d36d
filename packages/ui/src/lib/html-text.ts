import { Parser } from 'htmlparser2'

// Inline tags do not separate words; every other tag adds a space.
const INLINE = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '))

/**
 * The text of the first element for which `isMeant` returns true, given its path from the root (the element itself last); '' if
 * there is none.
 */
export const textOfFirst = (html: string, isMeant: (path: readonly string[]) => boolean): string => {
  const path: string[] = []
  let text = ''
  /** Depth of the matched element; 0 before and after it. */
  let meant = 0
  let isOver = false
  const separate = (name: string): void => {
    if (meant > 0 && !INLINE.has(name)) text += ' '
  }
  const parser = new Parser({
    onopentag(name) {
      path.push(name)
      separate(name)
      if (!isOver && meant === 0 && isMeant(path)) meant = path.length
    },
    ontext(part) {
      if (meant > 0) text += part
    },
    onclosetag(name) {
      separate(name)
      if (path.length === meant) {
        meant = 0
        isOver = true
      }
      path.pop()
    },
  })
  parser.end(html)
  // No-break spaces are kept.
  return text.replace(/[^\S\u00A0]+/g, ' ').trim()
}

/** The visible text of HTML, on one line. */
export const textOf = (html: string): string => textOfFirst(`<div>${html}</div>`, () => true)
