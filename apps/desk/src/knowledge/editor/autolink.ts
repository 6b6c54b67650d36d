import { isUrl } from '@podmoga/contract/fields/is-url'
import { InputRule, PasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'

const ADDRESS = /https?:\/\/[^\s<>"«»]+/g
const TYPED = /(?:^|[\s(«"])(https?:\/\/[^\s<>"«»]+) $/
/** What ends a sentence rather than an address. */
const TAIL = /[.,;:!?…)\]'"]+$/

const addressIn = (text: string): string => {
  // A bracket that the address itself opens is its own.
  if (text.includes('(') && text.endsWith(')')) return text
  return text.replace(TAIL, '')
}

const markOf = (type: MarkType, href: string) => type.create({ href, material: null, file: null })

/** Null where the address does not stand or leads somewhere already. */
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

/** An address that was typed becomes a link with the space after it; one stroke back undoes it. */
export const typedAddresses = (type: MarkType): InputRule =>
  new InputRule({
    find: TYPED,
    handler: ({ state, range, match }) => {
      const [, typed = ''] = match
      // The space is in the text already.
      const from = range.to - ' '.length - typed.length
      return linkAt(state, from, addressIn(typed), type)
    },
  })

/** Addresses in what was pasted become links, but for those that are one already. */
export const pastedAddresses = (type: MarkType): PasteRule =>
  new PasteRule({
    find: ADDRESS,
    handler: ({ state, range, match }) => {
      const href = addressIn(match[0])
      // A rule that says null takes back what it did to the addresses before. Of the text of a node by itself it is told
      // a place too far.
      linkAt(state, range.from, href, type) ?? linkAt(state, range.from - 1, href, type)
      return undefined
    },
  })
