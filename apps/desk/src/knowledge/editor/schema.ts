import { videoOf } from '@podmoga/contract/fields/video'
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Placeholder } from '@tiptap/extension-placeholder'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { EDITOR } from '../knowledge.texts.ts'
import { pastedAddresses, typedAddresses } from './autolink.ts'
import { ChosenBlock } from './chosen-block.ts'
import styles from './video-block.module.css'
import { videoLink } from './video-link.ts'

const CALLOUT_KINDS = ['info', 'warning', 'danger', 'success'] as const
export type CalloutKind = (typeof CALLOUT_KINDS)[number]

/** An attribute parsed from the HTML attribute `name`, rendered by the node itself. */
const kept = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
  renderHTML: () => ({}),
})
const shown = (attributes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined))

/** Link to a URL, a material (`data-material`) or a file (`data-file`); for the latter two the server uses the ids. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: kept('href'), material: kept('data-material'), file: kept('data-file') }),
  parseHTML: () => [{ tag: 'a[href]' }, { tag: 'a[data-material]' }, { tag: 'a[data-file]' }],
  renderHTML: ({ mark }) => {
    const { href, material, file } = mark.attrs
    return ['a', shown({ href, 'data-material': material, 'data-file': file }), 0]
  },
  addInputRules() {
    return [typedAddresses(this.type)]
  },
  addPasteRules() {
    return [pastedAddresses(this.type)]
  },
})

const plainMark = (name: string) =>
  Mark.create({ name, parseHTML: () => [{ tag: name }], renderHTML: () => [name, 0] })

/** A picture of the material; only files stored on the server. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file: kept('data-file'),
    src: kept('src'),
    alt: kept('alt'),
    width: kept('width'),
    height: kept('height'),
  }),
  parseHTML: () => [{ tag: 'img[data-file]' }],
  renderHTML: ({ node }) => {
    const { file, src, alt, width, height } = node.attrs
    return ['img', shown({ 'data-file': file, src, alt: alt ?? '', width, height })]
  },
})

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'picture figcaption?',
  isolating: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
})

/** A video of another site. Stored as a figure with only the link to its page, which any client can show. */
const VideoBlock = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  // Parsed before the picture's figure.
  priority: 110,
  addAttributes: () => ({ href: { default: '' }, title: { default: '' } }),
  parseHTML: () => [{ tag: 'figure', getAttrs: (figure) => videoLink(figure) ?? false }],
  renderHTML: ({ node }) => ['figure', ['a', { href: node.attrs.href }, node.attrs.title]],
  // Not a link in the editor: a click selects the block.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('figure')
      const words = (text: string) => {
        const line = dom.appendChild(document.createElement('div'))
        line.textContent = text
      }
      words(node.attrs.title)
      words(videoOf(node.attrs.href)?.source ?? '')
      dom.className = styles.block ?? ''
      return { dom }
    },
})

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
  addKeyboardShortcuts() {
    return {
      // A caption is one line: Enter adds a paragraph below the figure.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        if ($from.parent.type.name !== this.name) return false
        const after = $from.after($from.depth - 1)
        return editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .setTextSelection(after + 1)
          .run()
      },
    }
  },
})

const kindOf = (element: HTMLElement): CalloutKind =>
  CALLOUT_KINDS.find((kind) => element.classList.contains(`callout-${kind}`)) ?? 'info'

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ kind: { default: 'info', parseHTML: kindOf, renderHTML: () => ({}) } }),
  parseHTML: () => [{ tag: 'aside' }],
  renderHTML: ({ node }) => ['aside', { class: `callout callout-${node.attrs.kind}` }, 0],
})

// Without column widths in pixels, which do not fit a phone.
const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
  addNodeView: () => null,
})
const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } }
  },
  renderHTML({ HTMLAttributes }) {
    return ['th', mergeAttributes(shown(HTMLAttributes)), 0]
  },
})

/** Everything an article may contain; must match what the server keeps. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: false,
    dropcursor: { color: false, class: 'kb-drop' },
  }),
  Link,
  plainMark('kbd'),
  plainMark('sub'),
  plainMark('sup'),
  Picture,
  VideoBlock,
  Figure,
  Figcaption,
  ChosenBlock,
  Callout,
  PlainTable,
  TableRow,
  ScopedHeader,
  TableCell,
  Placeholder.configure({ placeholder: EDITOR.placeholder }),
]
