import { isUrl } from '@podmoga/contract/fields/is-url'
import { InputRule, PasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'

const ADDRESS = /https?:\/\/[^\s<>"«»]+/g
const TYPED = /(?:^|[\s(«"])(https?:\/\/[^\s<>"«»]+) $/
/** Trailing punctuation that ends the sentence rather than the URL. */
const TAIL = /[.,;:!?…)\]'"]+$/

const addressIn = (text: string): string => {
  // A closing bracket belongs to the URL if the URL contains the opening one.
  if (text.includes('(') && text.endsWith(')')) return text
  return text.replace(TAIL, '')
}

const markOf = (type: MarkType, href: string) => type.create({ href, material: null, file: null })

/** Adds the link mark; returns null if the URL is not at `from` or is already a link. */
const linkAt = (
  { doc, tr }: Pick<EditorState, 'doc' | 'tr'>,
  from: number,
  href: string,
  type: MarkType,
): null | undefined => {
  const to = from + href.length
  if (from < 0 || to > doc.content.size || doc.textBetween(from, to) !== href) return null
  if (!isUrl(href) || doc.rangeHasMark(from, to, type)) return null
  tr.addMark(from, to, markOf(type, href)).removeStoredMark(type)
  return undefined
}

/** Turns a typed URL into a link when a space follows it; one Backspace undoes it. */
export const typedAddresses = (type: MarkType): InputRule =>
  new InputRule({
    find: TYPED,
    handler: ({ state, range, match }) => {
      const [, typed = ''] = match
      // `range` already includes the space.
      const from = range.to - ' '.length - typed.length
      return linkAt(state, from, addressIn(typed), type)
    },
  })

/** Turns URLs in pasted text into links, except those that already are. */
export const pastedAddresses = (type: MarkType): PasteRule =>
  new PasteRule({
    find: ADDRESS,
    handler: ({ state, range, match }) => {
      const href = addressIn(match[0])
      // Always return undefined: null would undo the links made for earlier matches. For text inside a node the position is
      // off by one, so try both.
      linkAt(state, range.from, href, type) ?? linkAt(state, range.from - 1, href, type)
      return undefined
    },
  })
