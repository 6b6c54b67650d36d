import { Parser } from 'htmlparser2'

// The words on both sides of these are one line to a reader; every other tag keeps them apart.
const INLINE = new Set('a abbr b code em i mark s small span strong sub sup u'.split(' '))

/** The text of the first element that `isMeant` by its path from the root, the element itself last; '' without one. */
export const textOfFirst = (html: string, isMeant: (path: readonly string[]) => boolean): string => {
  const path: string[] = []
  let text = ''
  /** How long the path to the element is; 0: it has not come, or is over. */
  let meant = 0
  let isOver = false
  const turn = (name: string): void => {
    if (meant > 0 && !INLINE.has(name)) text += ' '
  }
  const parser = new Parser({
    onopentag(name) {
      path.push(name)
      turn(name)
      if (!isOver && meant === 0 && isMeant(path)) meant = path.length
    },
    ontext(part) {
      if (meant > 0) text += part
    },
    onclosetag(name) {
      turn(name)
      if (path.length === meant) {
        meant = 0
        isOver = true
      }
      path.pop()
    },
  })
  parser.end(html)
  // A no-break space stays one.
  return text.replace(/[^\S\u00A0]+/g, ' ').trim()
}

/** What a reader sees of HTML, as text on one line. */
export const textOf = (html: string): string => textOfFirst(`<div>${html}</div>`, () => true)
